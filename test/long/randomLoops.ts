import test from "ava";
import { compareLoops } from "../helpers/compareLoops.ts";

test("2,000 random systems with loops have the accelerations and reactions of a dense solve", (t) => {
  const { failures, worst, counts } = compareLoops(2000);
  t.log(JSON.stringify(counts), String(worst));
  t.deepEqual(failures, []);
  t.true(counts.redundant > 700 && counts.nearSingular < 20 && counts.contradictory < 150);
});
