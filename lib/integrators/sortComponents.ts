import { ModelError } from "../math/index.ts";
import type { OdeProblem } from "./Problem.ts";

/** Components with a derivative of their own, those whose derivative is one of them, and the places of these among the former. */
export interface SortedComponents {
  readonly free: Int32Array;
  readonly bound: Int32Array;
  readonly rates: Int32Array;
}

/** Of so many components, of which those beyond the state of the problem have a derivative of their own. */
export function sortComponents({ rates }: OdeProblem, count: number): SortedComponents {
  const rateOf = Array.from({ length: count }, (_, i) => rates?.[i] ?? -1);
  rateOf.forEach((rate, i) => {
    if (rate === -1 || rateOf[rate] === -1) return;
    throw new ModelError(
      `integrator: the rate of component ${i} is said to be component ${rate}; give a component that has no rate itself`,
    );
  });
  const components = rateOf.map((_, i) => i);
  const free = Int32Array.from(components.filter((i) => rateOf[i] === -1));
  const bound = Int32Array.from(components.filter((i) => rateOf[i] !== -1));
  return { free, bound, rates: bound.map((i) => free.indexOf(rateOf[i])) };
}
