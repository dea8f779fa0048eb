import type { ConvexShape } from "../ConvexShape.ts";
import { encodeEdge } from "../features/CoreEdge.ts";
import type { PlacedShape } from "../features/PlacedShape.ts";
import type { Pose } from "../Pose.ts";
import type { CoreFeature } from "./findCoreFeature.ts";

/** Planes whose normal is at a larger angle from the one that was found (by its cosine) do not count. */
const ALONG = 0.3;
/** Edges with a smaller sine between them have no common normal. */
const CROSSING = 0.02;

/**
 * Sharp shapes that meet at two corners, at a corner and an edge, or at two edges side by side have no normal of their own: any
 * plane between them will do. The one that keeps them farthest apart is taken, of those along faces and along two edges, one of
 * each shape, that meet where they touch.
 */
export function findPlane(
  a: PlacedShape,
  b: PlacedShape,
  poseA: Pose,
  poseB: Pose,
  n: Float64Array,
  one: CoreFeature,
  two: CoreFeature,
): string | undefined {
  const [pointsA, pointsB] = [placeCorners(a.shape, poseA), placeCorners(b.shape, poseB)];
  let best: string | undefined;
  let most = Number.NEGATIVE_INFINITY;
  /** A plane across the direction `m` from A to B. */
  const consider = (m: readonly number[], name: (lowestA: number, lowestB: number) => string) => {
    if (m[0] * n[0] + m[1] * n[1] + m[2] * n[2] < ALONG) return;
    const highest = findLowest(
      pointsA,
      m.map((x) => -x),
    );
    const lowest = findLowest(pointsB, m);
    const apart = lowest.height + highest.height;
    if (apart <= most) return;
    most = apart;
    best = name(highest.corner, lowest.corner);
  };
  listNormals(a.shape, poseA).forEach((m, f) => {
    consider(m, (_, corner) => `f${f}.${corner}`);
  });
  listNormals(b.shape, poseB).forEach((m, f) => {
    consider(
      m.map((x) => -x),
      (corner) => `p${corner}.${f}`,
    );
  });
  for (const [first, second] of listEdges(a.shape, one)) {
    for (const [third, fourth] of listEdges(b.shape, two)) {
      const u = subtract(pointsA[second], pointsA[first]);
      const v = subtract(pointsB[fourth], pointsB[third]);
      const across = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const size = Math.hypot(...across);
      if (size < CROSSING * Math.hypot(...u) * Math.hypot(...v)) continue;
      const pair = `${encodeEdge(a, first, second)}.${encodeEdge(b, third, fourth)}`;
      consider(
        across.map((x) => x / size),
        () => `e${pair}`,
      );
      consider(
        across.map((x) => -x / size),
        () => `d${pair}`,
      );
    }
  }
  return best;
}

const subtract = (p: readonly number[], q: readonly number[]): number[] => p.map((x, i) => x - q[i]);

function placeCorners({ vertices }: ConvexShape, { r, T }: Pose): number[][] {
  return Array.from({ length: vertices.length / 3 }, (_, k) =>
    [0, 1, 2].map((i) => r[i] + turn(T, i, vertices, 3 * k)),
  );
}

const listNormals = ({ polyhedron }: ConvexShape, { T }: Pose): number[][] =>
  Array.from({ length: polyhedron?.faceCount ?? 0 }, (_, f) =>
    [0, 1, 2].map((i) => turn(T, i, (polyhedron as NonNullable<typeof polyhedron>).planes, 4 * f)),
  );

/** Edges at a feature, from the smaller corner to the larger: the edge itself, or those that begin at a corner. */
function listEdges(
  { vertices, neighbours, neighbourStart }: ConvexShape,
  { kind, number }: CoreFeature,
): [number, number][] {
  const count = vertices.length / 3;
  if (kind === "edge") return [[Math.floor(number / count), number % count]];
  if (kind === "face" || neighbourStart.length === 0) return [];
  return [...neighbours.subarray(neighbourStart[number], neighbourStart[number + 1])].map((other) => [
    Math.min(number, other),
    Math.max(number, other),
  ]);
}

function findLowest(points: readonly number[][], m: readonly number[]): { corner: number; height: number } {
  let corner = 0;
  let height = Number.POSITIVE_INFINITY;
  points.forEach((p, k) => {
    const value = m[0] * p[0] + m[1] * p[1] + m[2] * p[2];
    if (value >= height) return;
    height = value;
    corner = k;
  });
  return { corner, height };
}

const turn = (T: Float64Array, i: number, v: Float64Array, at: number): number =>
  T[3 * i] * v[at] + T[3 * i + 1] * v[at + 1] + T[3 * i + 2] * v[at + 2];
