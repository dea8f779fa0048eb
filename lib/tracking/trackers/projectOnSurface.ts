import type { Surface } from "../Surface.ts";

/**
 * Pulls `point` (in the surface's axes) onto the surface along its gradient, to a millionth of the size; false where that
 * fails. `values` are those of `calc` there.
 */
export function projectOnSurface(surface: Surface, point: Float64Array, values: Float64Array): boolean {
  const { size } = surface;
  for (let step = 0; step < 60; step++) {
    surface.calc(point, values);
    const slope = values[1] ** 2 + values[2] ** 2 + values[3] ** 2;
    const distance = Math.abs(values[0]) / Math.sqrt(slope);
    if (!Number.isFinite(distance)) return false;
    if (distance < 1e-6 * size) return true;
    const scale = (-values[0] / slope) * Math.min(1, (2 * size) / distance);
    for (let i = 0; i < 3; i++) point[i] += scale * values[i + 1];
  }
  return false;
}
