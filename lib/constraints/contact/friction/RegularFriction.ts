import { checkNotNegative } from "../../../math/index.ts";
import { type FrictionKind, FrictionLaw } from "./FrictionLaw.ts";

/**
 * Friction that is a function of velocity: `−μ N s(|v|) v/|v|` with a profile `s` from 0 at rest to 1. There is no stick:
 * under load the contact creeps.
 */
export abstract class RegularFriction extends FrictionLaw {
  readonly coefficient: number;
  /** [|v|, s(|v|)/|v|] */
  private readonly values = new Float64Array(2);

  constructor(coefficient: number) {
    super();
    this.coefficient = checkNotNegative(new.target.name, "coefficient", coefficient);
  }

  override get kind(): FrictionKind {
    return "given";
  }

  override calcForce(v: Float64Array, out: Float64Array): void {
    const { values } = this;
    let square = 0;
    for (let i = 0; i < v.length; i++) square += v[i] * v[i];
    values[0] = Math.sqrt(square);
    this.calcProfile(values);
    for (let i = 0; i < v.length; i++) out[i] = -this.coefficient * values[1] * v[i];
  }

  override getMargin(f: Float64Array, normal: number): number {
    let square = 0;
    for (let i = 0; i < f.length; i++) square += f[i] * f[i];
    return this.coefficient * normal - Math.sqrt(square);
  }

  /** `values[1] = s(values[0])/values[0]`, with its limit at zero. */
  protected abstract calcProfile(values: Float64Array): void;
}
