import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { ClosedFormTracker } from "./ClosedFormTracker.ts";

/*
 * The second surface lies at distance ρ from a core: a point, a line, a circle. With q the point of the core that is
 * nearest to the sphere's centre c, w = q − c, D = |w|, m = w/D:
 *
 *   P₁ = c + R m,   P₂ = q − ρ m,   gap = D − R − ρ,   ṁ = (ẇ − (m·ẇ) m)/D.
 */
/** The first surface is a sphere; what is left is the nearest point of the second one's core and its velocity. */
export abstract class SphereTracker extends ClosedFormTracker {
  /** q − c (0–2), its rate (3–5). */
  protected readonly way = new Float64Array(6);
  private readonly radius: number;
  private readonly tube: number;
  /** m (0–2), D (3). */
  private readonly work = new Float64Array(4);

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean, radius: number, tube: number) {
    super(frameA, frameB, isSwapped);
    this.radius = radius;
    this.tube = tube;
  }

  /** The way from the sphere's centre to the nearest point of the core. */
  protected abstract findWay(): void;

  /** Its rate. */
  protected abstract calcWayRate(): void;

  override track(): void {
    const { result, way, work, one, two, sign, radius, tube } = this;
    const { r } = this.first;
    this.findWay();
    const D = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    if (!(D > 1e-9 * (radius + Math.abs(tube)))) {
      throw this.describe("the sphere's centre is on the core of the other, no point is nearest", "move the sphere");
    }
    for (let i = 0; i < 3; i++) {
      const m = way[i] / D;
      work[i] = m;
      result[one + i] = r[i] + radius * m;
      result[two + i] = r[i] + (D - tube) * m;
      result[6 + i] = sign * m;
    }
    work[3] = D;
    result[18] = D - radius - tube;
  }

  override calcVelocities(): void {
    const { result, way, work, one, two, sign, radius, tube } = this;
    const { v } = this.first;
    this.calcWayRate();
    const along = work[0] * way[3] + work[1] * way[4] + work[2] * way[5];
    for (let i = 0; i < 3; i++) {
      const rate = (way[3 + i] - along * work[i]) / work[3];
      result[9 + one + i] = v[i] + radius * rate;
      result[9 + two + i] = v[i] + way[3 + i] - tube * rate;
      result[15 + i] = sign * rate;
    }
  }
}
