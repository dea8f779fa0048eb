import { checkBoolean, checkInstance, checkNumber, ModelError } from "../../math/index.ts";
import { CoulombFriction } from "./friction/CoulombFriction.ts";
import { FrictionLaw } from "./friction/FrictionLaw.ts";
import { Frictionless } from "./friction/Frictionless.ts";
import { ImpactLaw } from "./impact/ImpactLaw.ts";
import { SimultaneousImpact } from "./impact/SimultaneousImpact.ts";
import type { NormalLaw } from "./normal/NormalLaw.ts";

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

/** Refuses a law that reads more than slip where nobody would ask it for that. */
export function checkPatch(owner: string, friction: FrictionLaw): void {
  if (friction.reads === "slip" || friction.kind === "given") return;
  throw new ModelError(
    `${owner}: friction reads "${friction.reads}" and is of the kind "${friction.kind}"; a law of a patch has the kind "given"`,
  );
}

/** Whether a contact holds both ways; refused with laws for which that has no meaning. */
export function readBilateral(owner: string, value: unknown, normal: NormalLaw, friction: FrictionLaw): boolean {
  if (!checkBoolean(owner, "bilateral", value ?? false)) return false;
  if (!normal.isRigid) {
    throw new ModelError(
      `${owner}: bilateral needs a rigid normal law, not ${normal.constructor.name}; leave normal out, or join the bodies by a SpringDamper or Bushing`,
    );
  }
  if (friction.kind === "coulomb") {
    throw new ModelError(
      `${owner}: bilateral does not stick and slip by ${friction.constructor.name}; give new SmoothFriction({ coefficient }), new IdealRolling() or no friction`,
    );
  }
  return true;
}

/** A law of friction, or the coefficient of Coulomb's. */
export function readFriction(owner: string, friction: FrictionLaw | number | undefined): FrictionLaw {
  if (friction === undefined) return new Frictionless();
  if (typeof friction !== "number")
    return checkLaw(owner, "friction", friction, FrictionLaw, "0.5 or new CoulombFriction({ coefficient: 0.5 })");
  const coefficient = checkNumber(owner, "friction", friction);
  if (coefficient < 0) {
    throw new ModelError(`${owner}: friction is ${coefficient}; a coefficient is zero or positive`);
  }
  return new CoulombFriction({ coefficient });
}
