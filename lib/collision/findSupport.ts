import type { ConvexShape } from "./ConvexShape.ts";

/** Up to so many vertices all are tried: that is as fast as going from one to the next, and cannot go wrong. */
const FEW = 40;

/**
 * The point of a shape's core that lies farthest in a direction of any length, both in the shape's axes. Returns the number
 * of the vertex it is, or −1 of a curved core; the search begins at the vertex `hint`.
 */
export function findSupport(shape: ConvexShape, direction: Float64Array, hint: number, out: Float64Array): number {
  const { vertices } = shape;
  if (vertices.length === 0) {
    findCurved(shape, direction, out);
    return -1;
  }
  const found = vertices.length > 3 * FEW ? climb(shape, direction, hint) : scan(vertices, direction);
  const at = 3 * found;
  out[0] = vertices[at];
  out[1] = vertices[at + 1];
  out[2] = vertices[at + 2];
  return found;
}

function scan(vertices: Float64Array, direction: Float64Array): number {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  let best = x * vertices[0] + y * vertices[1] + z * vertices[2];
  let found = 0;
  for (let i = 3; i < vertices.length; i += 3) {
    const value = x * vertices[i] + y * vertices[i + 1] + z * vertices[i + 2];
    if (value > best) {
      best = value;
      found = i;
    }
  }
  return (found / 3) | 0;
}

/** From vertex to higher neighbour: on a convex body the top of its neighbourhood is the top of all. */
function climb({ vertices, neighbourStart, neighbours }: ConvexShape, direction: Float64Array, hint: number): number {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  let found = hint >= 0 && 3 * hint < vertices.length ? hint : 0;
  let best = x * vertices[3 * found] + y * vertices[3 * found + 1] + z * vertices[3 * found + 2];
  for (;;) {
    const from = found;
    const end = neighbourStart[from + 1];
    for (let k = neighbourStart[from]; k < end; k++) {
      const i = 3 * neighbours[k];
      const value = x * vertices[i] + y * vertices[i + 1] + z * vertices[i + 2];
      if (value > best) {
        best = value;
        found = neighbours[k];
      }
    }
    if (found === from) return found;
  }
}

function findCurved({ kind, extents, axis }: ConvexShape, d: Float64Array, out: Float64Array): void {
  const a = extents[0];
  const b = extents[1];
  if (kind === "ellipsoid") {
    // p = D² d/|D d| with the semi-axes D: the support function is |D d|.
    const c = extents[2];
    const x = a * d[0];
    const y = b * d[1];
    const z = c * d[2];
    const k = 1 / Math.sqrt(x * x + y * y + z * z);
    out[0] = k * a * x;
    out[1] = k * b * y;
    out[2] = k * c * z;
    return;
  }
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const across = Math.sqrt(d[u] * d[u] + d[v] * d[v]);
  // Of the tip and the rim of a cone the one that is farther: 2 b along the axis against a across it.
  const isTip = kind === "cone" && 2 * b * d[axis] >= a * across;
  const k = across > 0 && !isTip ? a / across : 0;
  out[axis] = kind === "cylinder" ? (d[axis] < 0 ? -b : b) : isTip ? b : -b;
  out[u] = k * d[u];
  out[v] = k * d[v];
}
