import type { Observer } from "../assembly/Observer.ts";
import type { Stepper } from "../integrators/index.ts";
import { ModelError } from "../math/index.ts";
import { correctEventTime } from "./correctEventTime.ts";
import { createSource, type EventSource, findSide, isPositive, listSources, type UserEvent } from "./EventSource.ts";
import { EventWatch } from "./EventWatch.ts";
import { findTurningPoints } from "./findTurningPoints.ts";
import { locateRoot } from "./locateRoot.ts";
import { mergeEvents } from "./mergeEvents.ts";
import { SourceReader } from "./SourceReader.ts";
import type { Stepping } from "./Stepping.ts";

/** Event functions that changed sign at one instant. */
export interface LocatedEvents {
  t: number;
  sources: readonly EventSource[];
}

/** Values at a place of the step; not a number where they are not looked at. */
interface Sample {
  readonly at: number;
  readonly t: number;
  readonly values: Float64Array;
}

/** Fractions of a step at which its dense output is sampled, so that a short excursion between its ends is not missed. */
const SAMPLE_FRACTIONS = [1 / 3, 2 / 3];

/** Seconds ahead at which the rate of an event function is probed, and within which it may turn (per second of time). */
const PROBE = 1e-7;
const TURN = 1e-9;
/** What a function that has just changed sign may be beyond zero by rounding, in parts of its largest value so far. */
const ROUNDING = 1e-12;
/** How far beyond a root that is expected behind the end of a step it is looked for there, in parts of the way. */
const FARTHER = 1.5;

/**
 * Locates changes of sign of all event functions. After each step their signs are compared with those before it; the earliest
 * change is located on the dense output to the resolution of the clock, on its far side. Inside the step they are looked for
 * only where something can have changed (`EventWatch`). Events of one instant, to the resolution of their functions, come
 * together (`mergeEvents`), in the order of the constraints in the system, then of the user's list.
 */
export class EventLocator {
  /** When the next event is expected, if that is within the next step or two: steps had better end there. */
  aim = Number.POSITIVE_INFINITY;
  private readonly observer: Observer;
  private readonly tolerance: number;
  private readonly all: readonly EventSource[];
  private readonly watch: EventWatch;
  private readonly reader: SourceReader;
  /** Which function has the place of one of the segment before. */
  private places: ReadonlyMap<EventSource, EventSource> = new Map();

  /** `tolerance` is the absolute one of the run; without it only events of the same instant come together. */
  constructor(observer: Observer, events: readonly UserEvent[], tolerance = 0) {
    this.observer = observer;
    this.tolerance = tolerance;
    this.reader = new SourceReader(observer);
    this.all = [
      ...observer.kernel.acting.flatMap((constraint) => listSources(observer, constraint)),
      ...events.map((event, i) => createSource(observer, event, i)),
    ];
    this.watch = new EventWatch(this.all.length);
  }

  private get sources(): readonly EventSource[] {
    return this.watch.sources;
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
   * Takes the values at the stepper's state as the ones to compare with: `before` of the watch, where only a sign is kept of one
   * that is about to turn, and what has no sign yet, or sleeps, is not a number. A function that has just changed sign (one of
   * `fired`) and is about to change back, as the gap of a ball that bounces, counts with the sign it will have. However
   * slow it is: a bounce too low for the numbers to show still counts, and is followed by the next one. Those of contacts
   * begin positive by themselves. At the start of a run, where none has, zero counts as the side that the
   * direction of the event comes from; without one it has no sign.
   */
  start({ t, y, dydt, hNext, hasStages }: Stepper, fired: readonly EventSource[] = []): void {
    if (this.all.length === 0) return;
    const { watch } = this;
    const sources = this.all.filter((source) => source.isActive());
    this.reader.y.set(y);
    this.reader.calc(t, sources, watch.before);
    watch.start(sources, hasStages);
    this.aim = watch.predict(t, hNext, 0);
    if (fired.length === 0) {
      this.refuseImpure(t);
      sources.forEach((source, i) => {
        if (watch.before[i] === 0) watch.before[i] = findSide(source);
      });
    } else if (!fired.every(({ isUnilateral }) => isUnilateral)) this.findTurning(t, y, dydt, fired);
  }

  private findTurning(t: number, y: Float64Array, dydt: Float64Array, fired: readonly EventSource[]): void {
    const { before } = this.watch;
    const soon = new Float64Array(this.sources.length);
    this.reader.y.set(y.map((value, i) => value + PROBE * dydt[i]));
    this.reader.calc(t + PROBE, this.sources, soon);
    const reach = TURN * Math.max(1, Math.abs(t));
    const present = new Set(fired.map((source) => this.places.get(source) ?? source));
    this.sources.forEach((source, i) => {
      const value = before[i];
      const rate = (soon[i] - value) / PROBE;
      const isTurning =
        present.has(source) &&
        !source.isUnilateral &&
        isPositive(value) !== isPositive(rate) &&
        rate !== 0 &&
        Math.abs(value) <= Math.max(Math.abs(rate) * reach, ROUNDING * source.peak);
      if (isTurning) before[i] = Math.sign(rate) * Number.MIN_VALUE;
    });
  }

  /** Refuses functions that answer differently when they are asked twice. */
  private refuseImpure(t: number): void {
    const { before } = this.watch;
    this.sources.forEach((source, i) => {
      const again = this.reader.read(source, t);
      if (again === before[i] || (Number.isNaN(again) && Number.isNaN(before[i]))) return;
      throw new ModelError(
        `${source.label} is ${before[i]} and then ${again} when it is asked twice at t = ${t} s; let it depend on the ` +
          "snapshot that it gets, and draw random numbers before the run",
      );
    });
  }

  /**
   * The model is evaluated for a stage of the step that is being taken. Loads are not shared out for that: where the least forces
   * break a limit, the one that it is of shows it, and is looked at more closely.
   */
  noteStage(t: number): void {
    if (this.watch.isFollowing) this.watch.noteStage(t);
  }

  /** All functions that changed sign at the earliest instant of the last step, with that instant; undefined if none did. */
  find(stepping: Stepping): LocatedEvents | undefined {
    if (this.all.length === 0) return undefined;
    const { watch } = this;
    const { y } = this.reader;
    const { stepper } = stepping;
    const { t, h } = stepper;
    y.set(stepper.y);
    this.reader.calc(t, this.sources, watch.after);
    watch.readRates();
    const found = this.findInside(stepper) ?? (stepping.isOver ? undefined : this.findBehind(stepper));
    if (found) {
      const { t: first } = found;
      this.merge(found, stepping);
      if (found.t > Math.min(first, t)) this.addPassed(found, stepper);
      correctEventTime(found, stepping, this.observer, y);
    } else {
      watch.next();
      this.aim = watch.predict(t, stepper.hNext, h);
    }
    return found;
  }

  private findInside(stepper: Stepper): LocatedEvents | undefined {
    const { watch, sources } = this;
    const looked: number[] = [];
    let isSampled = false;
    watch.turns.length = 0;
    for (let i = 0; i < sources.length; i++) {
      const hasNoSign = watch.needsSamples(i);
      const hasChanged = this.hasChanged(i, watch.before[i], watch.after[i]);
      // Steps along a path of slip are too short for anything else to come and go within them.
      const canChange = hasNoSign || (!stepper.isGiven && watch.canChange(i, stepper.h, hasChanged));
      if (!canChange && !hasChanged) continue;
      looked.push(i);
      isSampled ||= canChange;
    }
    if (looked.length === 0) return undefined;
    const low = { at: 0, t: stepper.tOld, values: watch.before };
    const high = { at: 1, t: stepper.t, values: watch.after };
    if (!isSampled) return this.findFirst(stepper, looked, low, high);
    return this.findSampled(stepper, looked, low, high);
  }

  private findSampled(
    stepper: Stepper,
    looked: readonly number[],
    first: Sample,
    last: Sample,
  ): LocatedEvents | undefined {
    const { tOld, h } = stepper;
    const samples = [first, last];
    const sample = (at: number) =>
      samples.push({ at, t: tOld + at * h, values: this.calcAt(stepper, tOld + at * h, looked) });
    [...SAMPLE_FRACTIONS, ...this.watch.turns].forEach(sample);
    const values = [first, samples[2], samples[3], last].map((entry) => entry.values);
    findTurningPoints(values, looked).forEach(sample);
    samples.sort((a, b) => a.at - b.at);
    for (let k = 1; k < samples.length; k++) {
      const [low, high] = [samples[k - 1], samples[k]];
      for (const i of looked) if (high.values[i] === 0 && Number.isNaN(low.values[i])) high.values[i] = Number.NaN;
      const changed = looked.filter((i) => this.hasChanged(i, low.values[i], high.values[i]));
      if (changed.length > 0) return this.findFirst(stepper, changed, low, high);
    }
    return undefined;
  }

  /**
   * Of functions that changed sign between two samples those that did so first. Where one is no farther from zero than it can
   * resolve there is nothing to locate: it will be merged.
   */
  private findFirst(stepper: Stepper, changed: readonly number[], low: Sample, high: Sample): LocatedEvents {
    const { sources, tolerance } = this;
    let t = Number.POSITIVE_INFINITY;
    let first: EventSource[] = [];
    let values: Float64Array | undefined;
    const times = new Map<number, number>();
    for (const i of changed) {
      if (values && values[i] >= -sources[i].getResolution(tolerance)) continue;
      // Contacts that share a load have one margin.
      const same = [...times.keys()].find((j) => low.values[j] === low.values[i] && high.values[j] === high.values[i]);
      const time = times.get(same ?? -1) ?? this.locate(stepper, i, low, high);
      times.set(i, time);
      if (time < t) first = [];
      if (time <= t) first.push(sources[i]);
      t = Math.min(t, time);
      const isLast = i === changed[changed.length - 1];
      values = !isLast && sources[i].getResolution(tolerance) > 0 ? this.calcAt(stepper, t, changed) : undefined;
    }
    return { t, sources: first };
  }

  /** A step that was to end at an event may end a little before it: the dense output reaches a little farther. */
  private findBehind(stepper: Stepper): LocatedEvents | undefined {
    const { watch, sources } = this;
    const { t, h } = stepper;
    for (let i = 0; i < sources.length; i++) {
      const value = watch.after[i];
      const wait = FARTHER * -(value / watch.getRate(i));
      if (!(wait >= 0 && t + wait <= stepper.reach)) continue;
      const values = this.calcAt(stepper, t + wait, [i]);
      if (!this.hasChanged(i, value, values[i])) continue;
      const low = { at: 1, t, values: watch.after };
      const high = { at: 1 + wait / h, t: t + wait, values };
      return this.findFirst(stepper, [i], low, high);
    }
    return undefined;
  }

  /** Values of some functions inside the step; not a number for the others. */
  private calcAt(stepper: Stepper, t: number, places: readonly number[]): Float64Array {
    const { sources } = this;
    const looked = places.map((i) => sources[i]);
    const found = new Float64Array(looked.length);
    const values = new Float64Array(sources.length).fill(Number.NaN);
    stepper.interpolate(t, this.reader.y);
    this.reader.calc(t, looked, found);
    places.forEach((i, n) => {
      values[i] = found[n];
    });
    return values;
  }

  private hasChanged(i: number, before: number, after: number): boolean {
    if (Number.isNaN(before) || Number.isNaN(after) || isPositive(before) === isPositive(after)) return false;
    const { direction } = this.sources[i];
    return direction === 0 || direction > 0 === isPositive(after);
  }

  private locate(stepper: Stepper, i: number, low: Sample, high: Sample): number {
    const source = this.sources[i];
    const looked = [source];
    const read = (t: number) => {
      stepper.interpolate(t, this.reader.y);
      this.reader.evaluate(t, looked);
      return this.reader.read(source, t);
    };
    return locateRoot(read, [low.t, low.values[i]], [high.t, high.values[i]]);
  }

  /** Events of the user's that have come by the time to which others were moved: nobody would look at them again. */
  private addPassed(found: LocatedEvents, stepper: Stepper): void {
    const { sources, watch } = this;
    const others = sources.flatMap((source, i) => (source.isUnilateral || found.sources.includes(source) ? [] : [i]));
    if (others.length === 0) return;
    const values = this.calcAt(stepper, found.t, others);
    const passed = others.filter((i) => this.hasChanged(i, watch.before[i], values[i])).map((i) => sources[i]);
    if (passed.length > 0) found.sources = sources.filter((s) => found.sources.includes(s) || passed.includes(s));
  }

  private merge(found: LocatedEvents, { stepper }: Stepping): void {
    mergeEvents(found, this.sources, {
      tolerance: this.tolerance,
      begin: stepper.tOld,
      end: stepper.reach,
      read: (t, sources) => {
        const values = new Float64Array(sources.length);
        stepper.interpolate(t, this.reader.y);
        this.reader.calc(t, sources, values);
        return values;
      },
    });
  }
}
