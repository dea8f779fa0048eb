/**
 * A surface at distance `tube` from a circle of radius `ring` about `axis` through the origin. A sphere has no ring, a
 * circular edge no tube. A spindle, the arc of radius `tube` turned about a chord, is the inner part of such a surface whose
 * circle passes on the other side of the axis: its ring is negative.
 */
export interface Ring {
  /** Unit length, in the surface's axes. */
  axis: ArrayLike<number>;
  ring: number;
  tube: number;
}
