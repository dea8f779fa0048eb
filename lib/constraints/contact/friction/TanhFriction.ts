import { checkOptions, checkPositive } from "../../../math/index.ts";
import { RegularFriction } from "./RegularFriction.ts";

export interface TanhFrictionOptions {
  coefficient: number;
  /** k in tanh(k |v|), s/m. Default: 1000. */
  steepness?: number;
}

/** `−μ N tanh(k|v|) v/|v|` */
export class TanhFriction extends RegularFriction {
  readonly steepness: number;

  constructor(options: TanhFrictionOptions) {
    checkOptions("TanhFriction", options, ["coefficient", "steepness"]);
    super(options?.coefficient);
    this.steepness = checkPositive("TanhFriction", "steepness", options.steepness ?? 1000);
  }

  protected override calcProfile(values: Float64Array): void {
    values[1] = values[0] > 0 ? Math.tanh(this.steepness * values[0]) / values[0] : this.steepness;
  }
}
