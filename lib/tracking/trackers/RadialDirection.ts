import type { SurfaceFrame } from "../SurfaceFrame.ts";

/*
 * For a vector x and an axis k that turns with a body, k̇ = [ω, k]:
 *
 *   c = x·k,   w = x − c k,   s = |w|,   e = w/s,
 *   ẇ = ẋ − (ẋ·k + x·k̇) k − c k̇,   ė = (ẇ − (ẇ·e) e)/s.
 */
/** The unit direction in which a moving vector points away from the axis of a surface, and its rate. */
export class RadialDirection {
  /** x (0–2) and ẋ (3–5), in world axes: given. */
  readonly x = new Float64Array(6);
  /** e (0–2) and ė (3–5). */
  readonly e = new Float64Array(6);
  /** k (0–2), c (3), s (4). */
  readonly parts = new Float64Array(5);
  private readonly frame: SurfaceFrame;
  private readonly axis: Float64Array;

  /** `axis` has unit length and is in the axes of the surface. */
  constructor(frame: SurfaceFrame, axis: ArrayLike<number>) {
    this.frame = frame;
    this.axis = Float64Array.from(axis);
  }

  /** `e` and `parts` from `x`; without meaning where s = 0. */
  find(): void {
    const { x, e, parts, axis } = this;
    const { T } = this.frame;
    const k0 = T[0] * axis[0] + T[1] * axis[1] + T[2] * axis[2];
    const k1 = T[3] * axis[0] + T[4] * axis[1] + T[5] * axis[2];
    const k2 = T[6] * axis[0] + T[7] * axis[1] + T[8] * axis[2];
    const c = x[0] * k0 + x[1] * k1 + x[2] * k2;
    const w0 = x[0] - c * k0;
    const w1 = x[1] - c * k1;
    const w2 = x[2] - c * k2;
    const s = Math.sqrt(w0 * w0 + w1 * w1 + w2 * w2);
    parts[0] = k0;
    parts[1] = k1;
    parts[2] = k2;
    parts[3] = c;
    parts[4] = s;
    const scale = 1 / s;
    e[0] = w0 * scale;
    e[1] = w1 * scale;
    e[2] = w2 * scale;
  }

  /** `ė` from `ẋ`; follows `find`. */
  calcRate(): void {
    const { x, e, parts } = this;
    const { w } = this.frame;
    const k0 = parts[0];
    const k1 = parts[1];
    const k2 = parts[2];
    const c = parts[3];
    const s = parts[4];
    const m0 = w[1] * k2 - w[2] * k1;
    const m1 = w[2] * k0 - w[0] * k2;
    const m2 = w[0] * k1 - w[1] * k0;
    const rate = x[3] * k0 + x[4] * k1 + x[5] * k2 + x[0] * m0 + x[1] * m1 + x[2] * m2;
    const u0 = x[3] - rate * k0 - c * m0;
    const u1 = x[4] - rate * k1 - c * m1;
    const u2 = x[5] - rate * k2 - c * m2;
    const along = u0 * e[0] + u1 * e[1] + u2 * e[2];
    const scale = 1 / s;
    e[3] = (u0 - along * e[0]) * scale;
    e[4] = (u1 - along * e[1]) * scale;
    e[5] = (u2 - along * e[2]) * scale;
  }
}
