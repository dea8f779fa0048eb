import { evaluateDense } from "../integrators/index.ts";
import type { Diagnosis } from "./Diagnosis.ts";
import {
  decodeEvents,
  decodeFinite,
  decodeStatistics,
  decodeSteps,
  decodeTimes,
  encodeNumber,
  encodeNumbers,
  type TrajectoryJSON,
} from "./trajectoryJSON.ts";

/** Something that happened at one instant: an event function of `owner` changed sign. */
export interface RunEvent {
  t: number;
  owner: string;
  /** Which of the owner's event functions. */
  index: number;
  /** The owner's mode before and after. */
  before: string;
  after: string;
}

export interface RunStatistics {
  method: string;
  /** Absolute and relative tolerance per step; NaN with fixed steps. */
  absolute: number;
  relative: number;
  /** Accepted and rejected steps. */
  steps: number;
  rejected: number;
  /** Evaluations of the accelerations. */
  evaluations: number;
  /** The largest number of constraint rows that depended on others. */
  redundancy: number;
}

/** A stored point, or where a step starts. */
interface Mark {
  t: number;
  /** Place in `modeLists`. */
  modes: number;
}

interface Point extends Mark {
  y: Float64Array;
}

export interface Step extends Mark {
  /** Full size of the step; it ends earlier, at `end`, if an event cut it. */
  size: number;
  end: number;
  dense: Float64Array;
}

/**
 * The numbers of a run: states at stored points and the dense output between them. It grows while the run is made; what is
 * in it does not change any more, and what is handed out from it is frozen or a copy.
 */
export class RunStore {
  readonly stateNames: readonly string[];
  readonly denseVectors: number;
  readonly statistics: RunStatistics;
  readonly events: Readonly<RunEvent>[] = [];
  notes: string[] = [];
  readonly points: Point[] = [];
  readonly steps: Step[] = [];
  readonly modeLists: (readonly string[])[] = [];
  private ownDiagnosis: Diagnosis | undefined;
  private shownEvents: readonly Readonly<RunEvent>[] = Object.freeze([]);

  constructor(stateNames: readonly string[], denseVectors: number, statistics: RunStatistics) {
    this.stateNames = Object.freeze([...stateNames]);
    this.denseVectors = denseVectors;
    this.statistics = statistics;
  }

  addPoint(t: number, y: Float64Array, modes: readonly string[]): void {
    this.points.push({ t, y: y.slice(), modes: this.findModes(modes) });
  }

  /** Stores the dense output of a step from `t` on. */
  addStep(t: number, size: number, end: number, dense: Float64Array, modes: readonly string[]): void {
    this.steps.push({ t, size, end, dense, modes: this.findModes(modes) });
  }

  private findModes(modes: readonly string[]): number {
    const last = this.modeLists.length - 1;
    if (last >= 0 && this.modeLists[last].every((mode, i) => mode === modes[i])) return last;
    this.addModes(modes);
    return last + 1;
  }

  addModes(modes: readonly string[]): void {
    this.modeLists.push(Object.freeze([...modes]));
  }

  addEvent(event: RunEvent): void {
    this.events.push(Object.freeze({ ...event }));
  }

  /** The events so far. Copied only where there are new ones: a run may be read at every step. */
  listEvents(): readonly Readonly<RunEvent>[] {
    if (this.shownEvents.length !== this.events.length) this.shownEvents = Object.freeze([...this.events]);
    return this.shownEvents;
  }

  get diagnosis(): Diagnosis | undefined {
    return this.ownDiagnosis;
  }

  set diagnosis(value: Diagnosis | undefined) {
    this.ownDiagnosis = freezeAll(value);
  }

  /** Modes of all constraints at a mark. */
  getModes({ modes }: Mark): readonly string[] {
    return this.modeLists[modes];
  }

  /** The last stored point at time `t`, if there is one. */
  findPoint(t: number): Point | undefined {
    const point = this.points[findAfter(this.points, t) - 1];
    return point?.t === t ? point : undefined;
  }

  /** Dense output at `t` into `y`; the modes there, or undefined if there is no dense output. */
  interpolate(t: number, y: Float64Array): readonly string[] | undefined {
    const step = this.steps[findAfter(this.steps, t) - 1];
    if (!step || t > step.end) return undefined;
    evaluateDense(step.dense, 0, this.denseVectors, y.length, (t - step.t) / step.size, y);
    return this.getModes(step);
  }

  toJSON(model: TrajectoryJSON["model"], columns: TrajectoryJSON["columns"]): TrajectoryJSON {
    const { points, steps } = this;
    const statistics = Object.entries(this.statistics).map(([key, value]) => [
      key,
      typeof value === "number" ? encodeNumber(value) : value,
    ]);
    return {
      multibond: "trajectory",
      version: 1,
      ...(model && { model }),
      stateNames: [...this.stateNames],
      times: points.map(({ t }) => encodeNumber(t)),
      states: points.map(({ y }) => encodeNumbers(y)),
      modeLists: this.modeLists.map((modes) => [...modes]),
      modes: points.map(({ modes }) => modes),
      steps: steps.map(({ t, size, end, modes, dense }) => ({
        start: encodeNumber(t),
        size: encodeNumber(size),
        end: encodeNumber(end),
        modes,
        dense: encodeNumbers(dense),
      })),
      denseVectors: this.denseVectors,
      events: this.events.map((event) => ({ ...event, t: encodeNumber(event.t) })),
      notes: [...this.notes],
      statistics: Object.fromEntries(statistics),
      columns,
    };
  }

  static fromJSON(file: TrajectoryJSON): RunStore {
    const store = new RunStore(file.stateNames, file.denseVectors, decodeStatistics(file));
    store.notes = [...(file.notes ?? [])];
    for (const modes of file.modeLists) store.addModes(modes);
    decodeTimes(file).forEach((t, i) => {
      const y = Float64Array.from(file.states[i], (x, k) => decodeFinite(x, `states[${i}][${k}]`));
      store.points.push({ t, y, modes: file.modes[i] });
    });
    for (const step of decodeSteps(file)) store.steps.push(step);
    for (const event of decodeEvents(file)) store.addEvent(event);
    return store;
  }
}

/** Plain data that nobody can change. */
function freezeAll<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) freezeAll(part);
  return Object.freeze(value);
}

/** Index of the first entry of a sorted list that lies after `t`. */
function findAfter(list: readonly { t: number }[], t: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].t > t) high = middle;
    else low = middle + 1;
  }
  return low;
}
