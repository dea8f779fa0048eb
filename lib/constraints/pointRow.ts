/**
 * A row between points of two bodies that coincide: the velocity of B's material relative to A's along a direction `n`. Writes
 * twelve numbers from `J[j]`: `−n`, `−[d_A, n]`, `n`, `[d_B, n]`, with `n` at `direction[o]` and both arms, from the centres of
 * mass to the point, in `arms`. The wrench of the row is a unit force along `n` on B, the opposite on A.
 */
export function writePointRow(
  J: Float64Array,
  j: number,
  direction: Float64Array,
  o: number,
  arms: Float64Array,
): void {
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  J[j] = -x;
  J[j + 1] = -y;
  J[j + 2] = -z;
  J[j + 3] = arms[2] * y - arms[1] * z;
  J[j + 4] = arms[0] * z - arms[2] * x;
  J[j + 5] = arms[1] * x - arms[0] * y;
  J[j + 6] = x;
  J[j + 7] = y;
  J[j + 8] = z;
  J[j + 9] = arms[4] * z - arms[5] * y;
  J[j + 10] = arms[5] * x - arms[3] * z;
  J[j + 11] = arms[3] * y - arms[4] * x;
}
