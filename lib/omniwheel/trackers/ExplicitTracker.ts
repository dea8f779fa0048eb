import { RollerTracker } from "./RollerTracker.ts";

/**
 * From the centre of the roller along its axis, then down: `r_P = r_OB − m i2 − h j1`, `m = R1 tan q/cosψ`,
 * `h = R − R1/cos q`, with `cos q = ρ·j1`, `sin q = (j1 × ρ)·k1`; `i2` is taken with the sign for which `i2·i1 > 0`.
 * That is `r_OA − R j1 − R1 tan q tanψ k1`, and so moves.
 */
export class ExplicitTracker extends RollerTracker {
  /** cos q, sin q */
  private readonly angle = new Float64Array(2);

  override get name(): string {
    return "explicit";
  }

  protected override findLowest(): void {
    this.calcPose();
    const { pose: p, down, numbers, angle, result, two } = this;
    const { r } = this.second;
    const j0 = -down[0];
    const j1 = -down[1];
    const j2 = -down[2];
    // i1 = j1 × k1; (j1 × ρ)·k1 = −ρ·i1
    const i0 = j1 * p[8] - j2 * p[7];
    const i1 = j2 * p[6] - j0 * p[8];
    const i2 = j0 * p[7] - j1 * p[6];
    const cos = p[9] * j0 + p[10] * j1 + p[11] * j2;
    const sin = -(p[9] * i0 + p[10] * i1 + p[11] * i2);
    angle[0] = cos;
    angle[1] = sin;
    const along = (numbers[1] * sin) / (cos * numbers[2]);
    const m = p[12] * i0 + p[13] * i1 + p[14] * i2 > 0 ? along : -along;
    const h = numbers[0] - numbers[1] / cos;
    result[two] = r[0] - m * p[12] - h * j0;
    result[two + 1] = r[1] - m * p[13] - h * j1;
    result[two + 2] = r[2] - m * p[14] - h * j2;
  }

  protected override calcLowestVelocity(): void {
    this.calcWheelRates();
    const { pose: p, rates: d, down, numbers, angle, result, two } = this;
    const { w } = this.wheel;
    const { w: f } = this.first;
    const cos = angle[0];
    // q̇ = (ω − ω_floor)·k1 while k1 lies flat.
    const turn = (w[0] - f[0]) * p[6] + (w[1] - f[1]) * p[7] + (w[2] - f[2]) * p[8];
    const factor = numbers[1] * numbers[3];
    const side = (factor * angle[1]) / cos;
    const sideRate = (factor * turn) / (cos * cos);
    const R = numbers[0];
    result[9 + two] = d[0] + R * down[3] - sideRate * p[6] - side * d[3];
    result[10 + two] = d[1] + R * down[4] - sideRate * p[7] - side * d[4];
    result[11 + two] = d[2] + R * down[5] - sideRate * p[8] - side * d[5];
  }
}
