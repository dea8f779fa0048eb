import type { EventSource } from "../EventWatch.ts";

/** Contacts that are so far (m) inside each other are late. */
const LATE = 1e-11;

/** The rate of an event function is taken over this part of the step. */
const LAPSE = 1e-3;

/**
 * An event is found on the dense output, which meets the rows only as well as the step does. Where contacts would be
 * noticeably inside each other once the state is on the rows, it comes earlier: returns when. The step began at `start`; `read`
 * gives values of event functions, on the rows or off them.
 */
export function bringForward(
  t: number,
  sources: readonly EventSource[],
  start: number,
  read: (sources: readonly EventSource[], t: number, isOnRows: boolean) => number[],
): number {
  const watched = sources.filter((source) => source.isSettled && ["open", "idle"].includes(source.getMode()));
  if (watched.length === 0) return t;
  let found = t;
  for (let n = 0; n < 3; n++) {
    const values = read(watched, found, true);
    const late = values.findIndex((value) => value < -LATE);
    if (late < 0) break;
    const before = read(watched, found, false)[late];
    const lapse = LAPSE * (found - start);
    const rate = (before - read(watched, found - lapse, false)[late]) / lapse;
    // What jumps there is not late.
    if (!(rate < 0) || (found === t && before < -LATE)) break;
    found = Math.max(start, found - values[late] / rate);
  }
  return found;
}
