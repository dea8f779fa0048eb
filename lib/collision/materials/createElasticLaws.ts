import {
  ElasticNormal,
  type FrictionLaw,
  Frictionless,
  RegularizedFriction,
  RegularizedResistance,
  type Resistance,
} from "../../constraints/contact/index.ts";
import { checkOptions, checkPositive, ModelError } from "../../math/index.ts";
import { type ContactMaterial, checkContactMaterial } from "../../shape/ContactMaterial.ts";
import { findPair } from "./findPair.ts";

/** Laws of an elastic contact: options of a `Contact`. */
export interface ElasticLaws {
  readonly normal: ElasticNormal;
  readonly friction: FrictionLaw;
  readonly resistance: Resistance | undefined;
}

/** What is to hold for a pair, instead of what table and materials say. */
export interface ElasticPairOptions extends Pick<ContactMaterial, "friction" | "restitution" | "rotationalFriction"> {
  /** m/s and rad/s: below it bodies do not rebound, and friction and couples are smoothed. Default: 0.01. */
  velocity?: number;
}

const OWNER = "createElasticLaws";

/**
 * Laws of an elastic contact between two materials, with the effective radius (m) where they touch:
 * `new Contact(name, a, b, { surfaceA, surfaceB, ...createElasticLaws(MATERIALS.steel.contact, MATERIALS.steel.contact, 0.05) })`.
 * Moduli are the materials' own. Restitution, friction and rotational friction are those of `options`, else what the table
 * says of the two names (`findPair`), else the geometric mean of what both materials say; where one says nothing, none.
 */
export function createElasticLaws(
  first: ContactMaterial,
  second: ContactMaterial,
  radius: number,
  options?: ElasticPairOptions,
): ElasticLaws {
  const materials = [first, second] as const;
  for (const [i, material] of materials.entries()) {
    const owner = `${OWNER}, ${i === 0 ? "first" : "second"} material`;
    checkContactMaterial(owner, material);
    if (material.youngsModulus !== undefined) continue;
    throw new ModelError(
      `${owner}${material.name ? ` "${material.name}"` : ""}: youngsModulus is not given, so nobody knows how stiff it is; give it, Pa, or take a rigid contact`,
    );
  }
  checkPositive(OWNER, "the effective radius", radius);
  checkOptions(OWNER, options, ["friction", "restitution", "rotationalFriction", "velocity"]);
  const velocity = options?.velocity ?? 0.01;
  const table = first.name !== undefined && second.name !== undefined ? findPair(first.name, second.name) : undefined;
  const find = (key: "friction" | "restitution" | "rotationalFriction", listed: number | undefined): number =>
    options?.[key] ?? listed ?? Math.sqrt((first[key] ?? 0) * (second[key] ?? 0));
  const coefficient = find("friction", table?.friction);
  const arm = find("rotationalFriction", table && table.rotationalCoefficient * radius);
  const restitution = find("restitution", table?.restitution);
  return {
    normal: new ElasticNormal({ materials, radius, restitution, velocity }),
    friction: coefficient === 0 ? new Frictionless() : new RegularizedFriction({ coefficient, velocity }),
    resistance: arm === 0 ? undefined : new RegularizedResistance({ arm, velocity }),
  };
}
