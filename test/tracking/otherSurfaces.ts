import test from "ava";
import { AlgebraicTracker, Ellipsoid, Plane, Surface, SurfaceOfRevolution, Torus } from "../../lib/tracking/index.ts";
import { isBelow } from "../helpers/compare.ts";
import {
  differ,
  evaluate,
  measureBruteForce,
  measureDifferential,
  measureVelocities,
} from "../helpers/measureTrackers.ts";
import { createFrames, createOtherPairs, tumbling, turning } from "../helpers/trackedPairs.ts";

for (const pair of await createOtherPairs()) {
  test(`${pair.name}: algebraic tracker against brute force over 10 s`, (t) => {
    const { gap, points, start } = measureBruteForce(pair);
    isBelow(t, gap, 1e-12, "gap");
    // The brute force knows its derivatives to 1e-11 only.
    isBelow(t, points, 1e-8, "points");
    isBelow(t, start, 1e-11, "from nothing");
  });

  test(`${pair.name}: differential tracker keeps to the algebraic one over 10 s`, (t) => {
    const { difference, residual } = measureDifferential(pair, 10, true);
    isBelow(t, difference, 1e-10);
    isBelow(t, residual, 1e-11);
  });

  test(`${pair.name}: velocities and the rate of the normal are derivatives`, (t) => {
    const worst = measureVelocities(pair);
    isBelow(t, worst, 1e-8);
  });
}

test("the same surface made in different ways is tracked alike", async (t) => {
  const [a, b] = [0.9, 0.5];
  const ellipsoids = [
    new Ellipsoid({ semiAxes: [a, b, b] }),
    await Surface.from("x^2/a^2 + (y^2 + z^2)/b^2 - 1", { a, b }),
    new SurfaceOfRevolution({
      generatrix: [-a, -0.6, -0.2, 0.3, 0.7, a].map((x) => [x, b * Math.sqrt(1 - (x / a) ** 2)] as const),
    }),
  ];
  const rings = [
    new Torus({ radius: 0.7, tubeRadius: 0.2 }),
    await Surface.from("(sqrt(x^2 + z^2) - R)^2 + y^2 - r^2", { R: 0.7, r: 0.2 }),
  ];
  for (const list of [ellipsoids, rings]) {
    const results = list.map((surface) => {
      const ground = new Plane({ normal: [0, 0, 1] });
      const [one, other, moveTo] = createFrames({
        name: "",
        a: ground,
        b: surface,
        motionA: turning,
        motionB: tumbling,
      });
      const tracker = new AlgebraicTracker(one, other);
      // A torus has several pairs of points; both begin at the same.
      tracker.start();
      return Array.from({ length: 10 }, (_, i) => {
        moveTo(0.02 * i);
        return evaluate(tracker);
      });
    });
    for (const other of results.slice(1)) {
      for (const [i, result] of other.entries()) isBelow(t, differ(result, results[0][i]), 1e-10);
    }
  }
});
