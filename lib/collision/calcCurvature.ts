import type { ConvexShape } from "./ConvexShape.ts";

/**
 * How fast the farthest point of one branch of a core moves when the direction `d` (shape's axes, length one) turns: the
 * second derivatives of its support function, `out = [xx, yy, zz, xy, xz, yz]`. Vertices and tips have none.
 */
export function calcCurvature(shape: ConvexShape, branch: number, d: Float64Array, out: Float64Array): void {
  const { kind, extents, axis } = shape;
  out.fill(0);
  if (kind === "ellipsoid") {
    // h = |D d|: D²/h − (D² d)(D² d)ᵀ/h³.
    const a = extents[0] * extents[0];
    const b = extents[1] * extents[1];
    const c = extents[2] * extents[2];
    const x = a * d[0];
    const y = b * d[1];
    const z = c * d[2];
    const h = Math.sqrt(x * d[0] + y * d[1] + z * d[2]);
    const k = 1 / (h * h * h);
    out[0] = a / h - k * x * x;
    out[1] = b / h - k * y * y;
    out[2] = c / h - k * z * z;
    out[3] = -k * x * y;
    out[4] = -k * x * z;
    out[5] = -k * y * z;
    return;
  }
  if (kind !== "cylinder" && (kind !== "cone" || branch === 1)) return;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const across = Math.sqrt(d[u] * d[u] + d[v] * d[v]);
  if (across === 0) return;
  // The rim: r |d_⊥|, curved along the tangent (−d_v, d_u) only.
  const k = extents[0] / (across * across * across);
  out[u] = k * d[v] * d[v];
  out[v] = k * d[u] * d[u];
  out[2 + u + v] = -k * d[u] * d[v];
}
