import type { ConvexShape } from "../ConvexShape.ts";
import type { PlacedShape } from "../features/PlacedShape.ts";
import type { Pose } from "../Pose.ts";

/** Faces at a larger angle from the normal (by its cosine) do not count. */
const ALONG = 0.5;

/**
 * Sharp shapes that meet at two corners, at a corner and an edge, or at two edges side by side have no normal of their own: any
 * plane between them will do. The one that keeps them farthest apart of those along faces, and the corner that is lowest over
 * it, nearest to where they meet.
 */
export function findPlane(
  a: PlacedShape,
  b: PlacedShape,
  poseA: Pose,
  poseB: Pose,
  n: Float64Array,
): string | undefined {
  let best: string | undefined;
  let most = Number.NEGATIVE_INFINITY;
  const consider = (isFaceOfA: boolean, flat: ConvexShape, flatPose: Pose, other: ConvexShape, otherPose: Pose) => {
    const { polyhedron } = flat;
    if (!polyhedron) return;
    const { planes, faceCount } = polyhedron;
    for (let f = 0; f < faceCount; f++) {
      const m = [0, 1, 2].map((i) => dotRow(flatPose.T, i, planes, 4 * f));
      const cosine = (isFaceOfA ? 1 : -1) * (m[0] * n[0] + m[1] * n[1] + m[2] * n[2]);
      if (cosine < ALONG) continue;
      let height = Number.POSITIVE_INFINITY;
      let lowest = 0;
      for (let k = 0; k < other.vertices.length / 3; k++) {
        let value = -planes[4 * f + 3];
        for (let i = 0; i < 3; i++) {
          value += m[i] * (otherPose.r[i] - flatPose.r[i] + dotRow(otherPose.T, i, other.vertices, 3 * k));
        }
        if (value >= height) continue;
        height = value;
        lowest = k;
      }
      if (height <= most) continue;
      most = height;
      best = isFaceOfA ? `f${f}.${lowest}` : `p${lowest}.${f}`;
    }
  };
  consider(true, a.shape, poseA, b.shape, poseB);
  consider(false, b.shape, poseB, a.shape, poseA);
  return best;
}

const dotRow = (T: Float64Array, i: number, v: Float64Array, at: number): number =>
  T[3 * i] * v[at] + T[3 * i + 1] * v[at + 1] + T[3 * i + 2] * v[at + 2];
