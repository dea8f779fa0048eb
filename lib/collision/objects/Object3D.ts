import {
  checkBoolean,
  checkInstance,
  checkLabel,
  checkName,
  checkOptions,
  checkQuaternion,
  checkVector3,
  ModelError,
  otherwise,
  type Quaternion,
  type QuaternionInput,
  SHARED,
  type Vector3,
  type VectorInput,
} from "../../math/index.ts";
import type { Inertia } from "../../rigidbody/index.ts";
import { checkBits } from "../../shape/Collider.ts";
import { type ContactMaterial, checkContactMaterial } from "../../shape/ContactMaterial.ts";
import { checkPaint, type ShapeOptions } from "../../shape/Shape.ts";
import type { Connection } from "./Connection.ts";
import { checkSolid } from "./checkSolid.ts";
import { checkGeometry, type Geometry } from "./geometry/index.ts";
import { findInertia, type MassOptions } from "./MassOptions.ts";
import { composePlacements, type Placement, SAME_PLACE } from "./Placement.ts";

/** What a geometry is painted with: `{}` is grey. */
export type VisualMaterial = Pick<ShapeOptions, "color" | "opacity">;

export interface Object3DOptions extends MassOptions {
  /** What it is placed on. Every object but one, the world, has a parent. */
  parent?: Object3D;
  /** Origin in the axes of the parent, as drawn. Default: the parent's origin. */
  position?: VectorInput;
  /** Quaternion from its axes to those of the parent, scalar first, as drawn. Default: aligned with the parent. */
  orientation?: QuaternionInput;
  /** Whether it moves relative to its parent, freely or as joints let it. Default: false, it is fixed to it. */
  free?: boolean;
  /** Of one that is free: velocity of its origin and angular velocity, in world axes. Default: as joints say, or at rest. */
  velocity?: VectorInput;
  angularVelocity?: VectorInput;
  geometry?: Geometry;
  /** A geometry is drawn only with a visual material … */
  visual?: VisualMaterial;
  /** … and collides only with a contact material. */
  contact?: ContactMaterial;
  /** Groups that it belongs to as something that collides, one bit each. Default: 1. */
  group?: number;
  /** Groups that it collides with, one bit each. Default: all, −1. Both of a pair have to want it. */
  mask?: number;
}

const OPTIONS = [
  ...["parent", "position", "orientation", "free", "velocity", "angularVelocity"],
  ...["geometry", "density", "mass", "inertia", "visual", "contact", "group", "mask"],
];

/**
 * A frame in space with what is there: any of a geometry, a visual material, mass, a contact material. Objects form a tree;
 * those that are fixed to their parents move with them as one body, those that are `free` begin another one.
 */
export class Object3D {
  readonly name: string;
  readonly position: Vector3;
  readonly orientation: Quaternion;
  readonly free: boolean;
  readonly velocity: Vector3 | undefined;
  readonly angularVelocity: Vector3 | undefined;
  readonly geometry: Geometry | undefined;
  readonly visual: VisualMaterial | undefined;
  /** Its own, with the centre of mass in its axes; none without a density, a mass or an inertia. */
  readonly inertia: Inertia | undefined;
  readonly contact: ContactMaterial | undefined;
  readonly group: number;
  readonly mask: number;
  private above: Object3D | undefined;
  private readonly below: Object3D[] = [];
  private readonly joined: Connection[] = [];

  constructor(name: string, options: Object3DOptions = {}) {
    this.name = checkName("Object3D", name);
    const owner = this.label;
    checkOptions(owner, options, OPTIONS);
    const { geometry, visual, contact, velocity, angularVelocity } = options;
    this.position = Object.freeze(checkVector3(owner, "position", otherwise(options.position, [0, 0, 0])));
    this.orientation = checkQuaternion(owner, "orientation", otherwise(options.orientation, [1, 0, 0, 0]));
    this.free = checkBoolean(owner, "free", otherwise(options.free, false));
    this.velocity = velocity === undefined ? undefined : checkVector3(owner, "velocity", velocity);
    this.angularVelocity =
      angularVelocity === undefined ? undefined : checkVector3(owner, "angularVelocity", angularVelocity);
    if (!this.free && (velocity !== undefined || angularVelocity !== undefined)) {
      throw new ModelError(
        `${owner}: a velocity is given to an object that is fixed to its parent; make it free: true, or give the velocity ` +
          "to the free object that it is fixed to",
      );
    }
    this.contact = contact === undefined ? undefined : checkContactMaterial(`${owner}, contact`, contact);
    this.visual = visual === undefined ? undefined : readVisual(`${owner}, visual`, visual);
    this.geometry = geometry === undefined ? undefined : checkGeometry(owner, geometry);
    if (this.geometry) checkSolid(owner, this.geometry, options);
    this.inertia = findInertia(owner, this.geometry, options);
    for (const [what, component] of Object.entries({ visual, contact })) {
      if (component === undefined || geometry !== undefined) continue;
      throw new ModelError(`${owner}: ${what} is given without a geometry; give one, such as sphere({ radius: 0.1 })`);
    }
    this.group = checkBits(owner, "group", otherwise(options.group, 1));
    this.mask = checkBits(owner, "mask", otherwise(options.mask, -1));
    if (options.parent !== undefined) this.parent = options.parent;
  }

  /** `Object3D "arm"`: how messages call it. */
  get label(): string {
    return checkLabel("Object3D", this.name);
  }

  get parent(): Object3D | undefined {
    return this.above;
  }

  /** Puts it on another object, in the same place relative to the new one as it had to the old; or takes it off. */
  set parent(parent: Object3D | undefined) {
    if (parent !== undefined) {
      checkInstance(this.label, "parent", parent, Object3D, "an Object3D");
      const path = parent.listPath();
      if (path.includes(this)) {
        const names = [...path.slice(path.indexOf(this)), this].map((object) => `"${object.name}"`);
        throw new ModelError(
          `${this.label}: with the parent "${parent.name}" the objects would form a cycle, ${names.join(" -> ")}; ` +
            "give a parent that does not lie on this one",
        );
      }
    }
    if (this.above) this.above.below.splice(this.above.below.indexOf(this), 1);
    this.above = parent;
    parent?.below.push(this);
  }

  /** In the order in which they were put here. */
  get children(): readonly Object3D[] {
    return this.below;
  }

  /** Joints and force elements that it is part of, in the order in which they were made. */
  get connections(): readonly Connection[] {
    return this.joined;
  }

  /** @internal */
  addConnection(connection: Connection): void {
    this.joined.push(connection);
  }

  /** From the one without a parent down to this one. */
  listPath(): Object3D[] {
    const path: Object3D[] = [];
    for (let at: Object3D | undefined = this; at; at = at.above) path.push(at);
    return path.reverse();
  }

  get isDrawn(): boolean {
    return this.geometry !== undefined && this.visual !== undefined;
  }

  get canCollide(): boolean {
    return this.geometry !== undefined && this.contact !== undefined;
  }

  /** Where it is in the axes of an object above it (default: outside the topmost one), as drawn. */
  findPose(above?: Object3D): Placement {
    const path = this.listPath();
    if (above !== undefined && !path.includes(checkInstance(this.label, "what it lies on", above, Object3D))) {
      throw new ModelError(`${this.label}: it does not lie on "${above.name}"; give an object above it`);
    }
    return path
      .slice(above === undefined ? 0 : path.indexOf(above) + 1)
      .reduce<Placement>(composePlacements, SAME_PLACE);
  }

  /** Runs share it: it does not change while they go on. */
  get [SHARED](): true {
    return true;
  }
}

function readVisual(owner: string, visual: VisualMaterial): VisualMaterial {
  checkOptions(owner, visual, ["color", "opacity"], true);
  checkPaint(owner, visual);
  return visual;
}
