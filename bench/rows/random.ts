import { compareTrees } from "../../test/helpers/compareTrees.ts";
import type { BenchRow } from "../BenchRow.ts";

/** Accelerations and reactions of seeded random trees over all joint types, against a dense solve in other coordinates. */
export const rows: BenchRow[] = [
  {
    name: "random-trees/10000/worst-error",
    unit: "1",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: () => compareTrees(1, 10_000).worst.largest,
  },
];
