/**
 * `a` for `a ≥ s`, and below it a polynomial that ends at `s/3`: `a²/s (1 − a/(3s)) + s/3`. It and its first two derivatives
 * are continuous at `s`, so `v/regularize(|v|, s)` goes smoothly from −1 to 1, with the slope `3/s` at zero.
 */
export function regularize(a: number, s: number): number {
  const x = a / s;
  return x >= 1 ? a : s * (x * x * (1 - x / 3) + 1 / 3);
}
