import {
  Collisions,
  ContactManifold,
  ConvexDistance,
  ConvexShape,
  createElasticLaws,
  findEffectiveRadius,
  findPair,
  splitMesh,
} from "../../../../lib/collision/index.ts";
import { Inertia, RigidBody, System } from "../../../../lib/index.ts";
import { Mesh } from "../../../../lib/shape/index.ts";
import type { SimulateOptions } from "../../../../lib/system/index.ts";
import { createPose } from "../../hullPairs.ts";
import { construct, type FuzzCall, invoke } from "../FuzzCall.ts";
import { addPatience, readRun } from "../runShort.ts";

type Call = (...args: never[]) => unknown;

const ball = () => ConvexShape.sphere({ radius: 1 });
const box = () => ConvexShape.box({ size: [1, 2, 3] });

/** What a user does with a shape: distances from another one. */
const use = (make: Call): Call => {
  return (...args) => {
    const pair = new ConvexDistance(make(...args) as ConvexShape, box());
    pair.calc(createPose([0, 0, 0]), createPose([5, 0, 0]));
    return pair.distance;
  };
};

/** What holds between a ball on the ground and a body. */
function listLaws(collisions: Collisions, colliders = [ball()]): unknown {
  const system = new System();
  system.ground.colliders = [ball()];
  system.add(
    new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 1 }), position: [0, 9, 0], colliders }),
  );
  system.add(collisions);
  system.assemble();
  return collisions.shapes.slice(1).map(({ index }) => [collisions.mayMeet(0, index), collisions.findLaws(0, index)]);
}

/** A ball that falls on another one. */
function runHeap(options: SimulateOptions): unknown {
  const system = new System();
  system.ground.colliders = [ball()];
  const inertia = Inertia.sphere({ mass: 1, radius: 1 });
  system.add(new RigidBody("body", { inertia, position: [0.1, 2, 0], colliders: [ball()] }));
  system.add(new Collisions({ friction: 0.5, restitution: 0.5 }));
  return readRun(system.simulateSync(addPatience(options)));
}

export const collision: readonly FuzzCall[] = [
  invoke("createElasticLaws", createElasticLaws as Call, () => [
    { name: "steel", youngsModulus: 2e11, poissonRatio: 0.3 },
    { name: "felt", youngsModulus: 1e9, friction: 0.3, restitution: 0.5, rotationalFriction: 1e-3 },
    0.1,
    { friction: 0.3, restitution: 0.5, rotationalFriction: 1e-3, velocity: 0.01 },
  ]),
  invoke("findEffectiveRadius", findEffectiveRadius as Call, () => [ball(), box()]),
  invoke("splitMesh", splitMesh as Call, () => [Mesh.box([1, 2, 3]), { tolerance: 0.1, most: 4 }]),
  invoke("findPair", findPair as Call, () => ["steel", "steel"]),
  invoke("ConvexShape.sphere", use(ConvexShape.sphere as Call), () => [{ radius: 1 }]),
  invoke("ConvexShape.box", use(ConvexShape.box as Call), () => [{ size: [1, 2, 3], rounding: 0.1 }]),
  invoke("ConvexShape.cylinder", use(ConvexShape.cylinder as Call), () => [{ radius: 1, length: 2, axis: "x" }]),
  invoke("ConvexShape.cone", use(ConvexShape.cone as Call), () => [{ radius: 1, length: 2, axis: "x" }]),
  invoke("ConvexShape.capsule", use(ConvexShape.capsule as Call), () => [{ radius: 1, length: 2, axis: "x" }]),
  invoke("ConvexShape.ellipsoid", use(ConvexShape.ellipsoid as Call), () => [{ semiAxes: [1, 2, 3] }]),
  invoke("ConvexShape.hull", use(ConvexShape.hull as Call), () => [
    {
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      rounding: 0.1,
    },
  ]),
  construct(
    Collisions,
    () => [
      {
        name: "touches",
        friction: 0.5,
        restitution: 0.2,
        response: "rigid",
        pairs: [{ materials: ["steel", "rubber"], friction: 0.8, restitution: 0.1 }],
        joined: [],
      },
    ],
    listLaws,
  ),
  invoke("RigidBody.colliders", ((colliders: never) => listLaws(new Collisions(), colliders)) as Call, () => [
    [
      ball(),
      {
        shape: box(),
        position: [0, 1, 0],
        orientation: [1, 0, 0, 0],
        material: { name: "steel", friction: 0.3 },
        group: 1,
        mask: -1,
      },
    ],
  ]),
  invoke("System.simulate, moreau", runHeap as Call, () => [
    { until: 0.01, method: "moreau", step: 1e-3, every: 5e-3, dense: true },
  ]),
  construct(
    ConvexDistance,
    () => [ball(), box(), { method: "mpr" }],
    (pair: ConvexDistance) => {
      pair.calc(createPose([0, 0, 0]), createPose([1, 0, 0]));
      return pair.distance;
    },
  ),
  construct(
    ContactManifold,
    () => [box(), box(), { angle: 0.1 }],
    (manifold: ContactManifold) => {
      manifold.calc(createPose([0, 0, 0]), createPose([1, 0, 0]));
      return manifold.gaps;
    },
  ),
];
