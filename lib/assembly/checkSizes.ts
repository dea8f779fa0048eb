import { describe, ModelError } from "../math/index.ts";
import type { Constants } from "../rigidbody/index.ts";

/** Squares of larger numbers, and products of two of them, are none any more. */
const LARGEST = 1e150;

/** Refuses parts of a model whose constants are too large to compute with; what is infinite says "no limit". */
export function checkSizes(parts: readonly { readonly label: string; readonly constants: Constants }[]): void {
  const isLarge = (x: unknown) => typeof x === "number" && Number.isFinite(x) && Math.abs(x) > LARGEST;
  for (const { label, constants } of parts) {
    for (const [name, value] of Object.entries(constants)) {
      if (!(typeof value === "object" ? Array.from(value).some(isLarge) : isLarge(value))) continue;
      throw new ModelError(`${label}: ${name} is ${describe(value)}; give numbers of at most ${LARGEST}`);
    }
  }
}
