import { checkNotNegative, checkNumber, checkOptions, checkPositive, ModelError } from "../../../math/index.ts";
import { HuntCrossleyNormal } from "./HuntCrossleyNormal.ts";

/** What a normal law reads of a material. */
export interface ElasticMaterial {
  /** Pa */
  readonly youngsModulus?: number;
  /** Above −1, at most 0.5. Default: 0.3. */
  readonly poissonRatio?: number;
}

interface ElasticBase {
  /** From 0, no rebound, to 1, no loss. */
  restitution: number;
  /** m/s: bodies that meet slower than this do not rebound. Default: 0.01. */
  velocity?: number;
  /** s/m: the most that damping may be. Default: 2000. */
  dampingLimit?: number;
}

/** The stiffness, or what it follows from: an effective radius with the effective modulus or with both materials. */
export type ElasticNormalOptions = ElasticBase &
  (
    | {
        /** N/m^1.5 */
        stiffness: number;
        modulus?: undefined;
        materials?: undefined;
        radius?: undefined;
      }
    | {
        stiffness?: undefined;
        /** Effective modulus `1/E* = (1 − ν_A²)/E_A + (1 − ν_B²)/E_B`, Pa. */
        modulus: number;
        materials?: undefined;
        /** Effective radius `1/R = 1/R_A + 1/R_B`, m. */
        radius: number;
      }
    | {
        stiffness?: undefined;
        modulus?: undefined;
        materials: readonly [ElasticMaterial, ElasticMaterial];
        radius: number;
      }
  );

const OPTIONS = ["restitution", "velocity", "dampingLimit", "stiffness", "modulus", "materials", "radius"];

/**
 * Hertz's law with damping that follows from the restitution `e` and the speed `v₀` with which the bodies met [Flores]:
 * `N = ⁴⁄₃ E* √R δ^1.5 (1 + d δ̇)`, `d = 8 (1 − e)/(5 e v₀)`, no more than `dampingLimit`, which holds below `velocity`. The
 * contact remembers `v₀`. The rebound is `e′ v₀` with `d v₀ (1 + e′) = ln((1 + d v₀)/(1 − d v₀ e′))`, whatever mass and
 * stiffness are: `e′` is smaller than `e`, by 0.046 at most.
 */
export class ElasticNormal extends HuntCrossleyNormal {
  readonly restitution: number;
  readonly velocity: number;
  readonly dampingLimit: number;

  constructor(options: ElasticNormalOptions) {
    const owner = new.target.name;
    checkOptions(owner, options, OPTIONS);
    super({ stiffness: findStiffness(owner, options) });
    this.restitution = checkNotNegative(owner, "restitution", options.restitution);
    if (this.restitution > 1) {
      throw new ModelError(`${owner}: restitution is ${this.restitution}; give a number from 0 (no rebound) to 1`);
    }
    this.velocity = checkPositive(owner, "velocity", options.velocity ?? 0.01);
    this.dampingLimit = checkPositive(owner, "dampingLimit", options.dampingLimit ?? 2000);
  }

  override get readsTouchSpeed(): boolean {
    return true;
  }

  /** `d` (s/m) of bodies that met with the speed `v`. */
  getDamping(v: number): number {
    const e = v > this.velocity ? this.restitution : 0;
    return e > 0 ? Math.min(this.dampingLimit, (1.6 * (1 - e)) / (e * v)) : this.dampingLimit;
  }

  override calcForce(depth: Float64Array, out: Float64Array): void {
    const spring = depth[0] > 0 ? this.stiffness * depth[0] * Math.sqrt(depth[0]) : 0;
    out[0] = spring * (1 + this.getDamping(depth[2]) * depth[1]);
  }
}

function findStiffness(owner: string, options: ElasticNormalOptions): number {
  const { stiffness, modulus, materials } = options ?? {};
  const given = [stiffness, modulus, materials].filter((value) => value !== undefined).length;
  if (given !== 1) {
    throw new ModelError(
      `${owner}: ${given === 0 ? "nothing says" : "several options say"} how stiff it is; give one of stiffness, modulus and materials`,
    );
  }
  if (stiffness !== undefined) return stiffness;
  const effective = materials ? findModulus(owner, materials) : checkPositive(owner, "modulus", modulus);
  return (4 / 3) * effective * Math.sqrt(checkPositive(owner, "radius", options.radius));
}

function findModulus(owner: string, materials: readonly ElasticMaterial[]): number {
  if (!Array.isArray(materials) || materials.length !== 2) {
    throw new ModelError(`${owner}: materials has to be a list of two: [{ youngsModulus, poissonRatio }, …]`);
  }
  let compliance = 0;
  materials.forEach((material: ElasticMaterial, i) => {
    const modulus = checkPositive(owner, `youngsModulus of materials[${i}]`, material?.youngsModulus);
    const ratio = checkNumber(owner, `poissonRatio of materials[${i}]`, material.poissonRatio ?? 0.3);
    if (!(ratio > -1 && ratio <= 0.5)) {
      throw new ModelError(
        `${owner}: poissonRatio of materials[${i}] is ${ratio}; give a number above -1, at most 0.5`,
      );
    }
    compliance += (1 - ratio * ratio) / modulus;
  });
  return 1 / compliance;
}
