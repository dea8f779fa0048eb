import { ModelError } from "../math/index.ts";
import type { EventSource } from "./EventSource.ts";
import { explainPile, explainReturn } from "./explainEvents.ts";

/**
 * So many events of one function in a row, each sooner than the one before, and the last two this near: they pile up. What
 * goes to and fro, as a wheel between two of its rollers, takes two events for each of them.
 */
const PILE = 20;
const STRIDES = [1, 2];
const NEAR = 1e-11;

/** So many events of one function have to take a run forward by at least this part of it. */
const MANY = 5000;
const PART = 1e-5;

/** Refuses infinitely many events in finite time, and says where they pile up. */
export class EventGuard {
  private readonly times = new Map<EventSource, { last: number[]; count: number; since: number }>();

  /** Goes on with sources that have taken the places of others. */
  follow(same: ReadonlyMap<EventSource, EventSource>): void {
    for (const [before, now] of same) {
      const entry = this.times.get(before);
      if (!entry) continue;
      this.times.delete(before);
      this.times.set(now, entry);
    }
  }

  /** Notes an event at time `t` of a run that takes `span` seconds. */
  check(source: EventSource, t: number, span: number): void {
    const entry = this.times.get(source) ?? { last: [], count: 0, since: t };
    this.times.set(source, entry);
    if (++entry.count % MANY === 0) {
      const passed = t - entry.since;
      entry.since = t;
      if (passed < PART * span) {
        throw new ModelError(explainReturn(source, MANY, passed));
      }
    }
    const { last: times } = entry;
    times.push(t);
    if (times.length > PILE * STRIDES[STRIDES.length - 1] + 1) times.shift();
    for (const stride of STRIDES) {
      const { length } = times;
      if (length <= PILE * stride || t - times[length - 1 - stride] > NEAR * Math.max(1, Math.abs(t))) continue;
      const own = times.filter((_, i) => (length - 1 - i) % stride === 0).slice(-PILE);
      const gaps = own.slice(1).map((time, i) => time - own[i]);
      if (gaps.every((gap, i) => i === 0 || gap <= gaps[i - 1])) throw new ModelError(explainPile(source, own));
    }
  }
}
