import type { Bounds } from "./Bounds.ts";

/** Where a body is and how it moves, in world axes: a `KinematicPort` will do. */
export interface MovingFrame {
  readonly r: ArrayLike<number>;
  readonly T: ArrayLike<number>;
  /** Velocity of the origin, and angular velocity. */
  readonly v: ArrayLike<number>;
  readonly w: ArrayLike<number>;
}

/** A step of time, and what velocities may change by within it. */
export interface SweepStep {
  /** s */
  readonly duration: number;
  /** Bounds of the acceleration of the origin, m/s², and of the angular acceleration, rad/s². Default: 0. */
  readonly acceleration?: number;
  readonly angularAcceleration?: number;
}

/**
 * A box that holds a shape during a step, once it is carried along `move = v h` from the beginning to the end.
 *
 * A point at the arm `s` from the body's origin is at `r + v t + e + Q s` with `|e| ≤ a h²/2`, and a turn `Q` by no more than
 * `φ = |ω| h + α h²/2` moves it by at most `|s| min(φ, 2)`. So the box at the beginning, wider by `a h²/2 + ρ min(φ, 2)` on
 * every side, holds it; and so does the box about the origin that is `ρ + a h²/2` wide to every side, ρ being how far the
 * shape reaches. The part that both have in common is taken.
 */
export function calcSweptBox(
  bounds: Bounds,
  { r, T, v, w }: MovingFrame,
  { duration: h, acceleration = 0, angularAcceleration = 0 }: SweepStep,
  out: Float64Array,
  move: Float64Array,
): void {
  const { reach } = bounds;
  bounds.calcBox(r, T, out, 0);
  const drift = 0.5 * acceleration * h * h;
  const angle = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) * h + 0.5 * angularAcceleration * h * h;
  // Shapes without end do not spread by a turn of zero.
  const spread = drift + (angle === 0 ? 0 : reach * Math.min(angle, 2));
  for (let i = 0; i < 3; i++) {
    move[i] = v[i] * h;
    out[i] = Math.max(out[i] - spread, r[i] - reach - drift);
    out[3 + i] = Math.min(out[3 + i] + spread, r[i] + reach + drift);
  }
}
