/** Edges whose product of directions is shorter than this part of their lengths count as parallel. */
const PARALLEL = 1e-8;
/** Nearer than this part of their size is touching. */
const TOUCHING = 1e-13;

/** The best pair so far: distance, normal, point of A. */
let found: Float64Array = new Float64Array(7);

/**
 * The distance of two segments with the middles `p`, `q` and the halves `u`, `v` as vectors: `out = [distance, normal from A
 * to B, nearest point of A]`. The nearest points are inside of both, and the way is across both; or one is an end.
 */
export function calcSegmentToSegment(
  p: Float64Array,
  u: Float64Array,
  q: Float64Array,
  v: Float64Array,
  out: Float64Array,
): void {
  found = out;
  out[0] = Number.POSITIVE_INFINITY;
  const wx = q[0] - p[0];
  const wy = q[1] - p[1];
  const wz = q[2] - p[2];
  const nx = u[1] * v[2] - u[2] * v[1];
  const ny = u[2] * v[0] - u[0] * v[2];
  const nz = u[0] * v[1] - u[1] * v[0];
  const nn = nx * nx + ny * ny + nz * nz;
  const uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  const vv = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  if (nn > PARALLEL * PARALLEL * uu * vv) {
    // w + t v − s u = k n: the products with n × v and n × u leave one unknown each.
    const s = (nx * (wy * v[2] - wz * v[1]) + ny * (wz * v[0] - wx * v[2]) + nz * (wx * v[1] - wy * v[0])) / nn;
    const t = (nx * (wy * u[2] - wz * u[1]) + ny * (wz * u[0] - wx * u[2]) + nz * (wx * u[1] - wy * u[0])) / nn;
    if (Math.abs(s) <= 1 && Math.abs(t) <= 1) {
      const length = Math.sqrt(nn);
      const height = (wx * nx + wy * ny + wz * nz) / length;
      const sign = height < 0 ? -1 : 1;
      out[0] = sign * height;
      out[1] = (sign * nx) / length;
      out[2] = (sign * ny) / length;
      out[3] = (sign * nz) / length;
      for (let i = 0; i < 3; i++) out[4 + i] = p[i] + s * u[i];
      return;
    }
  }
  for (let end = -1; end <= 1; end += 2) {
    // An end of A and the place of B nearest to it; an end of B and the place of A.
    const t = clamp(end * dot(u, v) - (wx * v[0] + wy * v[1] + wz * v[2]), vv);
    tryPair(p, u, end, q, v, t);
    const s = clamp(end * dot(u, v) + wx * u[0] + wy * u[1] + wz * u[2], uu);
    tryPair(p, u, s, q, v, end);
  }
  // Where they meet the way has no direction: across both.
  if (out[0] > TOUCHING * Math.sqrt(uu + vv + wx * wx + wy * wy + wz * wz)) return;
  if (nn > PARALLEL * PARALLEL * uu * vv) {
    const length = Math.sqrt(nn);
    out[1] = nx / length;
    out[2] = ny / length;
    out[3] = nz / length;
  } else chooseAcross(u, out);
}

const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const clamp = (x: number, of: number): number => Math.max(-1, Math.min(1, x / of));

function tryPair(p: Float64Array, u: Float64Array, s: number, q: Float64Array, v: Float64Array, t: number): void {
  const x = q[0] + t * v[0] - p[0] - s * u[0];
  const y = q[1] + t * v[1] - p[1] - s * u[1];
  const z = q[2] + t * v[2] - p[2] - s * u[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length >= found[0]) return;
  found[0] = length;
  found[1] = x / length;
  found[2] = y / length;
  found[3] = z / length;
  for (let i = 0; i < 3; i++) found[4 + i] = p[i] + s * u[i];
}

/** Segments on one line that overlap: any direction across it. */
function chooseAcross(u: Float64Array, out: Float64Array): void {
  let i = Math.abs(u[0]) <= Math.abs(u[1]) ? 0 : 1;
  if (Math.abs(u[2]) < Math.abs(u[i])) i = 2;
  const j = (i + 1) % 3;
  const k = (i + 2) % 3;
  const length = Math.sqrt(u[j] * u[j] + u[k] * u[k]);
  out[1 + i] = 0;
  out[1 + j] = u[k] / length;
  out[1 + k] = -u[j] / length;
}
