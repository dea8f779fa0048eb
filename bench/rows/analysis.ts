import {
  BallJoint,
  type Body,
  Inertia,
  type Linearization,
  RevoluteJoint,
  RigidBody,
  System,
  type Vector3,
} from "../../lib/index.ts";
import {
  BICYCLE_BODIES,
  createBicycle,
  createRollingDisc,
  DISC,
  findEigenError,
  findRoots,
} from "../../test/helpers/rollingModels.ts";
import { findBicycleEigenvalues, findDiscSquare } from "../../test/reference/rolling.ts";
import { hangingChain, sleepingTop } from "../../test/reference/smallMotions.ts";
import type { BenchRow } from "../BenchRow.ts";

const GRAVITY = 9.81;

/** Ten point masses on massless links of 0.7 m, hanging. */
function createHangingChain(count: number, length: number): System {
  const system = new System({ gravity: [0, -GRAVITY, 0] });
  let parent: Body = system.ground;
  for (let i = 0; i < count; i++) {
    const inertia = Inertia.point({ mass: 0.3 });
    const bob = system.add(new RigidBody(`bob${i}`, { inertia, position: [0, -(i + 1) * length, 0] }));
    system.add(new RevoluteJoint(`link${i}`, parent, bob, { point: [0, -i * length, 0], axis: [0, 0, 1] }));
    parent = bob;
  }
  return system;
}

const TOP = { mass: 2, distance: 0.4, across: 0.05, along: 0.03, spin: 400 };

/** A symmetric top on its tip, upright. */
function createTop(): System {
  const system = new System({ gravity: [0, 0, -GRAVITY] });
  const top = system.add(
    new RigidBody("top", {
      inertia: new Inertia({ mass: TOP.mass, tensor: [TOP.across, TOP.across, TOP.along] }),
      position: [0, 0, TOP.distance],
      angularVelocity: [0, 0, TOP.spin],
    }),
  );
  system.add(new BallJoint("tip", system.ground, top, { point: [0, 0, 0] }));
  return system;
}

const torque = (i: number) => (t: number) => 2 * Math.sin(3 * t + i) - 0.3 * i;

/** An arm of eight links, axes along y and x in turn; with motors, or without. */
function createArm(hasMotors: boolean): System {
  const system = new System();
  const inertia = Inertia.cylinder({ mass: 1, radius: 0.05, length: 0.4, axis: "x" });
  let parent: Body = system.ground;
  for (let i = 0; i < 8; i++) {
    const link = system.add(new RigidBody(`link${i}`, { inertia, position: [0.4 * i + 0.2, 0, 0] }));
    const axis: Vector3 = i % 2 === 0 ? [0, 0, 1] : [0, 1, 0];
    const start = { angle: 0.3 * i - 1, rate: 1 - 0.2 * i, damping: 0.1 };
    const motor = hasMotors ? { torque: torque(i) } : {};
    system.add(new RevoluteJoint(`joint${i}`, parent, link, { point: [0.4 * i, 0, 0], axis, ...start, ...motor }));
    parent = link;
  }
  return system;
}

/** Largest relative distance of an expected frequency from the nearest eigenvalue. */
const findError = ({ eigenvalues }: Linearization, frequencies: readonly number[]): number =>
  Math.max(...frequencies.map((w) => Math.min(...eigenvalues.map(({ re, im }) => Math.hypot(re, im - w))) / w));

export const rows: BenchRow[] = [
  {
    name: "analysis/hanging-chain/eigenvalue-error",
    unit: "1",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: async () => findError(await createHangingChain(10, 0.7).linearize(), hangingChain(10, 0.7, GRAVITY)),
  },
  {
    name: "analysis/spinning-top/eigenvalue-error",
    unit: "1",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: async () => {
      const moment = TOP.mass * GRAVITY * TOP.distance;
      const transverse = TOP.across + TOP.mass * TOP.distance ** 2;
      const expected = sleepingTop({ transverse, axial: TOP.along, spin: TOP.spin, moment });
      const beside = findError(await createTop().linearize({ axes: "space" }), expected);
      // Seen from the top itself the frequencies are those less the spin.
      const own = findError(
        await createTop().linearize(),
        expected.map((w) => TOP.spin - w),
      );
      return Math.max(beside, own);
    },
  },
  {
    // Below and above the critical speed, turned and heading somewhere.
    name: "analysis/linearize/rolling-disc",
    unit: "1",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: async () => {
      let worst = 0;
      for (const speed of [0.5, 1.2, 1.4, 2, 4]) {
        const result = await createRollingDisc(speed, { turned: 0.7, heading: 1.9 }).linearize();
        worst = Math.max(worst, findEigenError(result, findRoots(findDiscSquare(DISC, speed / DISC.radius))));
      }
      return worst;
    },
  },
  {
    // The benchmark bicycle, its bodies added in two orders.
    name: "analysis/linearize/bicycle",
    unit: "1",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: async () => {
      let worst = 0;
      for (const speed of [0, 2, 4, 5, 6, 9]) {
        for (const order of [BICYCLE_BODIES, [...BICYCLE_BODIES].reverse()]) {
          const result = await createBicycle(speed, order).linearize();
          worst = Math.max(worst, findEigenError(result, findBicycleEigenvalues(speed)));
        }
      }
      return worst;
    },
  },
  {
    // Motions of a run with motors, given to the same arm without them: the torques come back.
    name: "analysis/inverse-dynamics/error",
    unit: "Nm",
    promised: { max: 1e-10 },
    kind: "accuracy",
    measure: async () => {
      const run = createArm(true).simulateSync({ until: 1, tolerance: 1e-8 });
      const bare = createArm(false);
      let worst = 0;
      for (const t of [0, 0.25, 0.5, 0.75, 1]) {
        const snapshot = run.at(t);
        const names = Array.from({ length: 8 }, (_, i) => `joint${i}`);
        const motion = Object.fromEntries(
          names.map((name) => {
            const { position, rate, acceleration } = snapshot.joint(name);
            return [name, [position, rate, acceleration] as const];
          }),
        );
        const { efforts } = await bare.inverseDynamics({ motion, t });
        names.forEach((name, i) => {
          worst = Math.max(worst, Math.abs(efforts[`${name}.angle`] - torque(i)(t)));
        });
      }
      return worst;
    },
  },
];
