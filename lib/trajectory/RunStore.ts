import type { Assembly } from "../assembly/Assembly.ts";
import type { ContactImpulse } from "../constraints/contact/index.ts";
import type { EventKind } from "../constraints/index.ts";
import { evaluateDense } from "../integrators/index.ts";
import type { Vector3 } from "../math/index.ts";
import type { Diagnosis } from "./Diagnosis.ts";
import { decodeEvents, encodeEvent } from "./eventJSON.ts";
import type { PartJSON } from "./PartJSON.ts";
import { createSegment, type RunSegment } from "./RunSegment.ts";
import { createSegmentOf, findSegment, readSegments } from "./segmentJSON.ts";
import {
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
  /** What happened, in a word. */
  kind: EventKind;
  /** Where the owner was struck: impulse (Ns) on its body B in world axes, and angular impulse (Nms), of a stop that turns. */
  impulse?: Readonly<Vector3>;
  angularImpulse?: Readonly<Vector3>;
  /**
   * All impulses of the impact, the owner's first. Of several events at one instant each lists its owner's; those of
   * contacts without an event of their own are with the first. So each is listed once.
   */
  impulses: readonly ContactImpulse[];
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
  /** Place in `segments`. */
  segment: number;
}

export interface Point extends Mark {
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
  /** What the model is in each part of the run; the last one is the present one. */
  readonly segments: RunSegment[];
  /** Their assemblies, where they are known. */
  readonly assemblies: (Assembly | undefined)[] = [];
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
    this.segments = [createSegment(stateNames)];
    this.denseVectors = denseVectors;
    this.statistics = statistics;
  }

  /** What each component of the state vector is at present. */
  get stateNames(): readonly string[] {
    return this.segments[this.segments.length - 1].stateNames;
  }

  /** The assembly that the run begins with. */
  setFirst(assembly: Assembly): void {
    if (this.assemblies[0]) return;
    this.assemblies[0] = assembly;
    this.segments[0] = createSegment(this.segments[0].stateNames, assembly);
  }

  /** The run goes on with another assembly. */
  beginSegment(assembly: Assembly): void {
    this.assemblies[this.segments.length] = assembly;
    this.segments.push(createSegment(assembly.stateNames, assembly));
  }

  addPoint(t: number, y: Float64Array, modes: readonly string[]): void {
    this.points.push({ t, y: y.slice(), modes: this.findModes(modes), segment: this.segments.length - 1 });
  }

  /** Stores the dense output of a step from `t` on. */
  addStep(t: number, size: number, end: number, dense: Float64Array, modes: readonly string[]): void {
    this.steps.push({ t, size, end, dense, modes: this.findModes(modes), segment: this.segments.length - 1 });
  }

  private findModes(modes: readonly string[]): number {
    const last = this.modeLists.length - 1;
    const known = this.modeLists[last];
    if (known?.length === modes.length && known.every((mode, i) => mode === modes[i])) return last;
    this.addModes(modes);
    return last + 1;
  }

  addModes(modes: readonly string[]): void {
    this.modeLists.push(Object.freeze([...modes]));
  }

  addEvent(event: RunEvent): void {
    this.events.push(freezeAll({ ...event }));
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

  /** Dense output at `t`, or undefined if there is none. */
  interpolate(t: number): Point | undefined {
    const step = this.steps[findAfter(this.steps, t) - 1];
    if (!step || t > step.end) return undefined;
    const { segment, modes } = step;
    const y = new Float64Array(this.segments[segment].stateNames.length);
    evaluateDense(step.dense, 0, this.denseVectors, y.length, (t - step.t) / step.size, y);
    return { t, y, modes, segment };
  }

  /** `attached`: what the constraints are like that events have attached, for each segment. */
  toJSON(
    model: TrajectoryJSON["model"],
    columns: TrajectoryJSON["columns"],
    attached: readonly PartJSON[][],
  ): TrajectoryJSON {
    const { points, steps } = this;
    const statistics = Object.entries(this.statistics).map(([key, value]) => [
      key,
      typeof value === "number" ? encodeNumber(value) : value,
    ]);
    return {
      multibond: "trajectory",
      version: 1,
      model,
      stateNames: [...this.segments[0].stateNames],
      ...this.encodeSegments(attached),
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
      events: this.events.map(encodeEvent),
      notes: [...this.notes],
      statistics: Object.fromEntries(statistics),
      columns,
    };
  }

  private encodeSegments(attached: readonly PartJSON[][]): Pick<TrajectoryJSON, "segments"> {
    const { segments, points, steps } = this;
    if (segments.length === 1 && segments[0].absent.length + segments[0].attached.length === 0) return {};
    const find = (list: readonly Mark[], segment: number) => list.filter((mark) => mark.segment < segment).length;
    return {
      segments: segments.map(({ stateNames, absent }, i) => ({
        point: find(points, i),
        step: find(steps, i),
        stateNames: [...stateNames],
        absent: [...absent],
        attached: attached[i],
      })),
    };
  }

  static fromJSON(file: TrajectoryJSON): RunStore {
    const segments = readSegments(file);
    const store = new RunStore(file.stateNames, file.denseVectors, decodeStatistics(file));
    store.segments.splice(0, 1, ...segments.map(createSegmentOf));
    store.notes = [...(file.notes ?? [])];
    for (const modes of file.modeLists) store.addModes(modes);
    decodeTimes(file).forEach((t, i) => {
      const y = Float64Array.from(file.states[i], (x, k) => decodeFinite(x, `states[${i}][${k}]`));
      store.points.push({ t, y, modes: file.modes[i], segment: findSegment(segments, "point", i) });
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
