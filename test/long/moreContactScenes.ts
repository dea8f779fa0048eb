import test from "ava";
import { isAtMost } from "../helpers/compare.ts";
import { measureScenes } from "../helpers/randomScenes.ts";

for (const [from, to, tolerance] of [
  [60, 120, 1e-8],
  // Feet that turn about slowly, that cannot all stick, and that share their load in no unique way.
  [134, 135, 1e-8],
  [192, 193, 1e-8],
  [203, 205, 1e-8],
  [500, 1000, 1e-6],
]) {
  test(`random contacts gain no energy and do not overlap, scenes ${from} to ${to - 1} at ${tolerance}`, (t) => {
    const { growth, overlap, seeds } = measureScenes(from, to, tolerance);
    t.log(`energy grows by ${growth} (scene ${seeds.growth}), overlap ${overlap} m (scene ${seeds.overlap})`);
    isAtMost(t, growth, 100 * tolerance);
    isAtMost(t, overlap, 1e-9);
  });
}
