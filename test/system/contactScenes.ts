import test from "ava";
import { RandomSource } from "../helpers/random.ts";
import { createScene, measureScene } from "../helpers/randomScenes.ts";

// More of them are in test/long.
for (const [from, to] of [
  [0, 8],
  [18, 26],
]) {
  test(`random contacts gain no energy and do not overlap, scenes ${from} to ${to}`, (t) => {
    const tolerance = 1e-8;
    for (let seed = from; seed <= to; seed++) {
      const scene = createScene(new RandomSource(seed));
      const run = scene.system.simulateSync({ until: 1, tolerance });
      const { growth, overlap } = measureScene(scene, run);
      t.true(growth <= 100 * tolerance, `scene ${seed}: energy grows by ${growth}`);
      t.true(overlap <= 1e-9, `scene ${seed}: overlap of ${overlap} m`);
    }
  });
}
