import { checkNotNegative, checkNumber, checkOptions, checkPositive, checkText, ModelError } from "../math/index.ts";

/** What a surface is like when it touches another one. What is left out is decided by whoever answers contacts. */
export interface ContactMaterial {
  /** By which pairs of materials are found, such as `"steel"`. */
  readonly name?: string;
  /** Coefficient of Coulomb friction. */
  readonly friction?: number;
  /** From 0, no rebound, to 1. */
  readonly restitution?: number;
  /** m: the arm of the couple against rolling and spinning. */
  readonly rotationalFriction?: number;
  /** Pa */
  readonly youngsModulus?: number;
  /** From −1 to 0.5. */
  readonly poissonRatio?: number;
}

const OPTIONS = ["name", "friction", "restitution", "rotationalFriction", "youngsModulus", "poissonRatio"];

export function checkContactMaterial(owner: string, given: ContactMaterial): ContactMaterial {
  checkOptions(owner, given, OPTIONS, true);
  const { name, friction, restitution, rotationalFriction, youngsModulus, poissonRatio } = given;
  if (name !== undefined) checkText(owner, "name", name);
  if (friction !== undefined) checkNotNegative(owner, "friction", friction);
  if (restitution !== undefined && checkNotNegative(owner, "restitution", restitution) > 1) {
    throw new ModelError(`${owner}: restitution is ${restitution}; give a number from 0 (no rebound) to 1`);
  }
  if (rotationalFriction !== undefined) checkNotNegative(owner, "rotationalFriction", rotationalFriction);
  if (youngsModulus !== undefined) checkPositive(owner, "youngsModulus", youngsModulus);
  if (poissonRatio !== undefined && !(checkNumber(owner, "poissonRatio", poissonRatio) > -1 && poissonRatio <= 0.5)) {
    throw new ModelError(`${owner}: poissonRatio is ${poissonRatio}; give a number above -1, at most 0.5`);
  }
  return given;
}
