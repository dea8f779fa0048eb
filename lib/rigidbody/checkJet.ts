import { describe, explainThrown, ModelError, refusePromise } from "../math/index.ts";
import type { Jet } from "./BaseMotion.ts";

/** Steps of the difference quotients: the longer suits slow motions, the shorter vibrations and fast shafts. */
export const DIFFERENCE_STEPS = [1e-4, 1e-6] as const;

/** Whether a rate fits its difference quotient; loose, because it is to find wrong formulas, not rounding. */
export const fits = (rate: number, quotient: number): boolean =>
  Math.abs(quotient - rate) <= 1e-3 * (1 + Math.abs(rate));

/** A prescribed coordinate of the user's that names its part: where it throws, and where it does not give `[x, ẋ, ẍ]`. */
export function nameJet(owner: string, what: string, jet: Jet): Jet {
  return (t) => {
    let value: ReturnType<Jet>;
    try {
      value = jet(t);
    } catch (cause) {
      throw explainThrown(owner, what, cause);
    }
    if (Array.isArray(value) && value.length === 3) return value;
    refusePromise(owner, what, value);
    throw new ModelError(`${owner}: ${what} gives ${describe(value)} at t = ${t}; return [x, ẋ, ẍ]`);
  };
}

/** Refuses a prescribed coordinate that is not `[x, ẋ, ẍ]`, not finite, or whose derivatives do not fit. */
export function checkJet(owner: string, what: string, given: Jet, t: number): void {
  const jet = nameJet(owner, what, given);
  const read = (time: number) => {
    const value = jet(time);
    const bad = value.find((x) => !Number.isFinite(x));
    if (bad !== undefined) {
      throw new ModelError(`${owner}: ${what} gives ${describe(bad)} near t = ${t}; check its formula`);
    }
    return value;
  };
  // Beside t it may not be defined.
  const readBeside = (time: number): ReturnType<Jet> => {
    try {
      return jet(time);
    } catch {
      return [Number.NaN, Number.NaN, Number.NaN];
    }
  };
  const here = read(t);
  const findMisfit = (step: number): string | undefined => {
    // From both sides, or, at a kink or the edge of what is defined, from one.
    const before = readBeside(t - step);
    const after = readBeside(t + step);
    if (![before, after].some((side) => side.every(Number.isFinite))) read(t + step);
    for (const i of [1, 2] as const) {
      const quotient = (after[i - 1] - before[i - 1]) / (2 * step);
      const quotients = [quotient, (after[i - 1] - here[i - 1]) / step, (here[i - 1] - before[i - 1]) / step];
      if (quotients.some((value) => fits(here[i], value))) continue;
      const shown = quotients.find(Number.isFinite) ?? quotient;
      return (
        `${owner}: the ${i === 1 ? "first" : "second"} derivative of ${what} is ${here[i]} at t = ${t}, but a difference ` +
        `quotient gives ${Number(shown.toPrecision(6))}; return [x, ẋ, ẍ] of one smooth function`
      );
    }
    return undefined;
  };
  const misfits = DIFFERENCE_STEPS.map(findMisfit);
  if (misfits.every((misfit) => misfit !== undefined)) throw new ModelError(misfits[misfits.length - 1]);
}
