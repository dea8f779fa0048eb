import {
  matrixFromQuaternion,
  multiplyQuaternions,
  type Quaternion,
  rotateBack,
  subtract,
  type Vector3,
} from "../math/index.ts";

/** Where something is and how it is turned, in world axes. */
export interface Pose {
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

/** The pose of one thing in the axes of another. */
export function findPose(base: Pose, { position, orientation }: Pose): Pose {
  const [w, x, y, z] = base.orientation;
  return {
    position: rotateBack(matrixFromQuaternion(base.orientation), subtract(position, base.position)),
    orientation: multiplyQuaternions([w, -x, -y, -z], orientation),
  };
}

/** The axes of a file whose world is the model's turned by `turn`. */
export const turnBack = ([w, x, y, z]: Quaternion): Pose => ({ position: [0, 0, 0], orientation: [w, -x, -y, -z] });
