import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { type PlaneShape, PlaneTracker } from "./PlaneTracker.ts";
import type { Ring } from "./Ring.ts";

/*
 * With d the direction to the plane, k the axis, c = d·k, w = d − c k, s = |w|, e = w/s:
 *
 *   P = O + ring e + tube d,   v = v_O + ring ė + tube ḋ,
 *   ẇ = ḋ − (ḋ·k + d·k̇) k − c k̇,   ė = (ẇ − (ẇ·e) e)/s,   k̇ = [ω, k].
 */
/** Sphere, torus, circular edge or circular spindle on a plane. */
export class RingPlaneTracker extends PlaneTracker {
  private readonly axis: Float64Array;
  private readonly ring: number;
  private readonly tube: number;
  /** k (0–2), e (3–5), c (6), s (7). */
  private readonly work = new Float64Array(8);

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean, plane: PlaneShape, shape: Ring) {
    super(frameA, frameB, isSwapped, plane);
    this.axis = Float64Array.from(shape.axis);
    this.ring = shape.ring;
    this.tube = shape.tube;
  }

  protected override findLowest(): void {
    const { result, down: d, two, work, ring, tube, axis } = this;
    const { r, T } = this.second;
    if (ring === 0) {
      for (let i = 0; i < 3; i++) result[two + i] = r[i] + tube * d[i];
      return;
    }
    const k0 = T[0] * axis[0] + T[1] * axis[1] + T[2] * axis[2];
    const k1 = T[3] * axis[0] + T[4] * axis[1] + T[5] * axis[2];
    const k2 = T[6] * axis[0] + T[7] * axis[1] + T[8] * axis[2];
    const c = d[0] * k0 + d[1] * k1 + d[2] * k2;
    const w0 = d[0] - c * k0;
    const w1 = d[1] - c * k1;
    const w2 = d[2] - c * k2;
    const s = Math.sqrt(w0 * w0 + w1 * w1 + w2 * w2);
    if (!(s > 1e-9)) {
      throw this.describe("a whole circle is nearest, the axis is along the plane's normal", "tilt the body");
    }
    if (!(ring + tube * s > 0)) {
      throw this.describe("the nearest point is a tip, where there is no normal", "keep the body lying on its side");
    }
    work[0] = k0;
    work[1] = k1;
    work[2] = k2;
    work[3] = w0 / s;
    work[4] = w1 / s;
    work[5] = w2 / s;
    work[6] = c;
    work[7] = s;
    for (let i = 0; i < 3; i++) result[two + i] = r[i] + ring * work[3 + i] + tube * d[i];
  }

  protected override calcLowestVelocity(): void {
    const { result, down: d, two, work, ring, tube } = this;
    const { v, w } = this.second;
    for (let i = 0; i < 3; i++) result[9 + two + i] = v[i] + tube * d[3 + i];
    if (ring === 0) return;
    const k0 = work[0];
    const k1 = work[1];
    const k2 = work[2];
    const e0 = work[3];
    const e1 = work[4];
    const e2 = work[5];
    const c = work[6];
    const m0 = w[1] * k2 - w[2] * k1;
    const m1 = w[2] * k0 - w[0] * k2;
    const m2 = w[0] * k1 - w[1] * k0;
    const rate = d[3] * k0 + d[4] * k1 + d[5] * k2 + d[0] * m0 + d[1] * m1 + d[2] * m2;
    const u0 = d[3] - rate * k0 - c * m0;
    const u1 = d[4] - rate * k1 - c * m1;
    const u2 = d[5] - rate * k2 - c * m2;
    const along = u0 * e0 + u1 * e1 + u2 * e2;
    const scale = ring / work[7];
    result[9 + two] += scale * (u0 - along * e0);
    result[10 + two] += scale * (u1 - along * e1);
    result[11 + two] += scale * (u2 - along * e2);
  }
}
