import { ConvexDistance } from "../../lib/collision/index.ts";
import { bruteForce, drawPair, type PosedPair } from "./hullPairs.ts";
import { RandomSource } from "./random.ts";

export interface HullErrors {
  /** Largest differences from trying everything, as parts of the shapes' size: cold, again from memory, the other way round. */
  distance: number;
  /** What the answer says of itself: `pointB − pointA = distance · normal`, a unit normal, both points on their shapes. */
  consistency: number;
  worst: string;
  fallbacks: number;
  failures: number;
  overlapping: number;
}

/** Seeded random pairs of polyhedra, touching and degenerate ones among them, against a separate calculation. */
export function measureHulls(count: number, seed = 1): HullErrors {
  const random = new RandomSource(seed);
  const out: HullErrors = { distance: 0, consistency: 0, worst: "", fallbacks: 0, failures: 0, overlapping: 0 };
  for (let i = 0; i < count; i++) {
    const drawn = drawPair(random, i);
    const expected = bruteForce(drawn);
    const { a, b, poseA, poseB } = drawn;
    const pair = new ConvexDistance(a, b);
    const turned = new ConvexDistance(b, a);
    pair.calc(poseA, poseB);
    const answers = [pair.distance];
    out.consistency = Math.max(out.consistency, checkAnswer(pair, drawn));
    pair.calc(poseA, poseB);
    turned.calc(poseB, poseA);
    answers.push(pair.distance, turned.distance);
    out.consistency = Math.max(out.consistency, checkAnswer(pair, drawn));
    out.fallbacks += pair.fallbackCount + turned.fallbackCount;
    if (expected < 0) out.overlapping++;
    const size = a.reach + b.reach;
    for (const answer of answers) {
      const error = Math.abs(answer - expected) / size;
      if (!Number.isFinite(error)) out.failures++;
      if (error > out.distance) {
        out.distance = error;
        out.worst = `pair ${i} (${drawn.kind}, ${a.label}, ${b.label}): ${answer}, not ${expected}`;
      }
    }
  }
  return out;
}

/** The largest contradiction in an answer, as a part of the size. */
function checkAnswer(pair: ConvexDistance, { a, b, poseA, poseB }: PosedPair): number {
  const { normal, pointA, pointB, distance } = pair;
  const size = a.reach + b.reach;
  let most = Math.abs(Math.hypot(...normal) - 1);
  for (let i = 0; i < 3; i++) {
    most = Math.max(most, Math.abs(pointB[i] - pointA[i] - distance * normal[i]) / size);
  }
  for (const [shape, pose, point] of [
    [a, poseA, pointA],
    [b, poseB, pointB],
  ] as const) {
    most = Math.max(most, findOutside(shape.polyhedron, pose, point) / size);
  }
  return most;
}

/** How far a point is outside of a polyhedron's planes at most; on the surface it is zero or less. */
function findOutside(
  polyhedron: ConvexDistance["a"]["polyhedron"],
  { r, T }: PosedPair["poseA"],
  point: Float64Array,
): number {
  if (!polyhedron) return 0;
  const [x, y, z] = [0, 1, 2].map(
    (k) => T[k] * (point[0] - r[0]) + T[3 + k] * (point[1] - r[1]) + T[6 + k] * (point[2] - r[2]),
  );
  let most = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < polyhedron.faceCount; f++) {
    const [a, b, c, offset] = polyhedron.planes.subarray(4 * f, 4 * f + 4);
    most = Math.max(most, a * x + b * y + c * z - offset);
  }
  return most;
}
