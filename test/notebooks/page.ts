import test from "ava";
import { findRoom, limit } from "../../notebooks/page/findRoom.ts";

test("room for values: all of them, but not what grows without bound", (t) => {
  const wave = Array.from({ length: 401 }, (_, i) => Math.sin(i / 10));
  t.deepEqual(findRoom([3, -2, 5]), [-2, 5]);
  t.deepEqual(findRoom([...wave, 10]), [Math.min(...wave), 10]);
  t.deepEqual(findRoom([...wave, 1e9, -1e12]), [Math.min(...wave), Math.max(...wave)]);
  t.deepEqual(findRoom([Number.NaN, 1, Number.POSITIVE_INFINITY, 2]), [1, 2]);
  // A constant has room on both sides, also at zero; nothing has some.
  t.deepEqual(findRoom([4, 4]), [0, 8]);
  t.deepEqual(findRoom([0, 0]), [-1, 1]);
  t.deepEqual(findRoom([]), [-1, 1]);
});

test("values far outside of a plot stay near it", (t) => {
  t.deepEqual(limit([-1e12, -1, 0, 1.5, 1e9], [-1, 1]), [-7, -1, 0, 1.5, 7]);
});
