import test from "ava";
import { isAtMost } from "../helpers/compare.ts";
import { measureScenes } from "../helpers/randomScenes.ts";

// A thousand of them are in test/long.
for (const [from, to, tolerance] of [
  [0, 9, 1e-8],
  [18, 27, 1e-8],
  // Slow slip that turns about, feet that cannot all stick, and touches that the dense output finds too late.
  [17, 18, 1e-6],
  [50, 51, 1e-6],
  [92, 93, 1e-6],
  [108, 109, 1e-6],
]) {
  test(`random contacts gain no energy and do not overlap, scenes ${from} to ${to - 1} at ${tolerance}`, (t) => {
    const { growth, overlap, seeds } = measureScenes(from, to, tolerance);
    t.log(`energy grows by ${growth} (scene ${seeds.growth}), overlap ${overlap} m (scene ${seeds.overlap})`);
    isAtMost(t, growth, 100 * tolerance);
    isAtMost(t, overlap, 1e-9);
  });
}
