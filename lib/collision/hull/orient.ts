/** Rounding errors of the determinant below, relative to the sum of the sizes of its terms. */
const ROUNDING = 8e-16;

/**
 * On which side of the plane through the points a, b, c the point d lies: positive outside, where a, b, c run
 * anticlockwise. `p` holds whole numbers below 2⁵¹, so that differences are exact; where the rounding of the products could
 * change the sign, whole numbers of any length decide.
 */
export function orient(p: Float64Array, a: number, b: number, c: number, d: number): number {
  const [i, j, k, l] = [3 * a, 3 * b, 3 * c, 3 * d];
  const ux = p[j] - p[i];
  const uy = p[j + 1] - p[i + 1];
  const uz = p[j + 2] - p[i + 2];
  const vx = p[k] - p[i];
  const vy = p[k + 1] - p[i + 1];
  const vz = p[k + 2] - p[i + 2];
  const wx = p[l] - p[i];
  const wy = p[l + 1] - p[i + 1];
  const wz = p[l + 2] - p[i + 2];
  const value = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
  const most =
    Math.abs(wx) * (Math.abs(uy * vz) + Math.abs(uz * vy)) +
    Math.abs(wy) * (Math.abs(uz * vx) + Math.abs(ux * vz)) +
    Math.abs(wz) * (Math.abs(ux * vy) + Math.abs(uy * vx));
  if (Math.abs(value) > ROUNDING * most) return value;
  return calcExactly([ux, uy, uz, vx, vy, vz, wx, wy, wz]);
}

function calcExactly(numbers: readonly number[]): number {
  const [ux, uy, uz, vx, vy, vz, wx, wy, wz] = numbers.map(BigInt);
  return Number(wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx));
}
