import type { SurfaceFrame } from "../SurfaceFrame.ts";
import type { Ring } from "./Ring.ts";
import { SphereTracker } from "./SphereTracker.ts";

/*
 * With p = c − O the way from the ring's centre to the sphere's, k the axis, a = p·k, w = p − a k, s = |w|, e = w/s, the
 * nearest point of the circle is q = O + ring e:
 *
 *   q − c = ring e − p,   ẇ = ṗ − (ṗ·k + p·k̇) k − a k̇,   ė = (ẇ − (ẇ·e) e)/s,   k̇ = [ω, k].
 */
/** A sphere and a sphere, a torus, a circular edge or a circular spindle. */
export class SphereRingTracker extends SphereTracker {
  private readonly axis: Float64Array;
  private readonly ring: number;
  private readonly ringTube: number;
  /** k (0–2), e (3–5), p (6–8), a (9), s (10). */
  private readonly parts = new Float64Array(11);

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean, radius: number, shape: Ring) {
    super(frameA, frameB, isSwapped, radius, shape.tube);
    this.axis = Float64Array.from(shape.axis);
    this.ring = shape.ring;
    this.ringTube = shape.tube;
  }

  protected override findWay(): void {
    const { way, parts, ring, axis } = this;
    const { r, T } = this.second;
    const c = this.first.r;
    const p0 = c[0] - r[0];
    const p1 = c[1] - r[1];
    const p2 = c[2] - r[2];
    way[0] = -p0;
    way[1] = -p1;
    way[2] = -p2;
    if (ring === 0) return;
    const k0 = T[0] * axis[0] + T[1] * axis[1] + T[2] * axis[2];
    const k1 = T[3] * axis[0] + T[4] * axis[1] + T[5] * axis[2];
    const k2 = T[6] * axis[0] + T[7] * axis[1] + T[8] * axis[2];
    const a = p0 * k0 + p1 * k1 + p2 * k2;
    const w0 = p0 - a * k0;
    const w1 = p1 - a * k1;
    const w2 = p2 - a * k2;
    const s = Math.sqrt(w0 * w0 + w1 * w1 + w2 * w2);
    if (!(s > 1e-9 * Math.abs(ring))) {
      throw this.describe("a whole circle is nearest, the sphere's centre is on the axis", "move the sphere off it");
    }
    // On a spindle the foot leaves the axis by tube·(s − ring)/D + ring, D the way's length; negative is beyond the tip.
    const D = Math.sqrt(a * a + (s - ring) * (s - ring));
    if (ring < 0 && !(ring * D + this.ringTube * (s - ring) > 0)) {
      throw this.describe("the nearest point is a tip, where there is no normal", "keep the sphere beside the spindle");
    }
    parts[0] = k0;
    parts[1] = k1;
    parts[2] = k2;
    parts[3] = w0 / s;
    parts[4] = w1 / s;
    parts[5] = w2 / s;
    parts[6] = p0;
    parts[7] = p1;
    parts[8] = p2;
    parts[9] = a;
    parts[10] = s;
    for (let i = 0; i < 3; i++) way[i] += ring * parts[3 + i];
  }

  protected override calcWayRate(): void {
    const { way, parts, ring } = this;
    const { v, w } = this.second;
    const c = this.first.v;
    const p0 = c[0] - v[0];
    const p1 = c[1] - v[1];
    const p2 = c[2] - v[2];
    way[3] = -p0;
    way[4] = -p1;
    way[5] = -p2;
    if (ring === 0) return;
    const k0 = parts[0];
    const k1 = parts[1];
    const k2 = parts[2];
    const e0 = parts[3];
    const e1 = parts[4];
    const e2 = parts[5];
    const a = parts[9];
    const m0 = w[1] * k2 - w[2] * k1;
    const m1 = w[2] * k0 - w[0] * k2;
    const m2 = w[0] * k1 - w[1] * k0;
    const rate = p0 * k0 + p1 * k1 + p2 * k2 + parts[6] * m0 + parts[7] * m1 + parts[8] * m2;
    const u0 = p0 - rate * k0 - a * m0;
    const u1 = p1 - rate * k1 - a * m1;
    const u2 = p2 - rate * k2 - a * m2;
    const along = u0 * e0 + u1 * e1 + u2 * e2;
    const scale = ring / parts[10];
    way[3] += scale * (u0 - along * e0);
    way[4] += scale * (u1 - along * e1);
    way[5] += scale * (u2 - along * e2);
  }
}
