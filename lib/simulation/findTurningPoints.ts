import { isPositive } from "./EventSource.ts";

/**
 * Where a function of one sign at the four samples (0, 1/3, 2/3, 1) may have the other in between: extrema of the cubic
 * through them that come near zero or beyond.
 */
export function findTurningPoints(values: readonly Float64Array[], places: readonly number[]): number[] {
  const [v0, v1, v2, v3] = values;
  const found = new Set<number>();
  for (const i of places) {
    const [a, b, c, d] = [v0[i] || 0, v1[i], v2[i], v3[i]];
    if ([a || b, c, d].some((value) => isPositive(value) !== isPositive(b))) continue;
    // p(x) = a + x (p1 + x (p2 + x p3)), x from 0 to 3
    const p3 = (d - 3 * c + 3 * b - a) / 6;
    const p2 = (c - 2 * b + a) / 2 - 3 * p3;
    const p1 = b - a - p2 - p3;
    const range = Math.max(a, b, c, d) - Math.min(a, b, c, d);
    const root = Math.sqrt(p2 * p2 - 3 * p1 * p3);
    // Both roots of p1 + 2 p2 x + 3 p3 x² in the form that does not cancel.
    const q = -(p2 + (p2 < 0 ? -root : root));
    for (const x of [q / (3 * p3), p1 / q]) {
      if (!(x > 0 && x < 3)) continue;
      const value = a + x * (p1 + x * (p2 + x * p3));
      if (isPositive(value) !== isPositive(b) || Math.abs(value) < 0.05 * range) found.add(x / 3);
    }
  }
  return [...found];
}
