import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { ClosedFormTracker } from "./ClosedFormTracker.ts";

/*
 * The second surface lies at distance ρ from a core: a point, a line, a circle. With q the point of the core that is
 * nearest to the sphere's centre c, w = q − c, D = |w|, m = w/D:
 *
 *   P₁ = c + R m,   P₂ = q − ρ m,   gap = D − R − ρ,   ṁ = (ẇ − (m·ẇ) m)/D.
 *
 * In a hollow surface the sphere touches on the far side, away from the core: with −m for m and −ρ for ρ the rest is the
 * same, and gap = ρ − D − R.
 */
/** The first surface is a sphere; what is left is the nearest point of the second one's core and its velocity. */
export abstract class SphereTracker extends ClosedFormTracker {
  /** q − c (0–2), its rate (3–5). */
  protected readonly way = new Float64Array(6);
  private readonly radius: number;
  private readonly tube: number;
  private readonly side: number;
  /** m (0–2), D (3). */
  private readonly work = new Float64Array(4);

  /** `tube` is negative if the second surface is hollow. */
  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean, radius: number, tube: number) {
    super(frameA, frameB, isSwapped);
    this.radius = radius;
    this.tube = tube;
    this.side = tube < 0 ? -1 : 1;
  }

  /** The way from the sphere's centre to the nearest point of the core. */
  protected abstract findWay(): void;

  /** Its rate. */
  protected abstract calcWayRate(): void;

  override track(): void {
    const { result, way, work, one, two, sign, radius, tube, side } = this;
    const { r } = this.first;
    this.findWay();
    const D = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    if (!(D > 1e-9 * (radius + Math.abs(tube)))) {
      throw this.describe("the sphere's centre is on the core of the other, no point is nearest", "move the sphere");
    }
    const scale = side / D;
    const m0 = way[0] * scale;
    const m1 = way[1] * scale;
    const m2 = way[2] * scale;
    const reach = side * D - tube;
    result[one] = r[0] + radius * m0;
    result[one + 1] = r[1] + radius * m1;
    result[one + 2] = r[2] + radius * m2;
    result[two] = r[0] + reach * m0;
    result[two + 1] = r[1] + reach * m1;
    result[two + 2] = r[2] + reach * m2;
    result[6] = sign * m0;
    result[7] = sign * m1;
    result[8] = sign * m2;
    work[0] = m0;
    work[1] = m1;
    work[2] = m2;
    work[3] = D;
    result[18] = side * D - radius - tube;
  }

  override calcVelocities(): void {
    const { result, way, work, one, two, sign, radius, tube, side } = this;
    const { v } = this.first;
    this.calcWayRate();
    const w0 = way[3];
    const w1 = way[4];
    const w2 = way[5];
    const along = work[0] * w0 + work[1] * w1 + work[2] * w2;
    const scale = side / work[3];
    const m0 = (w0 - along * work[0]) * scale;
    const m1 = (w1 - along * work[1]) * scale;
    const m2 = (w2 - along * work[2]) * scale;
    result[9 + one] = v[0] + radius * m0;
    result[10 + one] = v[1] + radius * m1;
    result[11 + one] = v[2] + radius * m2;
    result[9 + two] = v[0] + w0 - tube * m0;
    result[10 + two] = v[1] + w1 - tube * m1;
    result[11 + two] = v[2] + w2 - tube * m2;
    result[15] = sign * m0;
    result[16] = sign * m1;
    result[17] = sign * m2;
  }
}
