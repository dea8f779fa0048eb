import type { Observer } from "../assembly/Observer.ts";
import type { LocatedEvents } from "./EventLocator.ts";
import type { Stepping } from "./Stepping.ts";

/** Contacts that are so far (m) inside each other are late. */
const LATE = 1e-11;

/** The rate of an event function is taken over this part of the step. */
const LAPSE = 1e-3;

/**
 * An event is located on the dense output, which meets the rows only as well as the step does. Where contacts would be
 * noticeably inside each other once the state is on the rows, its time is changed to an earlier one. `y` is memory to work in.
 */
export function correctEventTime(event: LocatedEvents, stepping: Stepping, observer: Observer, y: Float64Array): void {
  const { stepper, problem } = stepping;
  if (!problem.kernel.canDrift) return;
  const watched = event.sources.filter(
    (source) => source.isUnilateral && ["open", "unloaded"].includes(source.getMode()),
  );
  if (watched.length === 0) return;
  const read = (t: number, isOnRows: boolean) => {
    if (isOnRows) stepping.readState(t, y);
    else stepper.interpolate(t, y);
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
