import { BroadPhase } from "../../../../lib/collision/broadphase/index.ts";
import {
  box,
  ColliderPairs,
  calcVolume,
  capsule,
  cone,
  connect,
  createSystem,
  cylinder,
  ellipsoid,
  heightField,
  hull,
  mesh,
  Object3D,
  ObjectSystem,
  SuperObjects,
  sphere,
  surface,
} from "../../../../lib/collision/objects/index.ts";
import { BallJoint, Inertia, Mesh, RevoluteJoint, Sphere, SpringDamper } from "../../../../lib/index.ts";
import { construct, type FuzzCall, invoke, method } from "../FuzzCall.ts";

type Call = (...args: never[]) => unknown;

function createWorld(): Object3D {
  const world = new Object3D("world");
  new Object3D("floor", { parent: world, geometry: box({ size: [5, 1, 5] }), contact: {} });
  const arm = new Object3D("arm", {
    parent: world,
    free: true,
    geometry: sphere({ radius: 1 }),
    density: 1,
    contact: {},
  });
  connect("pin", RevoluteJoint, world, arm, { axis: [0, 0, 1], point: [0, 2, 0] });
  return world;
}

/** A new object in a world of its own, and the system of it. */
function placeObject(name: string, options: object): unknown {
  const world = new Object3D("world");
  const object = new Object3D(name, options);
  object.parent = world;
  return [object.findPose(), object.isDrawn, object.canCollide, new SuperObjects(world).list.length];
}

function joinObjects(name: never, kind: never, options: never): unknown {
  const world = createWorld();
  const part = new Object3D("part", { parent: world, free: true, geometry: sphere({ radius: 1 }), mass: 1 });
  connect(name, kind, world, part, options);
  return createSystem(world).evaluate().body("part");
}

const createPhase = (): BroadPhase => {
  const phase = new BroadPhase();
  phase.add({ owner: 0 });
  phase.add({ owner: 1 });
  return phase;
};

const axial = () => [{ radius: 1, length: 2, axis: "x" }];

export const objects: readonly FuzzCall[] = [
  invoke("sphere", sphere as Call, () => [{ radius: 1 }]),
  invoke("box", box as Call, () => [{ size: [1, 2, 3] }]),
  invoke("ellipsoid", ellipsoid as Call, () => [{ semiAxes: [1, 2, 3] }]),
  invoke("cylinder", cylinder as Call, axial),
  invoke("cone", cone as Call, axial),
  invoke("capsule", capsule as Call, axial),
  invoke("hull", hull as Call, () => [
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ]),
  invoke("mesh", mesh as Call, () => [Mesh.box([1, 1, 1])]),
  invoke("surface", surface as Call, () => [new Sphere({ radius: 1 })]),
  invoke("heightField", heightField as Call, () => [
    {
      size: [1, 2],
      heights: [
        [0, 1],
        [1, 0],
      ],
      base: -1,
    },
  ]),
  invoke("calcVolume", calcVolume as Call, () => [box({ size: [1, 2, 3] })]),
  invoke("new Object3D", placeObject as Call, () => [
    "die",
    {
      ...{
        position: [0, 1, 0],
        orientation: [1, 0, 0, 0],
        free: true,
        velocity: [1, 0, 0],
        angularVelocity: [0, 1, 0],
      },
      ...{ geometry: box({ size: [1, 1, 1] }), density: 700, visual: { color: [1, 0, 0], opacity: 0.5 } },
      ...{ contact: { name: "wood", friction: 0.3, restitution: 0.5, youngsModulus: 1e9, poissonRatio: 0.3 } },
      ...{ group: 1, mask: 3 },
    },
  ]),
  invoke("Object3D, inertia", placeObject as Call, () => ["a", { inertia: Inertia.sphere({ mass: 1, radius: 1 }) }]),
  invoke("Object3D, mass", placeObject as Call, () => ["a", { mass: 1, geometry: mesh(Mesh.box([1, 1, 1])) }]),
  method(createWorld, "Object3D", "findPose", () => []),
  invoke("connect", joinObjects as Call, () => ["hinge", RevoluteJoint, { axisA: [0, 0, 1], canCollide: true }]),
  invoke("connect, ball", joinObjects as Call, () => ["ball", BallJoint, { pointA: [0, 0, 0], pointB: [0, 0, 0] }]),
  invoke("connect, spring", joinObjects as Call, () => [
    "spring",
    SpringDamper,
    { stiffness: 1, restLength: 1, to: [0, 1, 0] },
  ]),
  invoke("connect, objects", connect as Call, () => ["pin", BallJoint, createWorld(), createWorld(), {}]),
  construct(SuperObjects, () => [createWorld()]),
  method(
    () => new SuperObjects(createWorld()),
    "SuperObjects",
    "getObject",
    () => ["arm"],
  ),
  construct(ObjectSystem, () => [createWorld(), { gravity: [0, -9.81, 0] }]),
  invoke("createSystem", createSystem as Call, () => [createWorld(), { gravity: [0, -9.81, 0] }]),
  construct(ColliderPairs, () => [new SuperObjects(createWorld())]),
  construct(BroadPhase, () => []),
  method(createPhase, "BroadPhase", "add", () => [{ owner: 2, group: 1, mask: -1 }]),
  method(createPhase, "BroadPhase", "remove", () => [1]),
  method(createPhase, "BroadPhase", "forbid", () => [0, 1]),
  method(createPhase, "BroadPhase", "setMotion", () => [0, Float64Array.of(0, 0, 0, 1, 1, 1), new Float64Array(3)]),
];
