import {
  add,
  matrixFromQuaternion,
  multiplyQuaternions,
  type Quaternion,
  rotate,
  type Vector3,
} from "../../math/index.ts";

/** Where a frame is in the axes of another one: its origin, and the turn from its axes to them. */
export interface Placement {
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

/** A frame in the axes in which `outer` is given, of one that is given in the axes of `outer`. */
export const composePlacements = (outer: Placement, inner: Placement): Placement => ({
  position: add(outer.position, rotate(matrixFromQuaternion(outer.orientation), inner.position)),
  orientation: multiplyQuaternions(outer.orientation, inner.orientation),
});

/** A frame in its own axes. */
export const SAME_PLACE: Placement = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };
