import { Inertia, RevoluteJoint, RigidBody, System } from "../../lib/index.ts";
import {
  measureCircuitAudit,
  measureMotor,
  measureMotorPendulum,
  measureRLC,
  measureStores,
  measureSystemAudit,
  measureTanks,
} from "../../test/helpers/measureCircuits.ts";
import { sweepSeries } from "../../test/helpers/sweepCircuits.ts";
import type { BenchRow } from "../BenchRow.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

const BODIES = 500;

/** A chain of rods that is assembled: what is timed is its graph alone. */
function createChain(): System {
  const system = new System();
  const inertia = Inertia.rod({ mass: 0.1, length: 0.1, axis: "x" });
  let last: RigidBody | System["ground"] = system.ground;
  for (let i = 0; i < BODIES; i++) {
    const rod: RigidBody = system.add(new RigidBody(`rod ${i}`, { inertia, position: [0.1 * i + 0.05, 0, 0] }));
    system.add(new RevoluteJoint(`hinge ${i}`, last, rod, { point: [0.1 * i, 0, 0], axis: [0, 0, 1] }));
    last = rod;
  }
  system.evaluate().show();
  return system;
}

const accuracy = (name: string, max: number, measure: () => number): BenchRow => ({
  name: `bondgraph/${name}`,
  unit: "1",
  promised: { max },
  kind: "accuracy",
  measure,
});

export const rows: BenchRow[] = [
  accuracy("rlc/closed-form", 1e-10, measureRLC),
  accuracy("motor/matrix-exponential", 1e-10, measureMotor),
  accuracy("two-tanks/matrix-exponential", 1e-10, measureTanks),
  accuracy("motor-pendulum/independent", 1e-10, () => measureMotorPendulum(false)),
  accuracy("motor-pendulum/rotor", 1e-10, () => measureMotorPendulum(true)),
  accuracy("circuit-sweep/error", 1e-8, () => sweepSeries({ tolerance: 1e-9 }, 1).error),
  accuracy("circuit-sweep/radau", 1e-8, () => sweepSeries({ tolerance: 1e-9, method: "radau" }, 3).error),
  accuracy("circuit-sweep/fine", 1e-11, () => sweepSeries({ tolerance: 1e-12 }, 3).error),
  accuracy("circuit-sweep/silent", 0, () => sweepSeries({}, 3).silent),
  accuracy("audit/system", 1e-12, measureSystemAudit),
  accuracy("audit/circuits", 1e-12, measureCircuitAudit),
  accuracy("audit/stores", 1e-7, measureStores),
  {
    name: `bondgraph/chain-${BODIES}/full`,
    unit: "ms",
    promised: { max: 100 },
    kind: "speed",
    measure() {
      const system = createChain();
      return timeInterleaved(() => void system.bondGraph(), { calls: 1, rounds: 8, unit: "ms" });
    },
  },
  {
    name: `bondgraph/chain-${BODIES}/word`,
    unit: "ms",
    promised: { max: 100 },
    kind: "speed",
    measure() {
      const system = createChain();
      return timeInterleaved(() => void system.bondGraph({ detail: "word" }), { calls: 1, rounds: 8, unit: "ms" });
    },
  },
];
