import test from "ava";
import { RandomSource } from "../helpers/random.ts";
import { createScene, measureScene } from "../helpers/randomScenes.ts";

// In scene 90 compliant feet stick and slip thousands of times a second: it takes minutes, and is left out.
for (const [from, to] of [
  [0, 49],
  [50, 89],
]) {
  test(`random contacts gain no energy and do not overlap, scenes ${from} to ${to}`, (t) => {
    const tolerance = 1e-8;
    const worst = { growth: 0, overlap: 0 };
    for (let seed = from; seed <= to; seed++) {
      const scene = createScene(new RandomSource(seed));
      const run = scene.system.simulateSync({ until: 1, tolerance });
      const { growth, overlap } = measureScene(scene, run);
      worst.growth = Math.max(worst.growth, growth);
      worst.overlap = Math.max(worst.overlap, overlap);
    }
    t.log(`energy grows by ${worst.growth}, overlap ${worst.overlap} m`);
    t.true(worst.growth <= 100 * tolerance);
    t.true(worst.overlap <= 1e-9);
  });
}
