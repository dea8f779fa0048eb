import test from "ava";
import { isAbove, isBelow } from "../helpers/compare.ts";
import { compareLoops } from "../helpers/compareLoops.ts";

test("2,000 random systems with loops have the accelerations and reactions of a dense solve", (t) => {
  const { failures, worst, counts } = compareLoops(2000);
  t.log(JSON.stringify(counts), String(worst));
  t.deepEqual(failures, []);
  isAbove(t, counts.redundant, 700);
  isBelow(t, counts.nearSingular, 20);
  isBelow(t, counts.contradictory, 150);
});
