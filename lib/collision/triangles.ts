import { STRIDE } from "./MinkowskiDifference.ts";

/** `(p_b − p_a) × (p_c − p_a)` of points of a list: the normal of a triangle, twice its area long. */
export function crossEdges(p: Float64Array, a: number, b: number, c: number, out: Float64Array): void {
  const i = STRIDE * a;
  const j = STRIDE * b;
  const k = STRIDE * c;
  const ux = p[j] - p[i];
  const uy = p[j + 1] - p[i + 1];
  const uz = p[j + 2] - p[i + 2];
  const vx = p[k] - p[i];
  const vy = p[k + 1] - p[i + 1];
  const vz = p[k + 2] - p[i + 2];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

/**
 * Areas of the three triangles that two corners make with the point `foot` in their plane, along the normal `n` of any length;
 * negative where the point is beyond the side opposite of a corner. Relative to the foot, so that small triangles far from
 * the origin keep their digits.
 */
export function calcAreas(
  p: Float64Array,
  corners: Int32Array,
  first: number,
  n: Float64Array,
  foot: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < 3; i++) {
    const j = STRIDE * corners[first + ((i + 1) % 3)];
    const k = STRIDE * corners[first + ((i + 2) % 3)];
    const ux = p[j] - foot[0];
    const uy = p[j + 1] - foot[1];
    const uz = p[j + 2] - foot[2];
    const vx = p[k] - foot[0];
    const vy = p[k + 1] - foot[1];
    const vz = p[k + 2] - foot[2];
    out[i] = n[0] * (uy * vz - uz * vy) + n[1] * (uz * vx - ux * vz) + n[2] * (ux * vy - uy * vx);
  }
}

/** The square of the distance of two points of a list. */
export function squareOf(p: Float64Array, a: number, b: number): number {
  const i = STRIDE * a;
  const j = STRIDE * b;
  const x = p[j] - p[i];
  const y = p[j + 1] - p[i + 1];
  const z = p[j + 2] - p[i + 2];
  return x * x + y * y + z * z;
}
