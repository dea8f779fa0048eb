import { checkInstance, ModelError } from "../../math/index.ts";
import { ImpactLaw } from "./impact/ImpactLaw.ts";
import { SimultaneousImpact } from "./impact/SimultaneousImpact.ts";

/** A law of impacts, or the restitution of the simultaneous one. */
export function readImpact(owner: string, impact: ImpactLaw | number | undefined): ImpactLaw {
  if (impact === undefined) return new SimultaneousImpact();
  if (typeof impact !== "number") {
    return checkLaw(owner, "impact", impact, ImpactLaw, "0.8 or new SequentialImpact({ restitution: 0.8 })");
  }
  if (!(impact >= 0 && impact <= 1)) {
    throw new ModelError(`${owner}: impact is ${impact}; give a restitution from 0 (no bounce) to 1 (no loss)`);
  }
  return new SimultaneousImpact({ restitution: impact });
}

/** Refuses what is not a law of the kind asked for. */
export function checkLaw<T>(
  owner: string,
  what: string,
  value: unknown,
  kind: abstract new (...args: never[]) => T,
  example: string,
): T {
  return checkInstance(owner, what, value, kind, example);
}

/** The name of a law's class with its numbers, such as `CoulombFriction {coefficients: [0.5, 0.5]}`. */
export function nameLaw(law: object): string {
  const parts = Object.entries(law)
    .filter(([, value]) => [value].flat().every((x) => typeof x === "number"))
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `${law.constructor.name} {${parts.join(", ")}}`;
}
