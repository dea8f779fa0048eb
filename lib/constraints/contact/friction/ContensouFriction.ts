import { checkChoice, checkNotNegative, checkOptions, checkPositive, ModelError } from "../../../math/index.ts";
import { type FrictionInput, type FrictionKind, FrictionLaw } from "./FrictionLaw.ts";
import { calcHertzPatch } from "./hertzPatch.ts";

interface ContensouBase {
  coefficient: number;
  /** Velocity of slip, and of the rim of the patch, at which 71 % of the full force or torque are reached, m/s. Default: 1e-3. */
  velocity?: number;
  /** The integral over the patch, or its first Padé approximation, which many use. Default: `"exact"`. */
  form?: "exact" | "pade";
}

/** The radius of the patch, or what it follows from with Hertz's law. */
export type ContensouFrictionOptions = ContensouBase &
  (
    | {
        /** Radius of the patch on which the bodies touch, m. */
        patchRadius: number;
        modulus?: undefined;
        radius?: undefined;
      }
    | {
        patchRadius?: undefined;
        /** Effective modulus `1/E* = (1 − ν_A²)/E_A + (1 − ν_B²)/E_B`, Pa. */
        modulus: number;
        /** Effective radius `1/R = 1/R_A + 1/R_B`, m. */
        radius: number;
      }
  );

/** Of the approximation: force at small slip, torque at pure spin, and torque at small spin. */
const FORCE = 8 / (3 * Math.PI);
const TORQUE = (3 * Math.PI) / 16;
const SPREAD = (15 * Math.PI) / 16;

/**
 * Slip and spin on a patch of radius `a`, coupled [Contensou]: Coulomb's law at every place of a patch that is
 * pressed as Hertz says, summed up. With slip `v` and `u = a|ω_n|` the force is `μ N f(v, u)` against slip and the torque
 * `μ N a m(v, u)` against spin. Pure slip has `f = 1`, `m = 0`, pure spin `f = 0`, `m = 3π/16`, and
 *
 *   exact:  `f = (3π/8)(v/u)(1 − v²/4u²)`, `m = (3π/16)(1 − v²/u² + 3v⁴/8u⁴)` for `v ≤ u`, and see `hertzPatch` beyond;
 *   pade:   `f = v/(v + 8u/(3π))`, `m = (3π/16) u/(u + (15π/16) v)`: right where one of the two is small, but up to 0.34 (`f`)
 *           and 0.23 (`m`) too small in between.
 *
 * A body that spins does not stick: the force grows in proportion to slip. Where both end at once they have no limit;
 * therefore `v` is `√(v² + v_ε²)` in `f`, `u` is `√(u² + v_ε²)` in `m`, and force and torque are smoothed as in
 * `SmoothFriction`, which this is without spin. Under load the contact creeps, and the law takes power at any motion.
 */
export class ContensouFriction extends FrictionLaw {
  readonly coefficient: number;
  readonly velocity: number;
  readonly form: "exact" | "pade";
  /** The radius itself, or zero and `a = (k N)^⅓`. */
  readonly patchRadius: number;
  private readonly compliance: number;
  /** Both once more: numbers that are read from arrays are not put on the heap. */
  private readonly numbers: Float64Array;
  private readonly shares = new Float64Array(2);

  constructor(options: ContensouFrictionOptions) {
    super();
    const owner = "ContensouFriction";
    checkOptions(owner, options, ["coefficient", "velocity", "patchRadius", "modulus", "radius", "form"]);
    this.coefficient = checkNotNegative(owner, "coefficient", options?.coefficient);
    this.velocity = checkPositive(owner, "velocity", options.velocity ?? 1e-3);
    this.form = checkChoice(owner, "form", options.form ?? "exact", ["exact", "pade"]);
    if (options.patchRadius !== undefined && options.modulus !== undefined) {
      throw new ModelError(`${owner}: patchRadius and modulus both say how large the patch is; give one of them`);
    }
    if (options.patchRadius === undefined) {
      const modulus = checkPositive(owner, "modulus", options.modulus);
      this.compliance = (0.75 * checkPositive(owner, "radius", options.radius)) / modulus;
      this.patchRadius = 0;
    } else {
      this.patchRadius = checkPositive(owner, "patchRadius", options.patchRadius);
      this.compliance = 0;
    }
    this.numbers = Float64Array.of(this.patchRadius, this.compliance);
  }

  override get kind(): FrictionKind {
    return "given";
  }

  override get reads(): FrictionInput {
    return this.compliance > 0 ? "load" : "spin";
  }

  override calcForce(v: Float64Array, out: Float64Array): void {
    let square = this.velocity * this.velocity;
    for (let i = 0; i < v.length; i++) square += v[i] * v[i];
    const factor = -this.coefficient / Math.sqrt(square);
    for (let i = 0; i < v.length; i++) out[i] = factor * v[i];
  }

  override calcPatch(at: Float64Array, out: Float64Array): void {
    const { coefficient, velocity, numbers, shares } = this;
    const a = numbers[1] > 0 ? Math.cbrt(numbers[1] * at[3]) : numbers[0];
    const square = at[0] * at[0] + at[1] * at[1];
    const u = a * at[2];
    const slip = Math.sqrt(square + velocity * velocity);
    const spin = Math.sqrt(u * u + velocity * velocity);
    shares[0] = slip;
    shares[1] = Math.abs(u);
    this.calcShares();
    const force = (-coefficient * shares[0]) / slip;
    shares[0] = Math.sqrt(square);
    shares[1] = spin;
    this.calcShares();
    out[0] = force * at[0];
    out[1] = force * at[1];
    out[2] = (-coefficient * a * shares[1] * u) / spin;
  }

  /** `f` and `m` of the `v` and `u` in `shares`, over them. */
  private calcShares(): void {
    const { shares } = this;
    if (this.form === "exact") {
      calcHertzPatch(shares);
      return;
    }
    const v = shares[0];
    const u = shares[1];
    shares[0] = v / (v + FORCE * u);
    shares[1] = (TORQUE * u) / (u + SPREAD * v);
  }

  override getMargin(f: Float64Array, normal: number): number {
    let square = 0;
    for (let i = 0; i < f.length; i++) square += f[i] * f[i];
    return this.coefficient * normal - Math.sqrt(square);
  }
}
