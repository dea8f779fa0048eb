/** Nearer than this (m) to a point or a line the direction away from it is not told any more. */
const LEAST = 1e-12;

/**
 * The distance from a point or a line, with its derivatives: `out = [f, …]` as `Surface.calc` writes it. `way` leads from the
 * foot to the place; `(kx, ky, kz)` is the unit vector along the line, or zero. `H = (1 − k k* − e e*)/f` with `e = way/f`.
 */
export function calcDistance(way: Float64Array, kx: number, ky: number, kz: number, out: Float64Array): void {
  const x = way[0];
  const y = way[1];
  const z = way[2];
  const f = Math.sqrt(x * x + y * y + z * z);
  const h = 1 / Math.max(f, LEAST);
  const ex = x * h;
  const ey = y * h;
  const ez = z * h;
  out[0] = f;
  out[1] = ex;
  out[2] = ey;
  out[3] = ez;
  out[4] = h * (1 - kx * kx - ex * ex);
  out[5] = h * (1 - ky * ky - ey * ey);
  out[6] = h * (1 - kz * kz - ez * ez);
  out[7] = -h * (kx * ky + ex * ey);
  out[8] = -h * (kx * kz + ex * ez);
  out[9] = -h * (ky * kz + ey * ez);
}
