import type { Surface } from "../../lib/tracking/index.ts";

/** About the distance of a point from a surface, in its axes: the value by the gradient. */
export const measureDistance = (surface: Surface, point: ArrayLike<number>): number => {
  const values = new Float64Array(10);
  surface.calc(Float64Array.from(point), values);
  return values[0] / (Math.hypot(values[1], values[2], values[3]) || 1);
};
