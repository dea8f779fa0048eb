import { checkNotNegative, checkOptions, checkPositive } from "../../../math/index.ts";
import { NormalLaw } from "./NormalLaw.ts";

export interface HuntCrossleyNormalOptions {
  /** N/mⁿ */
  stiffness: number;
  /** n. Default: 1.5, as between spheres. */
  exponent?: number;
  /** s/m: about what the coefficient of restitution falls per m/s of approach. Default: 0. */
  dissipation?: number;
}

/**
 * Hunt and Crossley's law `N = k δⁿ (1 + ³⁄₂ d δ̇)`: without a jump at touching, and for small `d v` with the coefficient
 * of restitution `1 − d v` [Hunt].
 */
export class HuntCrossleyNormal extends NormalLaw {
  readonly stiffness: number;
  readonly exponent: number;
  readonly dissipation: number;

  constructor(options: HuntCrossleyNormalOptions) {
    super();
    const owner = new.target.name;
    checkOptions(owner, options, ["stiffness", "exponent", "dissipation"]);
    this.stiffness = checkPositive(owner, "stiffness", options?.stiffness);
    this.exponent = checkPositive(owner, "exponent", options.exponent ?? 1.5);
    this.dissipation = checkNotNegative(owner, "dissipation", options.dissipation ?? 0);
  }

  override calcForce(depth: Float64Array, out: Float64Array): void {
    const spring = depth[0] > 0 ? this.stiffness * depth[0] ** this.exponent : 0;
    out[0] = spring * (1 + 1.5 * this.dissipation * depth[1]);
  }

  override getEnergy(depth: number): number {
    return (this.stiffness * depth ** (this.exponent + 1)) / (this.exponent + 1);
  }
}
