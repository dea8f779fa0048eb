import { checkOptions, checkPositive } from "../../../math/index.ts";
import { RegularFriction } from "./RegularFriction.ts";

export interface LinearFrictionOptions {
  coefficient: number;
  /** Velocity from which on the full force acts, m/s. Default: 1e-3. */
  velocity?: number;
}

/** Piecewise linear: `−μ N v/max(|v|, δ)` */
export class LinearFriction extends RegularFriction {
  readonly velocity: number;

  constructor(options: LinearFrictionOptions) {
    checkOptions("LinearFriction", options, ["coefficient", "velocity"]);
    super(options?.coefficient);
    this.velocity = checkPositive("LinearFriction", "velocity", options.velocity ?? 1e-3);
  }

  protected override calcProfile(values: Float64Array): void {
    values[1] = 1 / Math.max(values[0], this.velocity);
  }
}
