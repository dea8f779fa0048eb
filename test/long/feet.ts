import test from "ava";
import { isAtMost } from "../helpers/compare.ts";
import { measureManyMixed } from "../helpers/feet/measureMixed.ts";
import { testFeet, testThrows } from "../helpers/feet/testFeet.ts";

// A thousand starts of all kinds, and a thousand throws, are rows of the bench.
testFeet(20, 60, ["box3", "box4", "box6", "rims"]);
testThrows(20, 80);

test("scenes of boxes, rings, stones, balls and cylinders with all laws run, or are refused by name", (t) => {
  const { outcomes, evaluations } = measureManyMixed(0, 100);
  t.log(JSON.stringify(outcomes.refused), JSON.stringify(evaluations));
  t.deepEqual(outcomes.failed, []);
  t.deepEqual(outcomes.stopped, []);
  isAtMost(t, evaluations.ratio, 20, `scene ${evaluations.seed}`);
});
