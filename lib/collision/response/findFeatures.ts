import { LINE } from "../ContactFeature.ts";
import type { ContactManifold } from "../ContactManifold.ts";
import type { ConvexShape } from "../ConvexShape.ts";
import { encodeEdge } from "../features/CoreEdge.ts";
import { FLAT, RIM } from "../features/CorePoint.ts";
import { NEAREST } from "../features/createFeaturePair.ts";
import { calcDot } from "../features/FeaturePair.ts";
import type { PlacedShape } from "../features/PlacedShape.ts";
import type { Pose } from "../Pose.ts";
import { type CoreFeature, findCoreFeature } from "./findCoreFeature.ts";
import { findPlane } from "./findPlane.ts";

/**
 * Shapes farther apart than this part of the size of the smaller one are followed by their nearest points; and so are those that do
 * not touch yet and will do so at one point.
 */
const NEAR = 0.02;
export const TOUCHING = 1e-7;

/** Edges with a smaller sine between them do not cross; points where they do are left out of a manifold. */
const CROSSING = 0.02;

/** The names of the features at which two shapes touch or may touch first; the manifold is found at the poses. */
export function findFeatures(
  a: PlacedShape,
  b: PlacedShape,
  manifold: ContactManifold,
  poseA: Pose,
  poseB: Pose,
  size: number,
): readonly string[] {
  const { pair } = manifold;
  if (a.shape.kind === "point" && b.shape.kind === "point") return ["v0.0"];
  if (pair.distance > NEAR * size) return [NEAREST];
  const { normal: n } = pair;
  const isRocking = isTilted(a.shape, manifold.a, poseA, n) || isTilted(b.shape, manifold.b, poseB, n);
  if (manifold.count > 1 && !isRocking) {
    const names = listPoints(a, b, manifold, pair.normal, poseA, poseB);
    if (names.length > 0) return names;
  }
  return [pair.distance > TOUCHING * size ? NEAREST : nameNearest(a, b, manifold, poseA, poseB)];
}

/** The points of a manifold; none where one of the shapes is curved in a way that has no points of its own. */
function listPoints(
  a: PlacedShape,
  b: PlacedShape,
  manifold: ContactManifold,
  n: Float64Array,
  poseA: Pose,
  poseB: Pose,
): string[] {
  const names = new Set<string>();
  for (let k = 0; k < manifold.count; k++) {
    const one = readName(a, manifold.a, manifold.featuresA[k]);
    const two = readName(b, manifold.b, manifold.featuresB[k]);
    if (!one || !two) continue;
    const name = join(a, b, one, two, n, poseA, poseB);
    if (name) names.add(name);
  }
  return [...names];
}

/** What a manifold calls a feature. */
function readName({ shape }: PlacedShape, feature: ContactManifold["a"], name: number): CoreFeature | undefined {
  if (shape.vertices.length === 0) return readRoundName(shape, feature, name);
  if (name >= feature.corners) {
    const first = Math.floor(name / feature.corners) - 1;
    return { kind: "edge", number: encodeEdge({ shape } as PlacedShape, first, name % feature.corners) };
  }
  if (name >= 0) return { kind: "point", number: name };
  if (feature.count > 2) return { kind: "face", number: -1 - name };
  return { kind: "edge", number: encodeEdge({ shape } as PlacedShape, feature.names[0], feature.names[1]) };
}

/** Of cylinders and cones: ends of a line on the flank are points of the rims; corners of round ends, and round ends. */
function readRoundName(shape: ConvexShape, feature: ContactManifold["a"], name: number): CoreFeature | undefined {
  if (name >= feature.corners || shape.kind === "ellipsoid") return undefined;
  if (name >= LINE) return { kind: "point", number: name - LINE };
  if (name >= 0) return { kind: "point", number: RIM + name };
  return feature.count > 2 ? { kind: "face", number: -1 - name } : undefined;
}

/** Whether a round end is tilted so much that it touches at one point of its rim. */
function isTilted({ kind, axis }: ConvexShape, feature: ContactManifold["a"], { T }: Pose, n: Float64Array): boolean {
  if ((kind !== "cylinder" && kind !== "cone") || feature.count < 3) return false;
  const along = T[axis] * n[0] + T[3 + axis] * n[1] + T[6 + axis] * n[2];
  return 1 - along * along > FLAT * FLAT;
}

/** The features at the nearest points. */
function nameNearest(a: PlacedShape, b: PlacedShape, { pair }: ContactManifold, poseA: Pose, poseB: Pose): string {
  const { normal: n } = pair;
  const one = findCoreFeature(a.shape, poseA, pair.pointA, n, 1);
  const two = findCoreFeature(b.shape, poseB, pair.pointB, n, -1);
  const isCurved = a.shape.vertices.length === 0 || b.shape.vertices.length === 0;
  return (
    join(a, b, one, two, n, poseA, poseB) ??
    (isCurved ? undefined : findPlane(a, b, poseA, poseB, n, one, two)) ??
    NEAREST
  );
}

/** The name of two features together; nothing where they have none. */
function join(
  a: PlacedShape,
  b: PlacedShape,
  one: CoreFeature,
  two: CoreFeature,
  n: Float64Array,
  poseA: Pose,
  poseB: Pose,
): string | undefined {
  const pair = `${one.number}.${two.number}`;
  if (one.kind === "face" && two.kind === "point") return `f${pair}`;
  if (one.kind === "point" && two.kind === "face") return `p${pair}`;
  if (one.kind === "edge" && two.kind === "edge") {
    const sine = findCrossing(a, b, one.number, two.number, n, poseA, poseB);
    return Math.abs(sine) > CROSSING ? `${sine > 0 ? "e" : "d"}${pair}` : undefined;
  }
  // Curved ones have their own ways, and so have those without a face or an edge.
  if (a.shape.vertices.length === 0 || b.shape.vertices.length === 0) return undefined;
  const isRound = a.shape.radius + b.shape.radius > 0;
  if (isRound && one.kind === "point" && two.kind === "point") return `v${pair}`;
  if (isRound && one.kind === "edge" && two.kind === "point") return `l${pair}`;
  if (isRound && one.kind === "point" && two.kind === "edge") return `m${pair}`;
  return findPlane(a, b, poseA, poseB, n, one, two);
}

/** `[e_A, e_B]·n` of unit vectors. */
function findCrossing(
  a: PlacedShape,
  b: PlacedShape,
  one: number,
  two: number,
  n: Float64Array,
  poseA: Pose,
  poseB: Pose,
): number {
  const u = findDirection(a.shape, poseA, one);
  const v = findDirection(b.shape, poseB, two);
  const across = Float64Array.of(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
  return calcDot(across, n);
}

function findDirection({ vertices }: ConvexShape, { T }: Pose, code: number): number[] {
  const count = vertices.length / 3;
  const [from, to] = [Math.floor(code / count), code % count];
  const own = [0, 1, 2].map((i) => vertices[3 * to + i] - vertices[3 * from + i]);
  const length = Math.hypot(...own);
  return [0, 1, 2].map((i) => (T[3 * i] * own[0] + T[3 * i + 1] * own[1] + T[3 * i + 2] * own[2]) / length);
}
