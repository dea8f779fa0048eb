import { checkNotNegative, checkOptions, checkPositive, SHARED } from "../../../math/index.ts";

export interface ResistanceOptions {
  /** Arm of the rolling resistance, m: the torque against rolling is this times the normal force. Default: 0. */
  rolling?: number;
  /** Arm of the spinning resistance, m: the torque against turning about the normal. Default: 0. */
  spinning?: number;
  /** Angular velocity at which 71 % of the full torque are reached, rad/s. Default: 1e-3. */
  velocity?: number;
}

/**
 * Torques against rolling and spinning, `M = −N (ρ_r ω_t/√(|ω_t|² + ω_ε²) + ρ_s ω_n/√(ω_n² + ω_ε²))`, with `ω` of B relative
 * to A, along the normal (n) and across it (t).
 */
export class Resistance {
  readonly rolling: number;
  readonly spinning: number;
  readonly velocity: number;

  constructor(options: ResistanceOptions) {
    checkOptions("Resistance", options, ["rolling", "spinning", "velocity"]);
    this.rolling = checkNotNegative("Resistance", "rolling", options?.rolling ?? 0);
    this.spinning = checkNotNegative("Resistance", "spinning", options?.spinning ?? 0);
    this.velocity = checkPositive("Resistance", "velocity", options?.velocity ?? 1e-3);
  }

  /** Torque on B per normal force at the relative angular velocity `w` and the normal `n` (world axes), into `out`. */
  calcTorque(w: Float64Array, n: Float64Array, out: Float64Array): void {
    const spin = w[0] * n[0] + w[1] * n[1] + w[2] * n[2];
    const x = w[0] - spin * n[0];
    const y = w[1] - spin * n[1];
    const z = w[2] - spin * n[2];
    const square = this.velocity * this.velocity;
    const roll = -this.rolling / Math.sqrt(x * x + y * y + z * z + square);
    const turn = (-this.spinning * spin) / Math.sqrt(spin * spin + square);
    out[0] = roll * x + turn * n[0];
    out[1] = roll * y + turn * n[1];
    out[2] = roll * z + turn * n[2];
  }

  get [SHARED](): true {
    return true;
  }
}
