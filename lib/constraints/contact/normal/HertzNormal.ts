import { checkOptions, checkPositive } from "../../../math/index.ts";
import { HuntCrossleyNormal } from "./HuntCrossleyNormal.ts";

/** Either the stiffness itself, or what it follows from. */
export type HertzNormalOptions =
  | {
      /** N/m^1.5 */
      stiffness: number;
      modulus?: undefined;
      radius?: undefined;
    }
  | {
      stiffness?: undefined;
      /** Effective modulus `1/E* = (1 − ν_A²)/E_A + (1 − ν_B²)/E_B`, Pa. */
      modulus: number;
      /** Effective radius `1/R = 1/R_A + 1/R_B`, m. */
      radius: number;
    };

/** Hertz's law for elastic spheres, `N = ⁴⁄₃ E* √R δ^1.5`, without loss. */
export class HertzNormal extends HuntCrossleyNormal {
  constructor(options: HertzNormalOptions) {
    checkOptions("HertzNormal", options, ["stiffness", "modulus", "radius"]);
    super({ stiffness: findStiffness(options) });
  }
}

function findStiffness(options: HertzNormalOptions): number {
  if (options?.stiffness !== undefined) return options.stiffness;
  const modulus = checkPositive("HertzNormal", "modulus", options?.modulus);
  return (4 / 3) * modulus * Math.sqrt(checkPositive("HertzNormal", "radius", options.radius));
}
