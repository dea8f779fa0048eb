/** Which component of a vector is NaN or infinite first; -1: none. */
export function findNonFinite(v: Float64Array): number {
  const n = v.length;
  // 0 · x is NaN unless x is finite; two sums run side by side where one would wait for its last addition.
  let even = 0;
  let odd = 0;
  let i = 1;
  for (; i < n; i += 2) {
    even += 0 * v[i - 1];
    odd += 0 * v[i];
  }
  if (i === n) even += 0 * v[n - 1];
  if (even + odd === 0) return -1;
  return v.findIndex((x) => !Number.isFinite(x));
}
