import { checkNotNegative, checkOptions, checkPositive } from "../../../math/index.ts";
import { NormalLaw } from "./NormalLaw.ts";

export interface SpringNormalOptions {
  /** N/m */
  stiffness: number;
  /** Ns/m. Default: 0. */
  damping?: number;
}

/** A linear spring and damper that never pull: `N = max(0, k δ + c δ̇)`. */
export class SpringNormal extends NormalLaw {
  readonly stiffness: number;
  readonly damping: number;

  constructor(options: SpringNormalOptions) {
    super();
    checkOptions("SpringNormal", options, ["stiffness", "damping"]);
    this.stiffness = checkPositive("SpringNormal", "stiffness", options?.stiffness);
    this.damping = checkNotNegative("SpringNormal", "damping", options.damping ?? 0);
  }

  override calcForce(depth: Float64Array, out: Float64Array): void {
    out[0] = this.stiffness * depth[0] + this.damping * depth[1];
  }

  override getEnergy(depth: number): number {
    return 0.5 * this.stiffness * depth * depth;
  }
}
