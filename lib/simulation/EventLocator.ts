import type { Observer } from "../assembly/Observer.ts";
import type { Stepper } from "../integrators/index.ts";
import { describe, ModelError } from "../math/index.ts";
import { correctEventTime } from "./correctEventTime.ts";
import { createSource, type EventSource, listSources, type UserEvent } from "./EventSource.ts";
import type { Stepping } from "./Stepping.ts";

/** Event functions that changed sign at one instant. */
export interface LocatedEvents {
  t: number;
  readonly sources: readonly EventSource[];
}

/** Fractions of a step at which its dense output is sampled, so that a short excursion between its ends is not missed. */
const SAMPLE_FRACTIONS = [1 / 3, 2 / 3, 1];

/** Seconds ahead at which the rate of an event function is probed, and within which it may turn (per second of time). */
const PROBE = 1e-7;
const TURN = 1e-9;
/** How far a secant goes beyond the root it sees, in parts of its step. */
const OVERSHOOT = 0.01;
/** What a function that has just changed sign may be beyond zero by rounding, in parts of its largest value so far. */
const ROUNDING = 1e-12;

/**
 * Locates changes of sign of all event functions. After each step their signs are compared with those before it; the earliest change is
 * located on the dense output to the resolution of the clock, on its far side. Events of one instant come in the order of
 * the constraints in the system, then of the user's list.
 */
export class EventLocator {
  private readonly observer: Observer;
  private readonly all: readonly EventSource[];
  /** Those that are active until the next event. */
  private sources: readonly EventSource[] = [];
  private readonly y: Float64Array;
  /** Which function has the place of one of the segment before. */
  private places: ReadonlyMap<EventSource, EventSource> = new Map();
  /** Values at the start of the step; where one is about to turn, only its sign to come; NaN where none has come yet, or it sleeps. */
  private before: Float64Array = new Float64Array(0);

  constructor(observer: Observer, events: readonly UserEvent[]) {
    this.observer = observer;
    this.y = new Float64Array(observer.kernel.size);
    this.all = [
      ...observer.kernel.acting.flatMap((constraint) => listSources(observer, constraint)),
      ...events.map((event, i) => createSource(observer, event, i)),
    ];
  }

  /** Takes the places of the functions of another locator, for a run that goes on; which is which now. */
  takeOver({ all: before }: EventLocator): ReadonlyMap<EventSource, EventSource> {
    const same = new Map<EventSource, EventSource>();
    const free = new Set(this.all);
    for (const source of before) {
      const found = [...free].find(({ label, index }) => label === source.label && index === source.index);
      if (!found) continue;
      free.delete(found);
      found.peak = source.peak;
      same.set(source, found);
    }
    this.places = same;
    return same;
  }

  /**
   * Takes the values at the stepper's state as the ones to compare with. A function that has just changed sign (one of
   * `sources`) and is about to change back, as the gap of a ball that bounces, counts with the sign it will have. However
   * slow it is: a bounce too low for the numbers to show still counts, and is followed by the next one. Those of contacts
   * begin positive by themselves. At the start of a run, where none has, zero counts as the side that the
   * direction of the event comes from; without one it has no sign.
   */
  start({ t, y, dydt }: Stepper, sources: readonly EventSource[] = []): void {
    if (this.all.length === 0) return;
    const fired = sources.map((source) => this.places.get(source) ?? source);
    this.sources = this.all.filter((source) => source.isActive());
    const now = this.calc(t, y);
    if (fired.length === 0) this.refuseImpure(t, now);
    this.before = fired.length ? now : now.map((value, i) => (value === 0 ? findSide(this.sources[i]) : value));
    if (fired.every(({ isUnilateral }) => isUnilateral)) return;
    const soon = this.calc(
      t + PROBE,
      y.map((value, i) => value + PROBE * dydt[i]),
    );
    const reach = TURN * Math.max(1, Math.abs(t));
    this.before = now.map((value, i) => {
      const rate = (soon[i] - value) / PROBE;
      const isTurning =
        fired.includes(this.sources[i]) &&
        !this.sources[i].isUnilateral &&
        isPositive(value) !== isPositive(rate) &&
        rate !== 0 &&
        Math.abs(value) <= Math.max(Math.abs(rate) * reach, ROUNDING * this.sources[i].peak);
      return isTurning ? Math.sign(rate) * Number.MIN_VALUE : value;
    });
  }

  /** Refuses functions that answer differently when they are asked twice. */
  private refuseImpure(t: number, values: Float64Array): void {
    this.sources.forEach((source, i) => {
      const again = this.read(source, t);
      if (again === values[i] || (Number.isNaN(again) && Number.isNaN(values[i]))) return;
      throw new ModelError(
        `${source.label} is ${values[i]} and then ${again} when it is asked twice at t = ${t} s; let it depend on the ` +
          "snapshot that it gets, and draw random numbers before the run",
      );
    });
  }

  private calc(t: number, y: Float64Array): Float64Array {
    this.evaluate(t, y, this.sources);
    const values = new Float64Array(this.sources.length);
    for (let i = 0; i < values.length; i++) {
      const source = this.sources[i];
      values[i] = this.read(source, t);
      source.peak = Math.max(source.peak, Math.abs(values[i]) || 0);
    }
    return values;
  }

  /** Evaluates the model as far as the sources need it. */
  private evaluate(t: number, y: Float64Array, sources: readonly EventSource[]): void {
    const { observer } = this;
    if (sources.some((source) => source.getNeeds() === "everything")) observer.show(t, y);
    else
      observer.prepare(
        t,
        y,
        sources.some((source) => source.getNeeds() === "multipliers"),
      );
  }

  private read(source: EventSource, t: number): number {
    const value = source.read(t);
    if (Number.isFinite(value) || (Number.isNaN(value) && source.canSleep())) return value;
    throw new ModelError(
      `${source.label} is ${describe(value)} at t = ${t} s; it has to be a finite number everywhere`,
    );
  }

  /** All functions that changed sign at the earliest instant of the last step, with that instant; undefined if none did. */
  find(stepping: Stepping): LocatedEvents | undefined {
    if (this.all.length === 0) return undefined;
    const found = this.findChange(stepping.stepper);
    if (found) correctEventTime(found, stepping, this.observer, this.y);
    return found;
  }

  private findChange(stepper: Stepper): LocatedEvents | undefined {
    const { tOld, t: tNew, h } = stepper;
    const samples = [{ at: 0, t: tOld, values: this.before }];
    const sample = (at: number) => {
      const t = at === 1 ? tNew : tOld + at * h;
      samples.push({ at, t, values: this.calcAt(stepper, t) });
    };
    SAMPLE_FRACTIONS.forEach(sample);
    findTurningPoints(samples.map(({ values }) => values)).forEach(sample);
    samples.sort((a, b) => a.at - b.at);
    for (let k = 1; k < samples.length; k++) {
      const [low, high] = [samples[k - 1], samples[k]];
      high.values = high.values.map((value, i) => (value === 0 && Number.isNaN(low.values[i]) ? Number.NaN : value));
      const changed: number[] = [];
      for (let i = 0; i < this.sources.length; i++) {
        if (this.hasChanged(i, low.values[i], high.values[i])) changed.push(i);
      }
      if (changed.length === 0) continue;
      const times = changed.map((i) => this.locate(stepper, i, low.t, high.t, low.values[i], high.values[i]));
      const t = Math.min(...times);
      return { t, sources: changed.filter((_, n) => times[n] === t).map((i) => this.sources[i]) };
    }
    this.before = samples[samples.length - 1].values;
    return undefined;
  }

  private calcAt(stepper: Stepper, t: number): Float64Array {
    stepper.interpolate(t, this.y);
    return this.calc(t, this.y);
  }

  private hasChanged(i: number, before: number, after: number): boolean {
    if (Number.isNaN(before) || Number.isNaN(after) || isPositive(before) === isPositive(after)) return false;
    const { direction } = this.sources[i];
    return direction === 0 || direction > 0 === isPositive(after);
  }

  /**
   * Secants that, but for the first, go a little beyond the root they see, so that both ends of the bracket close in on it,
   * and halves where that does not help. Returns a time at which the sign has changed.
   */
  private locate(stepper: Stepper, i: number, from: number, to: number, before: number, after: number): number {
    let low = from;
    let high = to;
    const side = isPositive(before);
    // The last two points; a sign alone is no value.
    let [t0, value0] = [from, Math.abs(before) > Number.MIN_VALUE ? before : Number.NaN];
    let [t1, value1] = [to, after];
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
      stepper.interpolate(t, this.y);
      this.evaluate(t, this.y, [this.sources[i]]);
      [t0, value0] = [t1, value1];
      [t1, value1] = [t, this.read(this.sources[i], t)];
      if (Number.isNaN(value1) || isPositive(value1) === side) low = t;
      else high = t;
    }
    return high;
  }
}

/**
 * Where a function of one sign at the four samples (0, 1/3, 2/3, 1) may have the other in between: extrema of the cubic
 * through them that come near zero or beyond.
 */
function findTurningPoints(values: readonly Float64Array[]): number[] {
  const [v0, v1, v2, v3] = values;
  const found = new Set<number>();
  for (let i = 0; i < v0.length; i++) {
    const [a, b, c, d] = [v0[i] || 0, v1[i], v2[i], v3[i]];
    if ([a || b, c, d].some((value) => isPositive(value) !== isPositive(b))) continue;
    // p(x) = a + x (p1 + x (p2 + x p3)), x from 0 to 3
    const p3 = (d - 3 * c + 3 * b - a) / 6;
    const p2 = (c - 2 * b + a) / 2 - 3 * p3;
    const p1 = b - a - p2 - p3;
    const range = Math.max(a, b, c, d) - Math.min(a, b, c, d);
    const root = Math.sqrt(p2 * p2 - 3 * p1 * p3);
    // Both roots of p1 + 2 p2 x + 3 p3 x² in the form that does not cancel.
    const q = -(p2 + (p2 < 0 ? -root : root));
    for (const x of [q / (3 * p3), p1 / q]) {
      if (!(x > 0 && x < 3)) continue;
      const value = a + x * (p1 + x * (p2 + x * p3));
      if (isPositive(value) !== isPositive(b) || Math.abs(value) < 0.05 * range) found.add(x / 3);
    }
  }
  return [...found];
}

/** The sign of a zero at the start of a run. */
const findSide = ({ direction }: EventSource): number => (direction ? -direction * Number.MIN_VALUE : Number.NaN);

/** Zero counts as positive. */
const isPositive = (value: number): boolean => value >= 0;
