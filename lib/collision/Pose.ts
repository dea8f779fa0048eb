/** Where a shape is: what bodies tell (`body.kinematics`), surface frames, and `KinematicPort.of({ position, orientation })`. */
export interface Pose {
  /** Origin of the shape's axes in the world. */
  readonly r: Float64Array;
  /** Rotation from the shape's axes to world axes, row by row. */
  readonly T: Float64Array;
}
