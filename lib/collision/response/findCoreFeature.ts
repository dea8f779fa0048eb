import type { ConvexShape } from "../ConvexShape.ts";
import { findSupport } from "../findSupport.ts";
import type { Pose } from "../Pose.ts";

/** A feature of a core: a corner or another point of its surface by its branch, an edge by its code, a face by its number. */
export interface CoreFeature {
  readonly kind: "point" | "edge" | "face";
  readonly number: number;
}

/** Points nearer than this part of the size are the same, and directions this near to each other. */
const SAME = 1e-9;

/** The feature of a core on which a point `x` of the shape's surface with the outward normal `sign n` lies. */
export function findCoreFeature(
  shape: ConvexShape,
  { r, T }: Pose,
  x: Float64Array,
  n: Float64Array,
  sign: number,
): CoreFeature {
  const d = Float64Array.from([0, 1, 2], (i) => sign * (T[i] * n[0] + T[3 + i] * n[1] + T[6 + i] * n[2]));
  const surface = [0, 1, 2].map((i) => T[i] * (x[0] - r[0]) + T[3 + i] * (x[1] - r[1]) + T[6 + i] * (x[2] - r[2]));
  const p = surface.map((value, i) => value - shape.radius * d[i]);
  if (shape.polyhedron) return findOnPolyhedron(shape, p, d);
  if (shape.kind === "segment") {
    const place = p[shape.axis];
    const end = shape.extents[1] * (1 - SAME);
    return Math.abs(place) < end ? { kind: "edge", number: 1 } : { kind: "point", number: place < 0 ? 0 : 1 };
  }
  const isTurned = shape.kind === "cylinder" || shape.kind === "cone";
  const along = isTurned ? d[shape.axis] : 0;
  const isEnd = shape.kind === "cylinder" ? Math.abs(along) > 1 - SAME * SAME : along < SAME * SAME - 1;
  if (isTurned && isEnd) return { kind: "face", number: along > 0 ? 1 : 0 };
  return { kind: "point", number: findSupport(shape, d, 0, new Float64Array(3)) };
}

function findOnPolyhedron(shape: ConvexShape, p: readonly number[], d: Float64Array): CoreFeature {
  const { vertices, neighbourStart, neighbours, planes, faceCount } = shape.polyhedron as NonNullable<
    typeof shape.polyhedron
  >;
  const count = vertices.length / 3;
  const near = SAME * shape.reach;
  for (let i = 0; i < count; i++) {
    if (Math.hypot(...p.map((x, k) => x - vertices[3 * i + k])) < near) return { kind: "point", number: i };
  }
  for (let i = 0; i < count; i++) {
    for (let k = neighbourStart[i]; k < neighbourStart[i + 1]; k++) {
      const j = neighbours[k];
      if (j > i && calcOffset(vertices, i, j, p) < near) return { kind: "edge", number: i * count + j };
    }
  }
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < faceCount; f++) {
    const cosine = planes[4 * f] * d[0] + planes[4 * f + 1] * d[1] + planes[4 * f + 2] * d[2];
    if (cosine <= most) continue;
    most = cosine;
    best = f;
  }
  return { kind: "face", number: best };
}

/** Distance of a point from the segment between two corners. */
function calcOffset(vertices: Float64Array, i: number, j: number, p: readonly number[]): number {
  const way = [0, 1, 2].map((k) => vertices[3 * j + k] - vertices[3 * i + k]);
  const from = p.map((x, k) => x - vertices[3 * i + k]);
  const square = way.reduce((sum, x) => sum + x * x, 0);
  const s = Math.max(0, Math.min(1, way.reduce((sum, x, k) => sum + x * from[k], 0) / square));
  return Math.hypot(...from.map((x, k) => x - s * way[k]));
}
