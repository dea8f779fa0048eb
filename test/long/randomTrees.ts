import test from "ava";
import { isAbove } from "../helpers/compare.ts";
import { compareTrees } from "../helpers/compareTrees.ts";

test("10,000 random trees have the accelerations and reactions of a dense solve", (t) => {
  const { failures, worst, withRows } = compareTrees(1, 10_000);
  t.log(String(worst));
  t.deepEqual(failures, []);
  isAbove(t, withRows, 2000);
});
