import { compareParallel, compareRead, RUN_CASES, type RunCase } from "../../test/helpers/interleavedRuns.ts";
import type { BenchRow } from "../BenchRow.ts";

/** Simulations of one system at the same time. */
const COUNT = 8;

const compare = (name: string, measure: (one: RunCase) => Promise<number>): BenchRow[] =>
  RUN_CASES.map((one) => ({
    name: `runs/${name}/${one.name}`,
    unit: "bits",
    promised: { max: 0 },
    kind: "accuracy",
    measure: () => measure(one),
  }));

export const rows: BenchRow[] = [
  ...compare("parallel", (one) => compareParallel(one, COUNT)),
  ...compare("read-while-running", compareRead),
];
