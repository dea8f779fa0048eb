import { add, cross, dot, norm, rotate, scale, subtract, type Triple } from "../../lib/math/index.ts";

/** A polyhedron in world axes: corners, triangles and edges as lists of points. */
export interface WorldHull {
  corners: Triple[];
  triangles: [Triple, Triple, Triple][];
  edges: [Triple, Triple][];
  normals: Triple[];
}

interface Faces {
  readonly vertices: Float64Array;
  readonly faceStart: Int32Array;
  readonly faceVertices: Int32Array;
}

/** Corners, faces and edges of a posed polyhedron; normals anew from the corners. */
export function placeHull(
  { vertices, faceStart, faceVertices }: Faces,
  { r, T }: { r: ArrayLike<number>; T: ArrayLike<number> },
): WorldHull {
  const corners = Array.from({ length: vertices.length / 3 }, (_, i) =>
    add(r, rotate(T, vertices.subarray(3 * i, 3 * i + 3))),
  );
  const out: WorldHull = { corners, triangles: [], edges: [], normals: [] };
  for (let f = 0; f + 1 < faceStart.length; f++) {
    const face = [...faceVertices.subarray(faceStart[f], faceStart[f + 1])];
    let best: Triple = [0, 0, 0];
    for (let i = 1; i + 1 < face.length; i++) {
      const [a, b, c] = [face[0], face[i], face[i + 1]].map((k) => corners[k]);
      out.triangles.push([a, b, c]);
      const n = cross(subtract(b, a), subtract(c, a));
      if (norm(n) > norm(best)) best = n;
    }
    out.normals.push(scale(best, 1 / norm(best)));
    face.forEach((k, i) => {
      const next = face[(i + 1) % face.length];
      if (k < next) out.edges.push([corners[k], corners[next]]);
    });
  }
  return out;
}

/**
 * The signed distance of two polyhedra by trying everything: separating axes first, all normals of faces and all products
 * of edges; the one along which they overlap least is the depth. Where one separates them, the least of the distances of all
 * corners from all triangles and of all edges from all edges.
 */
export function bruteDistance(a: WorldHull, b: WorldHull): number {
  let best = Number.NEGATIVE_INFINITY;
  const flatA = Float64Array.from(a.corners.flat());
  const flatB = Float64Array.from(b.corners.flat());
  const judge = (n: Triple) => {
    best = Math.max(best, calcGap(flatA, flatB, n));
  };
  for (const n of [...a.normals, ...b.normals]) judge(n);
  for (const [p, q] of a.edges) {
    for (const [r, s] of b.edges) {
      const u = subtract(q, p);
      const v = subtract(s, r);
      const n = cross(u, v);
      const length = norm(n);
      // Parallel edges have no product of their own: a face or another pair takes their place.
      if (length < 1e-9 * norm(u) * norm(v)) continue;
      judge(scale(n, 1 / length));
    }
  }
  if (best <= 0) return best;
  let least = Number.POSITIVE_INFINITY;
  for (const p of a.corners) for (const t of b.triangles) least = Math.min(least, pointToTriangle(p, t));
  for (const p of b.corners) for (const t of a.triangles) least = Math.min(least, pointToTriangle(p, t));
  for (const e of a.edges) for (const f of b.edges) least = Math.min(least, edgeToEdge(e, f));
  return least;
}

/** What the hulls are apart along a unit vector, in the better of its two senses. */
function calcGap(a: Float64Array, b: Float64Array, n: Triple): number {
  const [lowA, highA] = findRange(a, n);
  const [lowB, highB] = findRange(b, n);
  return Math.max(lowB - highA, lowA - highB);
}

function findRange(corners: Float64Array, [x, y, z]: Triple): [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < corners.length; i += 3) {
    const value = x * corners[i] + y * corners[i + 1] + z * corners[i + 2];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

function pointToTriangle(p: Triple, [a, b, c]: [Triple, Triple, Triple]): number {
  const n = cross(subtract(b, a), subtract(c, a));
  const isOver = (
    [
      [a, b],
      [b, c],
      [c, a],
    ] as const
  ).every(([from, to]) => dot(cross(subtract(to, from), subtract(p, from)), n) >= 0);
  if (isOver) return Math.abs(dot(subtract(p, a), n)) / norm(n);
  return Math.min(pointToEdge(p, a, b), pointToEdge(p, b, c), pointToEdge(p, c, a));
}

function pointToEdge(p: Triple, a: Triple, b: Triple): number {
  const e = subtract(b, a);
  const s = Math.min(1, Math.max(0, dot(subtract(p, a), e) / dot(e, e)));
  return norm(subtract(p, add(a, scale(e, s))));
}

/** Only the inside of both: ends are corners, which triangles are asked about. */
function edgeToEdge([a, b]: [Triple, Triple], [c, d]: [Triple, Triple]): number {
  const u = subtract(b, a);
  const v = subtract(d, c);
  const w = subtract(c, a);
  const uu = dot(u, u);
  const vv = dot(v, v);
  const uv = dot(u, v);
  const det = uu * vv - uv * uv;
  if (det <= 0) return Number.POSITIVE_INFINITY;
  const s = (dot(w, u) * vv - dot(w, v) * uv) / det;
  const t = (dot(w, u) * uv - dot(w, v) * uu) / det;
  if (s < 0 || s > 1 || t < 0 || t > 1) return Number.POSITIVE_INFINITY;
  // Of the places themselves: where the edges are nearly parallel these are vague, but no nearer than the nearest.
  return norm(subtract(add(w, scale(v, t)), scale(u, s)));
}
