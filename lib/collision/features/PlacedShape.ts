import type { ConvexShape } from "../ConvexShape.ts";
import type { Pose } from "../Pose.ts";

/** A shape where it sits on its body: from the centre of mass (a base: its origin), in the body's axes. */
export interface PlacedShape {
  readonly shape: ConvexShape;
  readonly place: Pose;
}

/** Where a body is and how it moves, in world axes: `KinematicPort` and `SurfaceFrame`. */
export interface BodyFrame extends Pose {
  readonly v: Float64Array;
  readonly w: Float64Array;
}

/** A point or a direction of the shape in the body's axes; a direction where `isDirection`. */
export function toBody(
  { place: { r, T } }: PlacedShape,
  p: ArrayLike<number>,
  at: number,
  isDirection: boolean,
): Float64Array {
  const out = new Float64Array(3);
  for (let i = 0; i < 3; i++) {
    out[i] = (isDirection ? 0 : r[i]) + T[3 * i] * p[at] + T[3 * i + 1] * p[at + 1] + T[3 * i + 2] * p[at + 2];
  }
  return out;
}
