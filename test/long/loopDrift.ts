import test from "ava";
import { rows } from "../../bench/rows/drift.ts";

for (const { name, measure } of rows) {
  test(name, async (t) => {
    const gap = (await measure()) as number;
    t.log(gap);
    t.true(gap <= 1e-10, `${gap} m`);
  });
}
