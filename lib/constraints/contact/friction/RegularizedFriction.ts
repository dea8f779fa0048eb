import { checkOptions, checkPositive } from "../../../math/index.ts";
import { RegularFriction } from "./RegularFriction.ts";
import { regularize } from "./regularize.ts";

export interface RegularizedFrictionOptions {
  coefficient: number;
  /** Slip from which on the full force acts, m/s. Default: 0.01. */
  velocity?: number;
}

/** `−μ N v/reg(|v|, v_ε)`: the full force from `v_ε` on, as in Modia3D; see `regularize`. */
export class RegularizedFriction extends RegularFriction {
  readonly velocity: number;

  constructor(options: RegularizedFrictionOptions) {
    checkOptions("RegularizedFriction", options, ["coefficient", "velocity"]);
    super(options?.coefficient);
    this.velocity = checkPositive("RegularizedFriction", "velocity", options.velocity ?? 0.01);
  }

  protected override calcProfile(values: Float64Array): void {
    values[1] = 1 / regularize(values[0], this.velocity);
  }
}
