import { checkNotNegative, checkOptions, checkPositive } from "../../../math/index.ts";
import { Resistance } from "./Resistance.ts";
import { regularize } from "./regularize.ts";

export interface RegularizedResistanceOptions {
  /** Arm of the couple, m: it is this times the normal force. */
  arm: number;
  /** Angular velocity from which on the full couple acts, rad/s. Default: 0.01. */
  velocity?: number;
}

/** One couple against rolling and spinning together, `M = −N ρ ω/reg(|ω|, ω_ε)`, as in Modia3D; see `regularize`. */
export class RegularizedResistance extends Resistance {
  constructor(options: RegularizedResistanceOptions) {
    checkOptions("RegularizedResistance", options, ["arm", "velocity"]);
    const arm = checkNotNegative("RegularizedResistance", "arm", options?.arm);
    const velocity = checkPositive("RegularizedResistance", "velocity", options.velocity ?? 0.01);
    super({ rolling: arm, spinning: arm, velocity });
  }

  override calcTorque(w: Float64Array, _n: Float64Array, out: Float64Array): void {
    const speed = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    const factor = -this.rolling / regularize(speed, this.velocity);
    for (let i = 0; i < 3; i++) out[i] = factor * w[i];
  }
}
