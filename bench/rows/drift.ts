import type { BenchRow } from "../BenchRow.ts";
import { CRANK_LOOP_ENDS, FOUR_BAR_ENDS, findGap } from "../gaps.ts";
import { createCrankLoop, createFourBar } from "../models.ts";

const options = { until: 1000, tolerance: 1e-9, every: 0.5, dense: false };

/** How far loops have come apart, and the piston has left its line, in 1,000 s. */
export const rows: BenchRow[] = [
  {
    name: "loop/four-bar/drift-1000s",
    unit: "m",
    promised: { max: 1e-10 },
    kind: "accuracy",
    measure: () => findGap(createFourBar().simulateSync(options), FOUR_BAR_ENDS),
  },
  {
    name: "loop/slider-crank/drift-1000s",
    unit: "m",
    promised: { max: 1e-10 },
    kind: "accuracy",
    measure: () => {
      const run = createCrankLoop().simulateSync(options);
      const columns = ["piston.position.y", "piston.position.z"];
      const table = run.sample({ columns });
      const offLine = columns.map((name) => Math.max(...table[name].map(Math.abs)));
      return Math.max(...offLine, ...CRANK_LOOP_ENDS.map((ends) => findGap(run, ends)));
    },
  },
];
