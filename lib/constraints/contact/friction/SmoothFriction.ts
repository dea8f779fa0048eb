import { checkOptions, checkPositive } from "../../../math/index.ts";
import { RegularFriction } from "./RegularFriction.ts";

export interface SmoothFrictionOptions {
  coefficient: number;
  /** Velocity at which 71 % of the full force are reached, m/s. Default: 1e-3. */
  velocity?: number;
}

/** `−μ N v/√(|v|² + v_ε²)` */
export class SmoothFriction extends RegularFriction {
  readonly velocity: number;

  constructor(options: SmoothFrictionOptions) {
    checkOptions("SmoothFriction", options, ["coefficient", "velocity"]);
    super(options?.coefficient);
    this.velocity = checkPositive("SmoothFriction", "velocity", options.velocity ?? 1e-3);
  }

  protected override calcProfile(values: Float64Array): void {
    values[1] = 1 / Math.sqrt(values[0] * values[0] + this.velocity * this.velocity);
  }
}
