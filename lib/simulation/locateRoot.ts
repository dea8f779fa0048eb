import { isPositive } from "./EventSource.ts";

/** How far a secant goes beyond the root it sees, in parts of its step. */
const OVERSHOOT = 0.01;

/** A time, and the value of a function then. */
type Point = readonly [t: number, value: number];

/**
 * Where a function changes its sign between two points, to the resolution of the clock: secants that, but for the first, go a
 * little beyond the root they see, so that both ends of the bracket close in on it, and halves where that does not help.
 * Returns a time at which the sign has changed.
 */
export function locateRoot(read: (t: number) => number, before: Point, after: Point): number {
  const [, first] = before;
  let [low] = before;
  let [high] = after;
  const side = isPositive(first);
  // The last two points; a sign alone is no value.
  let [t0, value0] = [low, Math.abs(first) > Number.MIN_VALUE ? first : Number.NaN];
  let [t1, value1] = after;
  let aim = high - low;
  for (let n = 0; n < 200; n++) {
    const width = high - low;
    const resolution = Number.EPSILON * Math.max(Math.abs(low), Math.abs(high));
    if (width <= 2 * resolution) break;
    const step = (value1 * (t1 - t0)) / (value0 - value1);
    const beyond = n === 0 ? 0 : Math.max(resolution, OVERSHOOT * Math.abs(step));
    let t = t1 + step + (t1 === high ? -beyond : beyond);
    if (n % 3 === 2) {
      if (width > 0.25 * aim) t = Number.NaN;
      aim = width;
    }
    if (!(t > low && t < high)) t = low + width / 2;
    if (!(t > low && t < high)) break;
    [t0, value0] = [t1, value1];
    [t1, value1] = [t, read(t)];
    if (Number.isNaN(value1) || isPositive(value1) === side) low = t;
    else high = t;
  }
  return high;
}
