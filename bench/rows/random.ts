import { compareLoops } from "../../test/helpers/compareLoops.ts";
import { compareTrees } from "../../test/helpers/compareTrees.ts";
import type { BenchRow } from "../BenchRow.ts";

/** Accelerations and reactions of seeded random models over all joint types, against a dense solve in other coordinates. */
export const rows: BenchRow[] = [
  {
    name: "random-trees/10000/worst-error",
    unit: "1",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: () => compareTrees(1, 10_000).worst.largest,
  },
  {
    // Where rows are redundant, the resultant reactions on each body.
    name: "random-loops/2000/worst-error",
    unit: "1",
    promised: { max: 1e-8 },
    kind: "accuracy",
    measure: () => compareLoops(2000).worst.largest,
  },
];
