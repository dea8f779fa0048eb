import test from "ava";
import { rows } from "../../bench/rows/drift.ts";
import { isAtMost } from "../helpers/compare.ts";

for (const { name, measure } of rows) {
  test(name, async (t) => {
    const gap = (await measure()) as number;
    t.log(gap);
    isAtMost(t, gap, 1e-10, `${gap} m`);
  });
}
