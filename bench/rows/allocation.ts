import {
  BallJoint,
  type Body,
  Bushing,
  DistanceRod,
  Inertia,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  SpringDamper,
  System,
  UniversalJoint,
} from "../../lib/index.ts";
import type { BenchRow } from "../BenchRow.ts";
import { findBytes } from "../findBytes.ts";
import { createA02, createChain } from "../models.ts";

/** A tree with joints of several kinds, a spring, a rod and a closed loop. */
function createMixed(): System {
  const system = new System();
  const inertia = Inertia.box({ mass: 1, size: [0.3, 0.2, 0.1] });
  let parent: Body = system.ground;
  const next = (x: number) => system.add(new RigidBody(`body${x}`, { inertia, position: [x, 0, 0] }));
  const join = (body: Body, create: (a: Body, b: Body) => void) => {
    create(parent, body);
    parent = body;
  };
  join(next(1), (a, b) =>
    system.add(new RevoluteJoint("hinge", a, b, { point: [0.5, 0, 0], axis: [0, 1, 1], damping: 1 })),
  );
  join(next(2), (a, b) => system.add(new BallJoint("ball", a, b, { point: [1.5, 0, 0] })));
  join(next(3), (a, b) =>
    system.add(new PrismaticJoint("slide", a, b, { point: [2.5, 0, 0], axis: [1, 0, 0], stiffness: 9 })),
  );
  join(next(4), (a, b) =>
    system.add(
      new UniversalJoint("cardan", a, b, {
        point: [3.5, 0, 0],
        axes: [
          [0, 1, 0],
          [0, 0, 1],
        ],
      }),
    ),
  );
  system.add(new SpringDamper("spring", system.ground, parent, { from: [4, 4, 0], stiffness: 5 }));
  system.add(new DistanceRod("rod", system.ground, parent, { from: [4, 0, 3] }));
  // Two joints that close loops, and an elastic bearing.
  const lever = system.add(new RigidBody("lever", { inertia, position: [1, 2, 0] }));
  system.add(new RevoluteJoint("fulcrum", system.ground, lever, { point: [0, 2, 0], axis: [0, 0, 1] }));
  system.add(new BallJoint("closing ball", lever, next(6), { point: [5, 1, 0], switchable: true }));
  system.add(
    new RevoluteJoint("closing hinge", system.ground, next(7), { point: [7, 1, 0], axis: [0, 0, 1], switchable: true }),
  );
  system.add(new Bushing("bearing", system.ground, lever, { point: [2, 2, 0], stiffness: 10, angularStiffness: 3 }));
  system.add(new RigidBody("free", { inertia, position: [0, 5, 0], angularVelocity: [1, 2, 3] }));
  return system;
}

/** Bytes per evaluation of the state's derivative. */
function findKernelBytes(system: System): number {
  const { kernel } = system.getObserver();
  const y = new Float64Array(kernel.size);
  const out = new Float64Array(kernel.size);
  kernel.writeState(y);
  return findBytes(() => kernel.calcDerivative(0.1, y, out));
}

const row = (name: string, create: () => System): BenchRow => ({
  name: `allocation/${name}`,
  unit: "B",
  promised: { max: 0 },
  kind: "accuracy",
  measure: () => findKernelBytes(create()),
});

export const rows: BenchRow[] = [
  row("chain-10", () => createChain(10)),
  row("mixed", createMixed),
  row("loops", () => createA02(10)),
];
