import { checkList, checkNotNegative, checkOptions, checkText, ModelError } from "../../math/index.ts";
import type { ContactMaterial } from "../../shape/index.ts";
import { findPair } from "./findPair.ts";

/** What holds where two materials with these names meet; what is left out is found as for any other pair. */
export interface MaterialPair {
  materials: readonly [string, string];
  friction?: number;
  restitution?: number;
}

/** Laws of a contact of two rigid bodies. */
export interface RigidLaws {
  /** Coefficient of Coulomb friction. */
  readonly friction: number;
  /** From 0, no rebound, to 1. */
  readonly restitution: number;
}

/**
 * What holds between two materials: what was given for their names, else what the table says of them (`findPair`), else the
 * geometric mean of what both say, where one that says nothing has the default.
 */
export class PairLaws {
  private readonly defaults: RigidLaws;
  private readonly pairs: readonly MaterialPair[];

  constructor(owner: string, defaults: Partial<RigidLaws>, pairs: readonly MaterialPair[] = []) {
    const { friction = 0, restitution = 0 } = defaults;
    this.defaults = {
      friction: checkNotNegative(owner, "friction", friction),
      restitution: checkRestitution(owner, restitution),
    };
    const form = 'a list such as [{ materials: ["steel", "rubber"], friction: 0.8 }]';
    this.pairs = checkList(owner, "pairs", pairs, form).map((pair, i) =>
      readPair(`${owner}, pairs[${i}]`, pair as MaterialPair),
    );
  }

  find(first: ContactMaterial, second: ContactMaterial): RigidLaws {
    const [a, b] = [first.name, second.name];
    const isNamed = a !== undefined && b !== undefined;
    // Of two that say something about the same materials the later one counts.
    const given = this.pairs.filter(({ materials: [x, y] }) => (x === a && y === b) || (x === b && y === a)).reverse();
    const table = isNamed ? findPair(a, b) : undefined;
    const find = (key: "friction" | "restitution"): number => {
      const said = given.find((pair) => pair[key] !== undefined)?.[key] ?? table?.[key];
      if (said !== undefined) return said;
      const [x, y] = [first[key] ?? this.defaults[key], second[key] ?? this.defaults[key]];
      return x === y ? x : Math.sqrt(x * y);
    };
    return { friction: find("friction"), restitution: find("restitution") };
  }
}

function readPair(owner: string, pair: MaterialPair): MaterialPair {
  checkOptions(owner, pair, ["materials", "friction", "restitution"], true);
  const form = 'two names, such as ["steel", "rubber"]';
  const names = checkList(owner, "materials", pair.materials, form, 2);
  if (names.length !== 2) throw new ModelError(`${owner}: materials are ${names.length} names; give ${form}`);
  const { friction, restitution } = pair;
  return {
    materials: [checkText(owner, "materials[0]", names[0]), checkText(owner, "materials[1]", names[1])],
    ...(friction !== undefined && { friction: checkNotNegative(owner, "friction", friction) }),
    ...(restitution !== undefined && { restitution: checkRestitution(owner, restitution) }),
  };
}

function checkRestitution(owner: string, value: unknown): number {
  const restitution = checkNotNegative(owner, "restitution", value);
  if (restitution <= 1) return restitution;
  throw new ModelError(`${owner}: restitution is ${restitution}; give a number from 0 (no rebound) to 1`);
}
