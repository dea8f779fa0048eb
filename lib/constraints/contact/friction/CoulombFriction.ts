import {
  checkDirection,
  checkNotNegative,
  checkOptions,
  describe,
  ModelError,
  type VectorInput,
} from "../../../math/index.ts";
import { type FrictionKind, FrictionLaw } from "./FrictionLaw.ts";

export interface CoulombFrictionOptions {
  /** μ while sliding; of an anisotropic contact two, along `axis` and across it. */
  coefficient: number | readonly [number, number];
  /** μ up to which it sticks. Default: the sliding one. */
  staticCoefficient?: number | readonly [number, number];
  /** In A's axes: the direction of the first coefficient. */
  axis?: VectorInput;
}

/**
 * Coulomb's law as it is written: it sticks while `|F| ≤ μ_s N`, without creep, and slides with `F = −μ N v/|v|`; the
 * transitions are events. With two coefficients the limit is an ellipse, `(F_1/μ_1)² + (F_2/μ_2)² ≤ N²`, and the sliding
 * force is the one that takes the most power: `F_i = −N μ_i² v_i/√(μ_1² v_1² + μ_2² v_2²)`.
 */
export class CoulombFriction extends FrictionLaw {
  readonly coefficients: readonly [number, number];
  readonly staticCoefficients: readonly [number, number];
  private readonly direction: readonly [number, number, number] | undefined;

  constructor(options: CoulombFrictionOptions) {
    super();
    const owner = "CoulombFriction";
    checkOptions(owner, options, ["coefficient", "staticCoefficient", "axis"]);
    this.coefficients = readPair(owner, "coefficient", options?.coefficient);
    this.staticCoefficients =
      options.staticCoefficient === undefined
        ? this.coefficients
        : readPair(owner, "staticCoefficient", options.staticCoefficient);
    const isEqual = [this.coefficients, this.staticCoefficients].every(([a, b]) => a === b);
    if (!isEqual && options.axis === undefined) {
      throw new ModelError(`${owner}: two coefficients need an axis; give the direction of the first, in A's axes`);
    }
    this.direction = options.axis === undefined ? undefined : checkDirection(owner, "axis", options.axis);
    this.staticCoefficients.forEach((limit, i) => {
      if (limit >= this.coefficients[i]) return;
      throw new ModelError(
        `${owner}: staticCoefficient ${limit} is below the sliding coefficient ${this.coefficients[i]}; give one that is not smaller`,
      );
    });
  }

  override get kind(): FrictionKind {
    return this.staticCoefficients.every((limit) => limit === 0) ? "none" : "coulomb";
  }

  override get limits(): readonly [number, number] {
    return this.staticCoefficients;
  }

  override get axis(): readonly [number, number, number] | undefined {
    return this.direction;
  }

  override calcForce(v: Float64Array, out: Float64Array): void {
    const a = this.coefficients[0];
    const b = this.coefficients[1];
    const x = a * v[0];
    const y = v.length > 1 ? b * v[1] : 0;
    const length = Math.sqrt(x * x + y * y);
    const factor = length > 0 ? -1 / length : 0;
    out[0] = factor * a * x;
    if (v.length > 1) out[1] = factor * b * y;
  }

  override getMargin(f: Float64Array, normal: number, isLoose = false): number {
    const limits = isLoose ? this.coefficients : this.staticCoefficients;
    const a = limits[0];
    const b = limits[1];
    if (f.length === 1) return a * normal - Math.abs(f[0]);
    if (a === b) return a * normal - Math.sqrt(f[0] * f[0] + f[1] * f[1]);
    const x = a > 0 ? f[0] / a : f[0] === 0 ? 0 : Number.POSITIVE_INFINITY;
    const y = b > 0 ? f[1] / b : f[1] === 0 ? 0 : Number.POSITIVE_INFINITY;
    return Math.max(a, b) * (normal - Math.sqrt(x * x + y * y));
  }
}

function readPair(owner: string, what: string, value: unknown): readonly [number, number] {
  if (!Array.isArray(value)) {
    const number = checkNotNegative(owner, what, value);
    return [number, number];
  }
  if (value.length !== 2) {
    throw new ModelError(`${owner}: ${what} is ${describe(value)}; give one number, or two: along axis and across it`);
  }
  return [checkNotNegative(owner, `${what}[0]`, value[0]), checkNotNegative(owner, `${what}[1]`, value[1])];
}
