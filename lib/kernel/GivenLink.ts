import type { Quaternion } from "../math/index.ts";
import type { Jet } from "../rigidbody/index.ts";
import { AxialLink, type AxialPlace } from "./AxialLink.ts";
import type { Link } from "./Link.ts";
import { passImpulse, passToParent, passWrench } from "./passToParent.ts";
import type { WrenchSweep } from "./RowFeatures.ts";

/**
 * An axial link whose motion is given (a driven joint), or that does not move at all (a weld): no open direction. The
 * given acceleration goes into ξ, and inertia and wrench pass to the parent undiminished.
 */
export class GivenLink extends AxialLink {
  override readonly coordinateCount = 0;
  override readonly rateCount = 0;
  /** `[x, ẋ, ẍ]`, set at each time. */
  readonly drive = new Float64Array(3);
  readonly motion: Jet | null;

  constructor(parent: Link, place: AxialPlace, motion: Jet | null) {
    super(parent, place);
    this.motion = motion;
  }

  setTime(t: number): void {
    if (this.motion === null) return;
    const jet = this.motion(t);
    this.drive[0] = jet[0];
    this.drive[1] = jet[1];
    this.drive[2] = jet[2];
  }

  override calcKinematics(): void {
    const { w, k, drive } = this;
    this.move(drive, 0, drive, 1);
    const h = k[43] * drive[2];
    const g = k[44] * drive[2];
    w[30] += h * w[39];
    w[31] += h * w[40];
    w[32] += h * w[41];
    w[33] += g * w[39];
    w[34] += g * w[40];
    w[35] += g * w[41];
  }

  override calcPositions(): void {
    this.place(this.drive, 1);
  }

  override eliminate(): void {
    const parent = this.parent as Link;
    if (!parent.isBase) passToParent(this.w, parent.w);
  }

  override accelerate(): void {
    this.follow(80);
  }

  override sweepIn(): void {
    const parent = this.parent as Link;
    if (!parent.isBase) passImpulse(this.w, parent.w);
  }

  override sweepOut(): void {
    this.follow(105);
  }

  override sweepRows({ count, wrenches }: WrenchSweep, at: number, to: number): void {
    if (to < 0) return;
    for (let row = 0; row < count; row++) passWrench(this.w, 0, wrenches, at + 6 * row, to + 6 * row);
  }

  /** `δ = X δ_p`, with δ at offset `o`. */
  private follow(o: number): void {
    const { w } = this;
    const p = (this.parent as Link).w;
    const ex = p[o + 3];
    const ey = p[o + 4];
    const ez = p[o + 5];
    w[o] = p[o] + ey * w[38] - ez * w[37];
    w[o + 1] = p[o + 1] + ez * w[36] - ex * w[38];
    w[o + 2] = p[o + 2] + ex * w[37] - ey * w[36];
    w[o + 3] = ex;
    w[o + 4] = ey;
    w[o + 5] = ez;
  }

  override calcCoordinateRates(): void {}

  override getQuaternion(): Quaternion {
    return this.findRotation(this.drive[0]);
  }

  override moveCoordinates(): void {}

  override findPivots(): number[] {
    return [];
  }
}
