import { ModelError } from "../math/index.ts";
import { findDifference, type LawSet } from "./Law.ts";

/** Steps after which laws are asked again, first and then each time. */
const FIRST_STEPS = 8;
const INTERVAL = 64;

const RULE = "A law has to depend on time and on the state of the model alone";
const REMEDY =
  `${RULE}: draw random numbers before the run (a table over time), and keep what it remembers (an integral, a filter) ` +
  "in a state: a JointCircuit, or a constraint of your own with stateCount";
const EVENT_REMEDY =
  `${RULE}: let the action switch constraints on and off, or keep what changes in a mode or a state of a constraint ` +
  "of your own";

/** How often events are looked at: the first ones, then now and then. */
const FIRST_EVENTS = 8;

/** An instant, and what the laws of a model answered there, first and again. */
class Instant {
  t = Number.NaN;
  readonly y: Float64Array;
  /** The modes of all constraints there. */
  modes: readonly string[] = [];
  readonly first: readonly Float64Array[];
  readonly again: readonly Float64Array[];
  private readonly set: LawSet;
  private readonly readings: readonly Float64Array[];

  constructor(set: LawSet, size: number) {
    this.set = set;
    this.y = new Float64Array(size);
    this.readings = (set.readings ?? []).map((reading) => reading.slice());
    this.first = set.laws.map((law) => new Float64Array(law.size));
    this.again = set.laws.map((law) => new Float64Array(law.size));
  }

  /** Asks the laws at a state. */
  ask(t: number, y: Float64Array, modes: readonly string[]): void {
    this.t = t;
    this.y.set(y);
    this.modes = modes;
    this.set.prepare(t, y);
    this.readings.forEach((reading, i) => {
      reading.set(this.set.readings?.[i] ?? []);
    });
    this.read(this.first);
  }

  /** Asks them again, at once or after something else was evaluated. */
  askAgain(isAtOnce: boolean): void {
    if (!isAtOnce) this.set.prepare(this.t, this.y);
    this.exchangeReadings();
    this.read(this.again);
    this.exchangeReadings();
  }

  private exchangeReadings(): void {
    this.readings.forEach((reading, i) => {
      const other = this.set.readings?.[i] ?? reading;
      const kept = reading.slice();
      reading.set(other);
      other.set(kept);
    });
  }

  /** A law that throws, as it may at an instant that it thinks is over, answers with no number. */
  private read(out: readonly Float64Array[]): void {
    this.set.laws.forEach((law, i) => {
      out[i].fill(0);
      try {
        law.read(this.t, out[i]);
      } catch {
        out[i].fill(Number.NaN);
      }
    });
  }
}

/**
 * Notices laws that are not pure: a run evaluates them in any order and as often as it likes, and who reads it back evaluates
 * them again. At the start each law is asked twice, and once more after the first step: one that answers differently is
 * refused. Now and then in the run they are asked again what they were asked before, and right before and after the action of
 * an event: one that answers differently is noted. All of it together takes less than a hundredth of a run.
 */
export class PurityCheck {
  private readonly set: LawSet;
  private readonly write: (note: string) => void;
  private readonly getModes: () => readonly string[];
  /** The last instant of the run at which laws were asked, and the last events. */
  private readonly last: Instant;
  private readonly atEvents: Instant;
  private readonly isNoted: boolean[];
  private steps = 0;
  private eventCount = 0;
  private isWatching = false;

  /** `size` is that of the state; `write` takes notes, one per law at most. */
  constructor(set: LawSet, size: number, write: (note: string) => void, getModes: () => readonly string[] = () => []) {
    this.set = set;
    this.write = write;
    this.getModes = getModes;
    this.last = new Instant(set, size);
    this.atEvents = new Instant(set, size);
    this.isNoted = set.laws.map(() => false);
  }

  /** At the start of a run, at a state that was evaluated: refuses laws that answer differently when they are asked twice. */
  start(t: number, y: Float64Array): void {
    const { last } = this;
    if (this.set.laws.length === 0) return;
    last.ask(t, y, this.getModes());
    last.askAgain(true);
    this.compare(last, (_, what, before, after) => {
      throw new ModelError(
        `${what} is ${before} and then ${after} when it is asked twice at t = ${t} s with the same motion. ${REMEDY}`,
      );
    });
  }

  /** After each step, at the state it ended with. A law that remembers its calls is refused after the first one. */
  review(t: number, y: Float64Array, hasEvents: boolean): void {
    const count = ++this.steps;
    const isFirst = count === 1;
    if (this.set.laws.length === 0 || !(isFirst || count === FIRST_STEPS || count % INTERVAL === 0)) return;
    const { last } = this;
    const modes = this.getModes();
    // In other modes other answers are right.
    if (modes.every((mode, i) => mode === last.modes[i])) {
      last.askAgain(false);
      this.compare(last, (i, what, before, after) => {
        if (!this.set.laws[i].isOfState) return;
        const change = `${what} was ${before} at t = ${round(last.t)} s, and is ${after} when it is asked for that instant again`;
        // Events may have changed what it reads: that is worth a note.
        if (isFirst && !hasEvents)
          throw new ModelError(`${change} after the first step: it remembers its calls. ${REMEDY}`);
        this.note(t, i, change);
      });
    }
    if (isFirst) return;
    last.ask(t, y, modes);
    last.askAgain(true);
    this.compare(last, (i, what, before, after) => {
      this.note(t, i, `${what} is ${before} and then ${after} when it is asked twice`);
    });
  }

  /** Before events act at a state. */
  beforeEvents(t: number, y: Float64Array): void {
    const count = ++this.eventCount;
    this.isWatching = this.set.laws.length > 0 && (count <= FIRST_EVENTS || count % INTERVAL === 0);
    if (this.isWatching) this.atEvents.ask(t, y, []);
  }

  /** After they acted, the model otherwise as it was; `names` are those of the events. */
  afterEvents(names: string): void {
    const { atEvents } = this;
    if (!this.isWatching) return;
    atEvents.askAgain(false);
    this.compare(atEvents, (i, what, before, after) => {
      if (!this.set.laws[i].isOfState) return;
      const change = `${what} was ${before} before ${names} acted and is ${after} after it, at the same instant`;
      this.note(atEvents.t, i, change, EVENT_REMEDY);
    });
  }

  /** Tells of each law that answered differently, and was not noted before: its number, its name and two answers. */
  private compare(
    { first, again }: Instant,
    tell: (i: number, what: string, before: number, after: number) => void,
  ): void {
    this.set.laws.forEach((law, i) => {
      const place = this.isNoted[i] ? -1 : findDifference(first[i], again[i]);
      if (place >= 0) tell(i, law.describe(first[i], again[i]), first[i][place], again[i][place]);
    });
  }

  private note(t: number, i: number, text: string, remedy = REMEDY): void {
    this.isNoted[i] = true;
    this.write(`t = ${round(t)} s: ${text}, so reading the run back shows other values than acted. ${remedy}`);
  }
}

const round = (t: number): number => Number(t.toPrecision(6));
