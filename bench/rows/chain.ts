import type { Trajectory } from "../../lib/index.ts";
import type { BenchRow, Timing } from "../BenchRow.ts";
import { createEvaluation } from "../createEvaluation.ts";
import { createChain, createPlanarChain, getChainDrop } from "../models.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

const forward = (count: number, max: number): BenchRow => ({
  name: `chain/${count}/forward`,
  unit: "µs",
  promised: { max },
  kind: "speed",
  measure: () =>
    timeInterleaved(createEvaluation(createChain(count)), { calls: Math.round(20000 / count), rounds: 60, unit: "µs" }),
});

/** Seconds to simulate 2 s with the given energy error, sampled every 10 ms; infinite if the error is missed. */
const precision = (text: string, tolerance: number, max: number): BenchRow => ({
  name: `chain/10/precision-${text}`,
  unit: "s",
  promised: { max },
  kind: "speed",
  measure: (): Timing => {
    const system = createChain(10);
    let run: Trajectory | undefined;
    const timing = timeInterleaved(
      () => {
        run = system.simulateSync({ until: 2, every: 0.01, tolerance, dense: false });
      },
      { calls: 1, rounds: 12, unit: "s" },
    );
    const error = (run as Trajectory).energy.drift / getChainDrop(10);
    return error <= Number(text) ? timing : { value: Number.POSITIVE_INFINITY, ratio: Number.POSITIVE_INFINITY };
  },
});

let longRun: Trajectory | undefined;

/** A conservative chain of ten rods for 100 s. */
function findLongRun(): Trajectory {
  longRun ??= createPlanarChain(10).simulateSync({ until: 100, tolerance: 1e-10, dense: false });
  return longRun;
}

/** Energy from straight out to hanging: ten rods of 1 kg and 1 m. */
const drop = (10 * 9.81 * 10) / 2;

export const rows: BenchRow[] = [
  forward(10, 1.7),
  forward(50, 50 * 0.35),
  forward(200, 200 * 0.35),
  precision("1e-6", 3e-7, 0.43 / 5),
  precision("1e-9", 3e-10, 1.4 / 5),
  {
    name: "chain/10/energy-drift-100s",
    unit: "1",
    promised: { max: 1e-7 },
    kind: "accuracy",
    measure: () => findLongRun().energy.drift / drop,
  },
  {
    name: "chain/10/position-violation-100s",
    unit: "m or rad",
    promised: { max: 1e-10 },
    kind: "accuracy",
    measure: () => findLongRun().violation.position,
  },
  {
    name: "chain/10/velocity-violation-100s",
    unit: "m/s or rad/s",
    promised: { max: 1e-10 },
    kind: "accuracy",
    measure: () => findLongRun().violation.velocity,
  },
];
