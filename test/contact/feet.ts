import test from "ava";
import { add, cross } from "../../lib/math/index.ts";
import { isAtMost, isBelow } from "../helpers/compare.ts";
import { measureThrow } from "../helpers/feet/ellipsoids.ts";
import { measureFeet } from "../helpers/feet/measureFeet.ts";
import { testFeet, testThrows } from "../helpers/feet/testFeet.ts";

// A thousand starts of all kinds, and a thousand throws, are rows of the bench.
testFeet(0, 20, ["box3", "box4"]);
testThrows(0, 20);

for (const tolerance of [1e-6, 1e-7, 1e-8, 1e-9, 1e-10]) {
  for (const kind of ["box3", "box4", "box6"] as const) {
    test(`${kind} that slides at (1, 0, 0.2) m/s and turns at 0.5 rad/s ends with all feet at rest, at ${tolerance}`, (t) => {
      const { modes, ratios, slips, beyond, evaluations } = measureFeet(kind, 0, { isPushed: false, tolerance });
      t.log(modes.join(", "), ratios, beyond);
      t.true(modes.every((mode) => mode === "stick" || mode === "unloaded"));
      // Nothing pulls at a box at rest on a level floor: the least forces that hold it are none.
      isBelow(t, Math.max(...ratios.filter(Number.isFinite)), 1e-9);
      isAtMost(t, Math.max(...slips), 1e-15);
      isAtMost(t, beyond, 1e-9);
      isAtMost(t, evaluations, 3000);
    });
  }
}

test("a cylinder on two rims, at (1, 0, 0.5) m/s and 1 rad/s, rolls in the end and takes few evaluations", (t) => {
  const { modes, ratios, beyond, evaluations, run } = measureFeet("rims", 0, { isPushed: false });
  t.log(modes.join(", "), ratios, evaluations);
  t.deepEqual(modes, ["stick", "stick"]);
  isBelow(t, Math.max(...ratios), 1e-9);
  isAtMost(t, beyond, 1e-9);
  isAtMost(t, evaluations, 3000);
  // Rolling without slip: nothing turns it about the vertical, and its centre is as fast as its rims turn.
  const { velocity, angularVelocity } = run.last.body("body");
  isBelow(t, Math.abs(angularVelocity[1]), 1e-12);
  isBelow(t, Math.hypot(...add(velocity, cross(angularVelocity, [0, -0.1, 0]))), 1e-12);
});

test("an ellipsoid at the onset of slip does not chatter", (t) => {
  const { slipEvents, error, isComparable } = measureThrow(0);
  t.log(slipEvents, error);
  isAtMost(t, slipEvents, 10);
  t.true(isComparable);
  isAtMost(t, error, 1e-5);
});
