import test from "ava";
import { isAbove, isBelow } from "../helpers/compare.ts";
import { measurePour, measureWall } from "../helpers/measureMoreau.ts";

test("200 balls and 200 boxes poured into a box settle", (t) => {
  const { speed, overlap, outside } = measurePour(200, 200, 1, 4);
  t.log(`mean speed ${speed} m/s, overlap ${overlap} m`);
  // Balls roll on without resistance, and some boxes still give way below them.
  isBelow(t, speed, 0.01);
  // Half a thousandth of the reach of the smallest shape is left on purpose, 2e-5 m; what still moves adds to it.
  isBelow(t, overlap, 5e-5);
  isBelow(t, outside, 0);
});

test("a wall of 105 bricks stands for 10 s and falls when it is hit", (t) => {
  // While it settles it moves by two tenths of a millimetre.
  isBelow(t, measureWall(10), 1e-3);
  isAbove(t, measureWall(1, 10), 0.5);
});
