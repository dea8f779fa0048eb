import type { Quaternion } from "../math/index.ts";
import { calcQuaternionRate, turnQuaternion } from "./BallLink.ts";
import { Link } from "./Link.ts";
import type { WrenchSweep } from "./RowFeatures.ts";

/**
 * A body that hangs on nothing: coordinates `r_O` and a quaternion in flat R⁴, rates `v_O` in world axes and `ω_b` in body
 * axes: `ω = T ω_b`, `ε = T ω̇_b`, `q̇ = ½ q ∘ (0, ω_b)`. In body axes Euler's equations know nothing of the spin that turns
 * the world round, so a tumbling body is integrated more exactly. P is the centre of mass. `Î δ = −p̂` is solved by a
 * factorisation `L D Lᵀ` of the 6×6 articulated inertia.
 */
export class FreeLink extends Link {
  override readonly coordinateCount = 7;
  override readonly rateCount = 6;
  /** Lower triangle, row by row: L below the diagonal, 1/D on it. */
  private readonly factor = new Float64Array(21);
  private readonly gravity: Float64Array;

  constructor(gravity: Float64Array) {
    super(null);
    this.gravity = gravity;
  }

  override calcKinematics(q: Float64Array, s: Float64Array): void {
    const { w, gravity } = this;
    const o = this.coordinate + 3;
    const q0 = q[o];
    const q1 = q[o + 1];
    const q2 = q[o + 2];
    const q3 = q[o + 3];
    const f = 1 / (q0 * q0 + q1 * q1 + q2 * q2 + q3 * q3);
    w[3] = f * (q0 * q0 + q1 * q1 - q2 * q2 - q3 * q3);
    w[4] = 2 * f * (q1 * q2 - q0 * q3);
    w[5] = 2 * f * (q1 * q3 + q0 * q2);
    w[6] = 2 * f * (q0 * q3 + q1 * q2);
    w[7] = f * (q0 * q0 - q1 * q1 + q2 * q2 - q3 * q3);
    w[8] = 2 * f * (q2 * q3 - q0 * q1);
    w[9] = 2 * f * (q1 * q3 - q0 * q2);
    w[10] = 2 * f * (q0 * q1 + q2 * q3);
    w[11] = f * (q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3);
    const x = s[this.rate + 3];
    const y = s[this.rate + 4];
    const z = s[this.rate + 5];
    w[15] = w[3] * x + w[4] * y + w[5] * z;
    w[16] = w[6] * x + w[7] * y + w[8] * z;
    w[17] = w[9] * x + w[10] * y + w[11] * z;
    w[30] = -gravity[0];
    w[31] = -gravity[1];
    w[32] = -gravity[2];
    for (let i = 0; i < 3; i++) {
      w[i] = w[24 + i] = q[this.coordinate + i];
      w[12 + i] = w[27 + i] = s[this.rate + i];
    }
  }

  override calcPositions(): void {}

  override eliminate(): void {
    const { w, factor: f } = this;
    // Rows of the 6×6 matrix [[A, B], [Bᵀ, C]].
    f[0] = w[45];
    f[1] = w[46];
    f[2] = w[48];
    f[3] = w[47];
    f[4] = w[49];
    f[5] = w[50];
    f[6] = w[51];
    f[7] = w[54];
    f[8] = w[57];
    f[9] = w[60];
    f[10] = w[52];
    f[11] = w[55];
    f[12] = w[58];
    f[13] = w[61];
    f[14] = w[63];
    f[15] = w[53];
    f[16] = w[56];
    f[17] = w[59];
    f[18] = w[62];
    f[19] = w[64];
    f[20] = w[65];
    for (let i = 0; i < 6; i++) {
      const row = (i * (i + 1)) / 2;
      for (let j = 1; j < i; j++) {
        const other = (j * (j + 1)) / 2;
        let sum = f[row + j];
        for (let k = 0; k < j; k++) sum -= f[row + k] * f[other + k];
        f[row + j] = sum;
      }
      let pivot = f[row + i];
      for (let j = 0; j < i; j++) {
        const scaled = f[row + j] * f[(j * (j + 3)) / 2];
        pivot -= scaled * f[row + j];
        f[row + j] = scaled;
      }
      f[row + i] = 1 / pivot;
    }
  }

  override accelerate(out: Float64Array): void {
    this.solve(66, 80, out);
  }

  override sweepIn(): void {}

  override sweepOut(out: Float64Array): void {
    this.solve(98, 105, out);
  }

  /** The open directions of `Î = L D Lᵀ` are those in which it is diagonal: efforts `L⁻¹ (−p′)`. */
  override sweepRows(
    { count, wrenches: p, efforts, answers, width }: WrenchSweep,
    at: number,
    _to: number,
    o: number,
  ): void {
    const { factor: f } = this;
    for (let row = 0; row < count; row++) {
      const i = at + 6 * row;
      const e = o + row * width;
      const e0 = -p[i];
      const e1 = -p[i + 1] - f[1] * e0;
      const e2 = -p[i + 2] - f[3] * e0 - f[4] * e1;
      const e3 = -p[i + 3] - f[6] * e0 - f[7] * e1 - f[8] * e2;
      const e4 = -p[i + 4] - f[10] * e0 - f[11] * e1 - f[12] * e2 - f[13] * e3;
      const e5 = -p[i + 5] - f[15] * e0 - f[16] * e1 - f[17] * e2 - f[18] * e3 - f[19] * e4;
      efforts[e] = e0;
      efforts[e + 1] = e1;
      efforts[e + 2] = e2;
      efforts[e + 3] = e3;
      efforts[e + 4] = e4;
      efforts[e + 5] = e5;
      answers[e] = f[0] * e0;
      answers[e + 1] = f[2] * e1;
      answers[e + 2] = f[5] * e2;
      answers[e + 3] = f[9] * e3;
      answers[e + 4] = f[14] * e4;
      answers[e + 5] = f[20] * e5;
    }
  }

  /** `δ = −Î⁻¹ p̂`, with p̂ at offset `op` and δ at `o`. */
  private solve(op: number, o: number, out: Float64Array): void {
    const { w, factor: f } = this;
    for (let i = 0; i < 6; i++) {
      const row = (i * (i + 1)) / 2;
      let sum = -w[op + i];
      for (let j = 0; j < i; j++) sum -= f[row + j] * w[o + j];
      w[o + i] = sum;
    }
    for (let i = 5; i >= 0; i--) {
      let sum = w[o + i] * f[(i * (i + 3)) / 2];
      for (let j = i + 1; j < 6; j++) sum -= f[(j * (j + 1)) / 2 + i] * w[o + j];
      w[o + i] = sum;
    }
    const r = this.rate;
    for (let i = 0; i < 3; i++) {
      out[r + i] = w[o + i];
      out[r + 3 + i] = w[3 + i] * w[o + 3] + w[6 + i] * w[o + 4] + w[9 + i] * w[o + 5];
    }
  }

  override calcCoordinateRates(q: Float64Array, s: Float64Array, out: Float64Array): void {
    for (let i = 0; i < 3; i++) out[this.coordinate + i] = s[this.rate + i];
    calcQuaternionRate(q, this.coordinate + 3, s, this.rate + 3, out);
  }

  override getQuaternion(q: Float64Array): Quaternion {
    const o = this.coordinate + 3;
    return [q[o], q[o + 1], q[o + 2], q[o + 3]];
  }

  override moveCoordinates(q: Float64Array, step: Float64Array): void {
    for (let i = 0; i < 3; i++) q[this.coordinate + i] += step[this.rate + i];
    turnQuaternion(q, this.coordinate + 3, step, this.rate + 3);
  }

  override findPivots(): number[] {
    return [0, 1, 2, 3, 4, 5].map((i) => 1 / this.factor[(i * (i + 3)) / 2]);
  }
}
