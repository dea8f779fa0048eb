import type { Rows } from "../constraints/index.ts";
import type { Kernel } from "./Kernel.ts";
import { calcRateRows, createSpace } from "./rateRows.ts";

/**
 * How far the model is moved (rad, or m), and by which part of the longest row others count as independent: before, and
 * behind. Next to a singular position they are by some `step`; redundant ones, which the step takes off each other a
 * little, by some `step²`. Rough is for states that are a little off: projected towards where they cannot go.
 */
const FINE = { step: 1e-3, before: 1e-7, behind: 2e-5 };
const ROUGH = { step: 0.02, before: 2e-3, behind: 2e-3 };

/**
 * Whether the model, at the state in the kernel, is in a singular position: moved a little along what its rows (or those
 * of some constraints) leave free, whatever its drives say, more of them are independent. Leaves the state as it was.
 */
export function isSingular(
  kernel: Kernel,
  t: number,
  isAsked: (constraint: Rows) => boolean = () => true,
  { step, before, behind } = FINE,
): boolean {
  const q = kernel.q.slice();
  const span = (cutoff: number) => {
    const rows = calcRateRows(kernel, t).filter(
      ({ constraint, index }) => constraint.isHolonomic(index) && isAsked(constraint),
    );
    const space = createSpace(kernel, rows, cutoff);
    space.add(rows.map(({ values }) => values));
    return space;
  };
  const space = span(before);
  const { directions } = space.findFreedoms();
  const sum = directions.reduce((all, way) => all.map((x, i) => x + way[i]), new Float64Array(kernel.rateCount));
  const hasMore = (way: Float64Array) => {
    const longest = Math.max(...way.map(Math.abs));
    const shift = way.map((x) => (step * x) / longest);
    for (const link of kernel.links) if (link.rateCount > 0) link.moveCoordinates(kernel.q, shift);
    const isHigher = span(behind).rank > space.rank;
    kernel.q.set(q);
    return isHigher;
  };
  const found = (directions.length > 1 ? [...directions, sum] : directions).some(hasMore);
  kernel.calcKinematics(t, true);
  for (const constraint of kernel.rows.constraints) constraint.calcRows(t);
  return found;
}

/** The same at a state that is a little off. */
export function isNearSingular(kernel: Kernel, t: number, isAsked: (constraint: Rows) => boolean): boolean {
  return isSingular(kernel, t, isAsked) || isSingular(kernel, t, isAsked, ROUGH);
}
