import { bounce, hitStop, listBounces } from "../../test/helpers/eventModels.ts";
import type { BenchRow } from "../BenchRow.ts";

const tolerances = [1e-6, 1e-8, 1e-10];

/** Largest difference between instants, in units of the tolerance. */
function findWorst(find: (tolerance: number) => { found: number[]; expected: number[] }): number {
  return Math.max(
    ...tolerances.map((tolerance) => {
      const { found, expected } = find(tolerance);
      return Math.max(...found.map((t, i) => Math.abs(t - expected[i]))) / tolerance;
    }),
  );
}

export const rows: BenchRow[] = [
  {
    name: "event/bounce/error-over-tolerance",
    unit: "1",
    promised: { max: 10 },
    kind: "accuracy",
    measure: () =>
      findWorst((tolerance) => {
        const found = bounce(0.9, 5, tolerance).events.map(({ t }) => t);
        return { found, expected: listBounces(0.9, found.length) };
      }),
  },
  {
    name: "event/pendulum-stop/error-over-tolerance",
    unit: "1",
    promised: { max: 10 },
    kind: "accuracy",
    measure: () =>
      findWorst((tolerance) => {
        const { run, expected } = hitStop(tolerance);
        return { found: run.events.map(({ t }) => t), expected };
      }),
  },
];
