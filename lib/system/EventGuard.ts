import { ModelError } from "../math/index.ts";
import type { EventSource } from "./EventWatch.ts";

/** So many events of one function in a row, each sooner than the one before, and the last two this near: they pile up. */
const PILE = 20;
const NEAR = 1e-11;

/** So many events of one function have to take a run forward by at least this part of it. */
const MANY = 5000;
const PART = 1e-5;

/** Refuses infinitely many events in finite time, and says where they pile up. */
export class EventGuard {
  private readonly times = new Map<EventSource, { last: number[]; count: number; since: number }>();

  /** Notes an event at time `t` of a run that takes `span` seconds. */
  check(source: EventSource, t: number, span: number): void {
    const entry = this.times.get(source) ?? { last: [], count: 0, since: t };
    this.times.set(source, entry);
    const again = `${source.label} changes sign again and again, `;
    if (++entry.count % MANY === 0) {
      const passed = t - entry.since;
      entry.since = t;
      if (passed < PART * span) {
        throw new ModelError(
          `${again}${MANY} times in the last ${passed.toPrecision(2)} s: what is done there does not keep it from coming back, ` +
            "and the run would never end. Give it a direction, let its action move it well away from zero, or hold the motion " +
            "there (switch a constraint on)",
        );
      }
    }
    const { last: times } = entry;
    times.push(t);
    if (times.length <= PILE) return;
    times.shift();
    const gaps = times.slice(1).map((time, i) => time - times[i]);
    const isShrinking = gaps.every((gap, i) => i === 0 || gap <= gaps[i - 1]);
    const last = gaps[gaps.length - 1];
    if (!isShrinking || last > NEAR * Math.max(1, Math.abs(t))) return;
    // A geometric series: the rest sums up to gap · ratio / (1 − ratio).
    const ratio = last / gaps[gaps.length - 2];
    const end = ratio < 1 ? t + (last * ratio) / (1 - ratio) : t;
    throw new ModelError(
      `${again}${PILE} times in the last ${(t - times[0]).toPrecision(2)} s and sooner ` +
        `each time: the events pile up at t = ${end.toPrecision(12)} s. Hold the motion when it is slow (switch a constraint on), ` +
        "or stop the run there",
    );
  }
}
