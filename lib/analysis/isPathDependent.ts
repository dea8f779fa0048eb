import type { Kernel } from "../kernel/Kernel.ts";
import { calcRateRows } from "../kernel/rateRows.ts";
import { Chart } from "./Chart.ts";
import { listMotions } from "./findMotion.ts";
import { rollAlong } from "./rollAlong.ts";
import { findShift } from "./steer.ts";

/** Length of the sides of the loop, rad or m, and the part of its area that a place it ends at has to be off. */
const SIDE = 0.02;
const PART = 1e-3;

/**
 * Whether it depends on the way to which place rows of rolling and sticking lead, near the state in the kernel (Frobenius):
 * there and back along two directions, one after the other, the model is not where it was, and no way that the rows allow
 * leads straight back. Leaves the state as it was.
 */
export function isPathDependent(kernel: Kernel, t: number): boolean {
  const chart = new Chart(kernel, t);
  const { positions, rates, state } = chart;
  if (positions === rates || rates.independent.length < 2) return false;
  // Two directions that take part of every free one in other proportions.
  const [a, b] = [Math.SQRT2, Math.sqrt(3)].map((root) =>
    Float64Array.from(rates.independent, (_, k) => SIDE * (((k + 1) * root) % 1)),
  );
  const sides = [a, b, a.map((x) => -x), b.map((x) => -x)];
  let here = chart;
  const isClosed = sides.every((side) => {
    const isThere = rollAlong(here, side);
    here = new Chart(kernel, t, rates.independent, positions.independent);
    return isThere;
  });
  const end = kernel.q.slice();
  kernel.readState(state);
  if (!isClosed) return false;
  const shift = new Float64Array(kernel.rateCount);
  for (const place of listMotions(kernel)) {
    const { coordinate, coordinateCount } = place;
    shift.set(findShift(kernel, place, [...end.subarray(coordinate, coordinate + coordinateCount)]), place.rate);
  }
  const isOff = calcRateRows(kernel, t).some(({ values }) => {
    const slip = values.reduce((sum, x, i) => sum + x * shift[i], 0);
    return Math.abs(slip) > PART * SIDE * SIDE * Math.hypot(...values);
  });
  kernel.readState(state);
  return isOff;
}
