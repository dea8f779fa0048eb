import type { Observer } from "../assembly/Observer.ts";
import type { Stepper } from "../integrators/Stepper.ts";
import type { EventSource } from "./EventWatch.ts";

/** Contacts that are so far (m) inside each other are late. */
const LATE = 1e-11;

/** The rate of an event function is taken over this part of the step. */
const LAPSE = 1e-3;

/**
 * An event is found on the dense output, which meets the rows only as well as the step does. Where contacts would be
 * noticeably inside each other once the state is on the rows, it comes earlier: changes its time. `project` brings the state
 * in `y` onto the rows.
 */
export function bringForward(
  event: { t: number; sources: readonly EventSource[] },
  stepper: Stepper,
  observer: Observer,
  y: Float64Array,
  project: (t: number) => void,
): void {
  const watched = event.sources.filter((source) => source.isSettled && ["open", "idle"].includes(source.getMode()));
  if (watched.length === 0) return;
  const read = (t: number, isOnRows: boolean) => {
    stepper.interpolate(t, y);
    if (isOnRows) project(t);
    observer.prepare(t, y, false);
    return watched.map((source) => source.read(t));
  };
  for (let n = 0; n < 3; n++) {
    const { t } = event;
    const values = read(t, true);
    const late = values.findIndex((value) => value < -LATE);
    if (late < 0) return;
    const before = read(t, false)[late];
    const lapse = LAPSE * (t - stepper.tOld);
    const rate = (before - read(t - lapse, false)[late]) / lapse;
    // What jumps there is not late.
    if (!(rate < 0) || (n === 0 && before < -LATE)) return;
    event.t = Math.max(stepper.tOld, t - values[late] / rate);
  }
}
