import type { ExecutionContext } from "ava";
import type { Surface } from "../../lib/tracking/index.ts";

/** Lists of numbers that are the same but for rounding. */
export const near = (t: ExecutionContext, actual: ArrayLike<number>, expected: ArrayLike<number>, slack = 1e-12) => {
  const error = Math.max(...Array.from(expected, (x, i) => Math.abs(x - actual[i])));
  t.true(
    actual.length === expected.length && error <= slack,
    `${[...Array.from(actual)]}, not ${Array.from(expected)}`,
  );
};

/** About the distance of a point from a surface, in its axes: the value by the gradient. */
export const measureDistance = (surface: Surface, point: ArrayLike<number>): number => {
  const values = new Float64Array(10);
  surface.calc(Float64Array.from(point), values);
  return values[0] / (Math.hypot(values[1], values[2], values[3]) || 1);
};
