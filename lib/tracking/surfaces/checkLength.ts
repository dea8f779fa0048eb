import { checkPositive, ModelError } from "../../math/index.ts";

/** Beyond these the third powers that derivatives need would be no numbers any more. */
const LEAST = 1e-60;
const MOST = 1e60;

/** A length of a surface, m. */
export function checkLength(owner: string, what: string, value: unknown): number {
  const length = checkPositive(owner, what, value);
  if (length >= LEAST && length <= MOST) return length;
  throw new ModelError(`${owner}: ${what} is ${length}; give a length from ${LEAST} to ${MOST} m`);
}
