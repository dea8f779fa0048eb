import { checkVector3 } from "../../math/index.ts";
import { checkLength } from "./checkLength.ts";

/** Half the diameters along x, y, z. */
export function checkSemiAxes(owner: string, value: unknown): Float64Array {
  const lengths = checkVector3(owner, "semiAxes", value);
  lengths.forEach((length, i) => {
    checkLength(owner, `semiAxes[${i}] of [${lengths.join(", ")}]`, length);
  });
  return Float64Array.from(lengths);
}

/** The radius of the ball with the same volume. */
export const findMeanRadius = ([a, b, c]: Float64Array): number => Math.cbrt(a) * Math.cbrt(b) * Math.cbrt(c);
