import { norm, rotateBack } from "../math/index.ts";
import type { Inertia } from "../rigidbody/index.ts";
import type { Link } from "./Link.ts";
import { RotateLink } from "./RotateLink.ts";

/** Differences of moments of inertia, and distances of the centre from the axis, below this part of them are rounding. */
const ROUND = 1e-12;

/**
 * The turn of a body that is alike all around the axis: a wheel or a roller. As long as nobody looks at it and nothing but
 * its bearing acts on it, it may be dormant. Where it has turned to then makes no difference: its mass and its moments across
 * the axis belong to the parent (`addBallast`), and what is left is the spin `Ω = ω_p·n + ẋ` with `J Ω̇ = τ`, whose momentum
 * `J Ω n` the parent carries around: `M = J Ω [ω_p, n] + τ n`, `ẍ = τ/J − ε_p·n`.
 */
export class RotorLink extends RotateLink {
  isDormant = false;
  /** Moments of inertia about the axis and across it. */
  private readonly along: number;
  private readonly across: number;

  constructor(
    parent: Link,
    offset: ArrayLike<number>,
    axis: ArrayLike<number>,
    rest: ArrayLike<number>,
    inertia: Inertia,
  ) {
    super(parent, offset, axis, rest);
    const { along, across } = findMoments(inertia, rotateBack(rest, axis));
    this.along = along;
    this.across = across;
  }

  /** Whether a body with its centre of mass at `centre` is alike all around an axis; both in its own axes. */
  static fits(inertia: Inertia, centre: ArrayLike<number>, axis: ArrayLike<number>): boolean {
    const { along, across } = findMoments(inertia, axis);
    const [x, y, z] = [axis[0], axis[1], axis[2]];
    const products = [x * x, y * y, z * z, x * y, x * z, y * z];
    const limit = ROUND * (along + across);
    const isRound = inertia.tensor.every((value, i) => {
      const wanted = (i < 3 ? across : 0) + (along - across) * products[i];
      return Math.abs(value - wanted) <= limit;
    });
    const out = centre[0] * x + centre[1] * y + centre[2] * z;
    const offset = norm([centre[0] - out * x, centre[1] - out * y, centre[2] - out * z]);
    return isRound && along > 0 && inertia.mass * offset * offset <= ROUND * limit;
  }

  /** Adds what the parent has to carry while this link is dormant, in the parent's axes at its P: m, m c, inertia. */
  addTo(ballast: Float64Array): void {
    const { k, across } = this;
    const m = k[33];
    const n = k.subarray(3, 6);
    const d = [0, 3, 6].map((i) => k[i / 3] + k[6 + i] * k[34] + k[7 + i] * k[35] + k[8 + i] * k[36]);
    const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    ballast[0] += m;
    for (let i = 0; i < 3; i++) {
      ballast[1 + i] += m * d[i];
      ballast[4 + i] += across * (1 - n[i] * n[i]) + m * (square - d[i] * d[i]);
      const [a, b] = [i === 2 ? 1 : 0, i === 0 ? 1 : 2];
      ballast[7 + i] -= across * n[a] * n[b] + m * d[a] * d[b];
    }
  }

  /** Pose and velocity for one who looks at it while it is dormant. */
  refresh(q: Float64Array, s: Float64Array): void {
    if (!this.isDormant) return;
    super.calcKinematics(q, s);
    super.calcPositions(s);
  }

  override calcKinematics(q: Float64Array, s: Float64Array): void {
    if (!this.isDormant) {
      super.calcKinematics(q, s);
      return;
    }
    const { w, k } = this;
    const p = (this.parent as Link).w;
    const x = p[3] * k[3] + p[4] * k[4] + p[5] * k[5];
    const y = p[6] * k[3] + p[7] * k[4] + p[8] * k[5];
    const z = p[9] * k[3] + p[10] * k[4] + p[11] * k[5];
    w[39] = x;
    w[40] = y;
    w[41] = z;
    w[79] = p[15] * x + p[16] * y + p[17] * z + s[this.rate];
  }

  override calcPositions(s: Float64Array): void {
    if (!this.isDormant) super.calcPositions(s);
  }

  override calcRigid(): void {
    if (!this.isDormant) super.calcRigid();
  }

  override calcAccelerations(gravity: Float64Array): void {
    if (!this.isDormant) super.calcAccelerations(gravity);
  }

  override eliminate(tau: Float64Array): void {
    if (!this.isDormant) {
      super.eliminate(tau);
      return;
    }
    const { w, along } = this;
    const torque = tau[this.rate];
    const spin = along * w[79];
    w[79] = torque / along;
    const parent = this.parent as Link;
    if (parent.isBase) return;
    const p = parent.w;
    p[69] += spin * (p[16] * w[41] - p[17] * w[40]) + torque * w[39];
    p[70] += spin * (p[17] * w[39] - p[15] * w[41]) + torque * w[40];
    p[71] += spin * (p[15] * w[40] - p[16] * w[39]) + torque * w[41];
  }

  override accelerate(out: Float64Array): void {
    if (!this.isDormant) {
      super.accelerate(out);
      return;
    }
    const { w } = this;
    const p = (this.parent as Link).w;
    out[this.rate] = w[79] - w[39] * (p[33] + p[83]) - w[40] * (p[34] + p[84]) - w[41] * (p[35] + p[85]);
  }

  /** Impulses come at events, where nothing is dormant: on a dormant rotor there is no impulse to pass on. */
  override sweepIn(impulses: Float64Array): void {
    if (!this.isDormant) super.sweepIn(impulses);
  }

  override sweepOut(out: Float64Array): void {
    if (!this.isDormant) {
      super.sweepOut(out);
      return;
    }
    const { w } = this;
    const p = (this.parent as Link).w;
    out[this.rate] = -w[39] * p[108] - w[40] * p[109] - w[41] * p[110];
  }
}

/** Moments of inertia about an axis and, on the average, across it. */
function findMoments({ tensor }: Inertia, axis: ArrayLike<number>): { along: number; across: number } {
  const [x, y, z] = [axis[0], axis[1], axis[2]];
  const [xx, yy, zz, xy, xz, yz] = tensor;
  const along = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
  return { along, across: (xx + yy + zz - along) / 2 };
}
