import { RollerTracker } from "./RollerTracker.ts";

/**
 * Below the centre of the wheel and then sideways until the point lies in the vertical plane of the roller's axis:
 * `r_P = r_OB + R1 ρ − R j1 + μ k1`, `μ = −R1 (ρ·c)/(k1·c)`, where `c = i2 × j1` is across that plane. (The paper scales c
 * to the unit vector k2, which cancels.) Its velocity is the derivative of just that.
 */
export class ImplicitTracker extends RollerTracker {
  /** c (0–2), ρ·c (3), k1·c (4) */
  private readonly across = new Float64Array(5);

  override get name(): string {
    return "implicit";
  }

  protected override findLowest(): void {
    this.calcPose();
    const { pose: p, down, numbers, across, result, two } = this;
    const { r } = this.second;
    const n0 = down[0];
    const n1 = down[1];
    const n2 = down[2];
    const c0 = n1 * p[14] - n2 * p[13];
    const c1 = n2 * p[12] - n0 * p[14];
    const c2 = n0 * p[13] - n1 * p[12];
    const a = p[9] * c0 + p[10] * c1 + p[11] * c2;
    const b = p[6] * c0 + p[7] * c1 + p[8] * c2;
    across[0] = c0;
    across[1] = c1;
    across[2] = c2;
    across[3] = a;
    across[4] = b;
    const R = numbers[0];
    const R1 = numbers[1];
    const mu = (-R1 * a) / b;
    result[two] = r[0] + R1 * p[9] + R * n0 + mu * p[6];
    result[two + 1] = r[1] + R1 * p[10] + R * n1 + mu * p[7];
    result[two + 2] = r[2] + R1 * p[11] + R * n2 + mu * p[8];
  }

  protected override calcLowestVelocity(): void {
    this.calcWheelRates();
    this.calcRollerRates();
    const { pose: p, rates: d, down, numbers, across, result, two } = this;
    const { v } = this.second;
    const n0 = down[0];
    const n1 = down[1];
    const n2 = down[2];
    const e0 = down[3];
    const e1 = down[4];
    const e2 = down[5];
    const c0 = across[0];
    const c1 = across[1];
    const c2 = across[2];
    const a = across[3];
    const b = across[4];
    const f0 = e1 * p[14] - e2 * p[13] + n1 * d[11] - n2 * d[10];
    const f1 = e2 * p[12] - e0 * p[14] + n2 * d[9] - n0 * d[11];
    const f2 = e0 * p[13] - e1 * p[12] + n0 * d[10] - n1 * d[9];
    const aRate = d[6] * c0 + d[7] * c1 + d[8] * c2 + p[9] * f0 + p[10] * f1 + p[11] * f2;
    const bRate = d[3] * c0 + d[4] * c1 + d[5] * c2 + p[6] * f0 + p[7] * f1 + p[8] * f2;
    const R = numbers[0];
    const R1 = numbers[1];
    const mu = (-R1 * a) / b;
    const muRate = (-R1 * (aRate * b - a * bRate)) / (b * b);
    result[9 + two] = v[0] + R1 * d[6] + R * e0 + muRate * p[6] + mu * d[3];
    result[10 + two] = v[1] + R1 * d[7] + R * e1 + muRate * p[7] + mu * d[4];
    result[11 + two] = v[2] + R1 * d[8] + R * e2 + muRate * p[8] + mu * d[5];
  }
}
