import type { Constraint } from "../../constraints/index.ts";
import { add, cross, ModelError, matrixFromQuaternion, rotate, subtract } from "../../math/index.ts";
import { type Body, RigidBody } from "../../rigidbody/index.ts";
import type { ColliderOptions, ShapeOptions } from "../../shape/index.ts";
import { type Snapshot, System, type SystemOptions } from "../../system/index.ts";
import type { BodyPlace, Connection } from "./Connection.ts";
import { createConvexShapes } from "./createConvexShapes.ts";
import { createGeometryMesh, type Geometry } from "./geometry/index.ts";
import type { Object3D } from "./Object3D.ts";
import { composePlacements, type Placement } from "./Placement.ts";
import type { SuperObject } from "./SuperObject.ts";
import { SuperObjects } from "./SuperObjects.ts";

/**
 * The model of a world of objects: every super-object that moves is a `RigidBody` with the name of its root, what is fixed to
 * the world belongs to the ground, and every connection is the joint or force element that it names. What else there is to
 * a model is added as to any other.
 */
export class ObjectSystem extends System {
  readonly superObjects: SuperObjects;
  private readonly carriers: Body[];

  constructor(world: Object3D, options: SystemOptions = {}) {
    super(options);
    const superObjects = new SuperObjects(world);
    this.superObjects = superObjects;
    this.carriers = superObjects.list.map((group) =>
      group.index === 0 ? this.ground : this.add(this.createBody(group)),
    );
    superObjects.list.forEach((group, i) => {
      // A function: meshes of what is to be seen are made when somebody looks.
      if (group.members.some(({ object }) => object.geometry)) this.carriers[i].shapes = () => this.listShapes(group);
      if (group.colliding.length > 0) this.carriers[i].colliders = () => this.listColliders(group);
    });
    for (const connection of superObjects.connections) {
      this.add(connection.create(this.getPlace(connection.objectA), this.getPlace(connection.objectB)));
    }
  }

  /** What carries an object: the body of its super-object, or the ground. */
  getBody(object: Object3D): Body {
    return this.carriers[this.superObjects.get(object).index];
  }

  /** Where an object lies on its body: from the centre of mass (the ground: its origin), in the body's axes. */
  getPlace(object: Object3D): BodyPlace {
    const { center } = this.superObjects.get(object);
    const { position, orientation } = this.superObjects.getMember(object);
    return { body: this.getBody(object), position: subtract(position, center), orientation };
  }

  /** The joint or force element that a connection has become. */
  getConstraint<C extends Constraint>(connection: Connection<C>): C {
    return this.get(connection.name) as C;
  }

  /** Where an object is at an instant, in the world: found when it is asked for. */
  findPose(object: Object3D, snapshot: Snapshot): Placement {
    const place = this.getPlace(object);
    return composePlacements(snapshot.body(place.body.name), place);
  }

  private createBody(group: SuperObject): RigidBody {
    const { root, inertia, members } = group;
    if (!inertia) {
      const names = members.map(({ object }) => `"${object.name}"`).slice(0, 5);
      throw new ModelError(
        `${root.label}: it moves, but nothing that is fixed to it has a mass; give density, mass or inertia to ${names.join(" or ")}`,
      );
    }
    const pose = root.findPose();
    const arm = rotate(matrixFromQuaternion(pose.orientation), inertia.center);
    const { velocity, angularVelocity } = root;
    const isJoined = members.some(({ object }) => object.connections.some(({ isJoint }) => isJoint));
    // Joints say how what hangs on them moves, where nothing else does.
    const isGiven = velocity !== undefined || (angularVelocity !== undefined && !isJoined);
    return new RigidBody(root.name, {
      inertia,
      position: add(pose.position, arm),
      orientation: pose.orientation,
      ...(angularVelocity && { angularVelocity }),
      ...(isGiven && { velocity: add(velocity ?? [0, 0, 0], cross(angularVelocity ?? [0, 0, 0], arm)) }),
    });
  }

  private listColliders(group: SuperObject): ColliderOptions[] {
    return group.colliding.flatMap(({ object }) => {
      const { position, orientation } = this.getPlace(object);
      const { contact, group: own, mask } = object;
      const shapes = createConvexShapes(object.label, object.geometry as Geometry);
      return shapes.map((shape) => ({ shape, position, orientation, material: contact ?? {}, group: own, mask }));
    });
  }

  private listShapes(group: SuperObject): ShapeOptions[] {
    return group.members.flatMap(({ object }) => {
      if (!object.isDrawn) return [];
      const { position, orientation } = this.getPlace(object);
      const { friction } = object.contact ?? {};
      return {
        ...object.visual,
        mesh: createGeometryMesh(object.label, object.geometry as Geometry),
        name: object.name,
        position,
        orientation,
        collides: object.canCollide,
        ...(friction !== undefined && { friction }),
      };
    });
  }
}
