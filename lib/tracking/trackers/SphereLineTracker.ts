import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { SphereTracker } from "./SphereTracker.ts";

/** A cylinder without ends about `axis` (unit length, in the surface's axes) through the origin. */
export interface CylinderShape {
  axis: ArrayLike<number>;
  radius: number;
}

/*
 * With p = c − O from the cylinder's origin to the sphere's centre and k the axis, a = p·k, the way to the axis is
 * q − c = a k − p, and its rate (ṗ·k + p·k̇) k + a k̇ − ṗ with k̇ = [ω, k].
 */
/** A sphere beside a cylinder without ends. */
export class SphereLineTracker extends SphereTracker {
  private readonly axis: Float64Array;
  /** k (0–2), p (3–5), a (6). */
  private readonly parts = new Float64Array(7);

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean, radius: number, shape: CylinderShape) {
    super(frameA, frameB, isSwapped, radius, shape.radius);
    this.axis = Float64Array.from(shape.axis);
  }

  protected override findWay(): void {
    const { way, parts, axis } = this;
    const { r, T } = this.second;
    const c = this.first.r;
    const k0 = T[0] * axis[0] + T[1] * axis[1] + T[2] * axis[2];
    const k1 = T[3] * axis[0] + T[4] * axis[1] + T[5] * axis[2];
    const k2 = T[6] * axis[0] + T[7] * axis[1] + T[8] * axis[2];
    const p0 = c[0] - r[0];
    const p1 = c[1] - r[1];
    const p2 = c[2] - r[2];
    const a = k0 * p0 + k1 * p1 + k2 * p2;
    way[0] = a * k0 - p0;
    way[1] = a * k1 - p1;
    way[2] = a * k2 - p2;
    parts[0] = k0;
    parts[1] = k1;
    parts[2] = k2;
    parts[3] = p0;
    parts[4] = p1;
    parts[5] = p2;
    parts[6] = a;
  }

  protected override calcWayRate(): void {
    const { way, parts } = this;
    const { v, w } = this.second;
    const c = this.first.v;
    const k0 = parts[0];
    const k1 = parts[1];
    const k2 = parts[2];
    const p0 = c[0] - v[0];
    const p1 = c[1] - v[1];
    const p2 = c[2] - v[2];
    const a = parts[6];
    const m0 = w[1] * k2 - w[2] * k1;
    const m1 = w[2] * k0 - w[0] * k2;
    const m2 = w[0] * k1 - w[1] * k0;
    const rate = p0 * k0 + p1 * k1 + p2 * k2 + parts[3] * m0 + parts[4] * m1 + parts[5] * m2;
    way[3] = rate * k0 + a * m0 - p0;
    way[4] = rate * k1 + a * m1 - p1;
    way[5] = rate * k2 + a * m2 - p2;
  }
}
