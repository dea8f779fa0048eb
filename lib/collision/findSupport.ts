import type { ConvexShape } from "./ConvexShape.ts";

/** Up to so many vertices all are tried: that is as fast as going from one to the next, and cannot go wrong. */
const FEW = 40;

/*
 * The farthest point moves smoothly with the direction on each of a few branches: every vertex is one, an ellipsoid as a whole,
 * the two rims of a cylinder, rim and tip of a cone. Which branch is farthest changes at kinks, where a flat or straight part
 * of the surface is met.
 */

/**
 * The point of a shape's core that lies farthest in a direction of any length, both in the shape's axes. Returns the number
 * of its branch: of a vertex its own. The search begins at the vertex `hint`.
 */
export function findSupport(shape: ConvexShape, direction: Float64Array, hint: number, out: Float64Array): number {
  const { vertices } = shape;
  let branch = 0;
  if (vertices.length === 0) branch = findBranch(shape, direction);
  else if (vertices.length > 3 * FEW) branch = climb(shape, direction, hint);
  else branch = scan(vertices, direction);
  calcBranch(shape, branch, direction, out);
  return branch;
}

/** How many branches a core has. */
export const countBranches = ({ kind, vertices }: ConvexShape): number =>
  vertices.length > 0 ? vertices.length / 3 : kind === "ellipsoid" ? 1 : 2;

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

/** The end of a cylinder; of the tip and the rim of a cone the farther one: 2 b along the axis against a across it. */
function findBranch({ kind, extents, axis }: ConvexShape, d: Float64Array): number {
  if (kind === "ellipsoid") return 0;
  if (kind === "cylinder") return d[axis] < 0 ? 0 : 1;
  const u = d[(axis + 1) % 3];
  const v = d[(axis + 2) % 3];
  return 2 * extents[1] * d[axis] >= extents[0] * Math.sqrt(u * u + v * v) ? 1 : 0;
}

/** The farthest point of one branch. */
export function calcBranch(shape: ConvexShape, branch: number, d: Float64Array, out: Float64Array): void {
  const { vertices, kind, extents, axis } = shape;
  if (vertices.length > 0) {
    const at = 3 * branch;
    out[0] = vertices[at];
    out[1] = vertices[at + 1];
    out[2] = vertices[at + 2];
    return;
  }
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
  const isTip = kind === "cone" && branch === 1;
  const k = across > 0 && !isTip ? a / across : 0;
  out[axis] = branch === 1 ? b : -b;
  out[u] = k * d[u];
  out[v] = k * d[v];
}
