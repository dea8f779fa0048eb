import { checkText } from "../../math/index.ts";

/** What holds between two materials. */
export interface PairProperties {
  /** From 0, no rebound, to 1. */
  readonly restitution: number;
  /** Coefficient of sliding friction. */
  readonly friction: number;
  /** Coefficient of rotational friction: the arm of the couple is this times the effective radius. */
  readonly rotationalCoefficient: number;
}

/** Names, restitution, friction, rotational coefficient. */
const PAIRS: readonly (readonly [string, string, number, number, number])[] = [
  ["steel", "steel", 0.7, 0.5, 0.001],
  ["dry wood", "dry wood", 0.6, 0.3, 0.001],
  ["billiard ball", "billiard ball", 1, 0, 0],
  ["billiard ball", "billiard table", 0, 0.8, 0.01],
  ["billiard ball", "billiard cushion", 0.98, 0, 0],
];

/** What Modia3D's table says of two materials, by their names in any order (see `MATERIALS`); nothing, if they are not in it. */
export function findPair(first: string, second: string): PairProperties | undefined {
  checkText("findPair", "the first name", first);
  checkText("findPair", "the second name", second);
  const found = PAIRS.find(([a, b]) => (a === first && b === second) || (a === second && b === first));
  if (!found) return undefined;
  const [, , restitution, friction, rotationalCoefficient] = found;
  return { restitution, friction, rotationalCoefficient };
}
