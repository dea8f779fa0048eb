import { evaluateDense } from "./integrators/index.ts";
import { decodeNumber, decodeNumbers, encodeNumber, encodeNumbers, type TrajectoryJSON } from "./trajectoryJSON.ts";

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

interface Step extends Mark {
  /** Full size of the step; it ends earlier, at `end`, if an event cut it. */
  size: number;
  end: number;
  dense: Float64Array;
}

/** The numbers of a run: states at stored points and the dense output between them. */
export class RunStore {
  readonly stateNames: readonly string[];
  readonly denseVectors: number;
  readonly statistics: RunStatistics;
  readonly events: RunEvent[] = [];
  notes: string[] = [];
  readonly points: Point[] = [];
  readonly steps: Step[] = [];
  readonly modeLists: (readonly string[])[] = [];

  constructor(stateNames: readonly string[], denseVectors: number, statistics: RunStatistics) {
    this.stateNames = stateNames;
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
    this.modeLists.push([...modes]);
    return last + 1;
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

  toJSON(columns: TrajectoryJSON["columns"]): TrajectoryJSON {
    const { points, steps } = this;
    const statistics = Object.entries(this.statistics).map(([key, value]) => [
      key,
      typeof value === "number" ? encodeNumber(value) : value,
    ]);
    return {
      multibond: "trajectory",
      version: 1,
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
    const statistics = Object.entries(file.statistics).map(([key, value]) => [
      key,
      key === "method" ? value : decodeNumber(value, `statistics.${key}`),
    ]);
    const store = new RunStore(file.stateNames, file.denseVectors, Object.fromEntries(statistics) as RunStatistics);
    store.notes = [...(file.notes ?? [])];
    for (const modes of file.modeLists) store.modeLists.push([...modes]);
    const times = decodeNumbers(file.times, "times");
    file.states.forEach((state, i) => {
      store.points.push({
        t: times[i],
        y: decodeNumbers(state, `states[${i}]`),
        modes: file.modes[i],
      });
    });
    file.steps.forEach((step, i) => {
      store.steps.push({
        t: decodeNumber(step.start, `steps[${i}].start`),
        size: decodeNumber(step.size, `steps[${i}].size`),
        end: decodeNumber(step.end, `steps[${i}].end`),
        modes: step.modes,
        dense: decodeNumbers(step.dense, `steps[${i}].dense`),
      });
    });
    file.events.forEach((event, i) => {
      store.events.push({ ...event, t: decodeNumber(event.t, `events[${i}].t`) });
    });
    return store;
  }
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
