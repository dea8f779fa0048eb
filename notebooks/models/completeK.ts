/**
 * The complete elliptic integral of the first kind, `K = ∫₀^{π/2} dx/√(1 − m sin²x)`, from the complement `1 − m` of its
 * parameter, by the arithmetic-geometric mean: `π/(2 M(1, √(1 − m)))`. Infinite where the complement is zero.
 */
export function completeK(complement: number): number {
  let [a, b] = [1, Math.sqrt(complement)];
  if (b === 0) return Number.POSITIVE_INFINITY;
  while (Math.abs(a - b) > 1e-15 * a) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}
