import test from "ava";
import { isAtMost } from "../helpers/compare.ts";
import { measureScenes } from "../helpers/randomScenes.ts";

// The other five hundred are in moreContactScenes.ts: files run side by side.
for (const [from, to, tolerance] of [
  [0, 60, 1e-8],
  [0, 500, 1e-6],
]) {
  test(`random contacts gain no energy and do not overlap, scenes ${from} to ${to - 1} at ${tolerance}`, (t) => {
    const { growth, overlap, seeds } = measureScenes(from, to, tolerance);
    t.log(`energy grows by ${growth} (scene ${seeds.growth}), overlap ${overlap} m (scene ${seeds.overlap})`);
    isAtMost(t, growth, 100 * tolerance);
    isAtMost(t, overlap, 1e-9);
  });
}
