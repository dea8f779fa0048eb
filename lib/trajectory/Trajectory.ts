import type { Assembly, AssemblyChange } from "../assembly/Assembly.ts";
import { checkAttached } from "../assembly/checkAttached.ts";
import { Observer } from "../assembly/Observer.ts";
import type { Constraint } from "../constraints/index.ts";
import {
  checkList,
  checkNumber,
  checkNumbers,
  checkOptions,
  checkPositive,
  describe,
  getMessage,
  hasMethod,
  isInstance,
  ModelError,
  SHARED,
} from "../math/index.ts";
import type { Column } from "./columns.ts";
import type { Diagnosis } from "./Diagnosis.ts";
import { matchModel } from "./matchModel.ts";
import { checkModelForm, describeModel } from "./modelJSON.ts";
import type { PartJSON } from "./PartJSON.ts";
import type { RunSegment } from "./RunSegment.ts";
import { type Point, type RunEvent, type RunStatistics, RunStore } from "./RunStore.ts";
import { SegmentReaders } from "./SegmentReaders.ts";
import { Snapshot, unknownName } from "./Snapshot.ts";
import { readSegments } from "./segmentJSON.ts";
import { checkTrajectoryJSON, decodeNumbers, encodeNumbers, type TrajectoryJSON } from "./trajectoryJSON.ts";

/** So many samples fit into memory, and so many numbers into a text. */
const MOST_SAMPLES = 1e7;
const MOST_CELLS = 2e7;

/** The energy of a model along a run, J. */
export interface EnergyRecord {
  kinetic: Float64Array;
  potential: Float64Array;
  total: Float64Array;
  /** Largest change of the total from its start, at the stored points. Zero in theory if nothing drives or damps. */
  drift: number;
}

/**
 * A run: the state at stored points and, between them, dense output. Columns and snapshots are computed from the states on
 * demand, so a run costs little memory; laws given as functions have to be pure for that.
 */
export class Trajectory {
  /**
   * Its numbers.
   * @internal
   */
  readonly store: RunStore;
  private readonly readers: SegmentReaders;
  private readonly cache = new Map<string, Float64Array>();
  private readonly units = new Map<string, string>();
  /** So many segments are in `units`. */
  private named = 0;
  /** The model as a file describes it. */
  private model: TrajectoryJSON["model"] = [];
  private attachedParts: readonly PartJSON[][] = [];

  constructor(observer: Observer | undefined, store: RunStore) {
    if (!(isInstance(store, RunStore) && (observer === undefined || isInstance(observer, Observer)))) {
      throw new ModelError(
        `Trajectory: it cannot be made of ${describe(store)}; take system.simulate(…) or Trajectory.fromJSON(text, system)`,
      );
    }
    this.store = store;
    if (observer) store.setFirst(observer.workspace.assembly);
    this.readers = new SegmentReaders(observer, store);
  }

  /** All events of the run so far, in order. */
  get events(): readonly Readonly<RunEvent>[] {
    return this.store.listEvents();
  }

  /** What is worth knowing about the run: where it changed its method, and why. */
  get notes(): readonly string[] {
    return Object.freeze([...this.store.notes]);
  }

  /** What the run has cost so far. */
  get statistics(): Readonly<RunStatistics> {
    return Object.freeze({ ...this.store.statistics });
  }

  /** What limited the steps, and what to try if the run was slow. Known once the run has ended, failed or was cancelled. */
  get diagnosis(): Diagnosis | undefined {
    return this.store.diagnosis;
  }

  /** What each component of the state vector is; of the last segment, where there are several. */
  get stateNames(): readonly string[] {
    return this.store.stateNames;
  }

  /** The parts of the run: at each event that joins or parts bodies another one begins, with a state vector of its own. */
  get segments(): readonly (RunSegment & { readonly start: number; readonly end: number })[] {
    const { points, segments } = this.store;
    return segments.map((segment, i) => {
      const first = points.findIndex((point) => point.segment === i);
      const next = points.findIndex((point) => point.segment > i);
      return { ...segment, start: points[first].t, end: points[next < 0 ? points.length - 1 : next - 1].t };
    });
  }

  /** Number of stored points. */
  get length(): number {
    return this.store.points.length;
  }

  /** Times of the stored points, s. */
  get times(): Float64Array {
    return Float64Array.from(this.store.points, ({ t }) => t);
  }

  /** First and last time, s. */
  get start(): number {
    return this.store.points[0].t;
  }

  get end(): number {
    return this.store.points[this.length - 1].t;
  }

  /** The model at a stored point; negative numbers count from the end. */
  point(index: number): Snapshot {
    const point = Number.isInteger(index) ? this.store.points.at(index) : undefined;
    if (!point) {
      throw new ModelError(`Trajectory: there is no stored point ${describe(index)}; there are ${this.length}, from 0`);
    }
    return this.createSnapshot(point);
  }

  /** `y` is copied. */
  private createSnapshot(point: Point): Snapshot {
    const observer = this.readers.getObserver(point.segment);
    return new Snapshot(observer, point.t, point.y.slice(), this.store.getModes(point));
  }

  /** The model at the end of the run. */
  get last(): Snapshot {
    return this.point(-1);
  }

  /** State vector and modes at the end of the run; a run continues from here. */
  get lastState(): { y: Float64Array; modes: readonly string[] } {
    const point = this.store.points[this.length - 1];
    return { y: point.y.slice(), modes: this.store.getModes(point) };
  }

  /** The model at any time of the run, by dense output. At an event: after it. */
  at(time: number): Snapshot {
    return this.createSnapshot(this.findState(this.checkTime(time)));
  }

  private checkTime(time: number): number {
    checkNumber("Trajectory", "the time", time);
    const { start, end } = this;
    // A sum of steps may miss the end by rounding.
    const slack = 1e-12 * Math.max(1, Math.abs(start), Math.abs(end));
    const t = time > end && time <= end + slack ? end : time < start && time >= start - slack ? start : time;
    if (t < start || t > end) {
      throw new ModelError(
        `Trajectory: t = ${t} s is outside the run, which goes from ${start} s to ${end} s; give a time of the run`,
      );
    }
    return t;
  }

  /** The stored point at a time of the run, or its dense output on the rows. */
  private findState(t: number): Point {
    const stored = this.store.findPoint(t);
    if (stored) return stored;
    this.getObserver();
    const point = this.store.interpolate(t);
    if (!point) {
      throw new ModelError(
        `Trajectory: there is no dense output at t = ${t} s; the run was made with dense: false, so only stored points can be read`,
      );
    }
    this.readers.getObserver(point.segment).project(t, point.y, this.store.getModes(point));
    return point;
  }

  /** What the run is read with, at its start: the bodies and constraints of its system. */
  getObserver(): Observer {
    return this.readers.getObserver(0);
  }

  /**
   * What the end of the run has else than a model: joints that are cut, constraints that are attached.
   * @internal
   */
  findLastChange(base: Assembly): AssemblyChange {
    return this.readers.findLastChange(base);
  }

  /** Units of all columns, by name: of the first segment, then of what later ones add. */
  private findUnits(): ReadonlyMap<string, string> {
    for (; this.named < this.store.segments.length; this.named++) {
      for (const { name, unit } of this.readers.getColumns(this.named).values()) this.units.set(name, unit);
    }
    return this.units;
  }

  /** Names of all columns: `arm.position.x`, `hinge.angle`, `hinge.reaction.force.y`, `energy.total`, … */
  get columns(): string[] {
    return [...this.findUnits().keys()];
  }

  /** Unit of a column. */
  getUnit(name: string): string {
    if (name === "time") return "s";
    const unit = this.findUnits().get(name);
    if (unit === undefined) throw this.unknownColumn(name);
    return unit;
  }

  /** One column at all stored points; NaN where what it tells of does not exist: before it is attached, after it is parted. */
  column(name: string): Float64Array {
    if (name === "time") return this.times;
    const known = this.cache.get(name);
    if (known?.length === this.length) return known.slice();
    if (!this.findUnits().has(name)) throw this.unknownColumn(name);
    this.fill([name]);
    return (this.cache.get(name) as Float64Array).slice();
  }

  /** Evaluates the given columns at all stored points at once. */
  private fill(names: readonly string[]): void {
    // While a run is made, columns grow.
    const missing = names.filter((name) => this.cache.get(name)?.length !== this.length);
    if (missing.length === 0) return;
    const arrays = missing.map(() => new Float64Array(this.length));
    let columns: (Column | undefined)[] = [];
    let segment = -1;
    for (let i = 0; i < this.length; i++) {
      const point = this.store.points[i];
      const observer = this.readers.getObserver(point.segment);
      if (point.segment !== segment) {
        segment = point.segment;
        const known = this.readers.getColumns(segment);
        columns = missing.map((name) => known.get(name));
      }
      observer.display(point.t, point.y, this.store.getModes(point));
      for (let k = 0; k < missing.length; k++) arrays[k][i] = columns[k]?.read() ?? Number.NaN;
    }
    missing.forEach((name, k) => {
      this.cache.set(name, arrays[k]);
    });
  }

  private unknownColumn(name: string): ModelError {
    return unknownName(
      "column",
      name,
      this.columns.map((column) => ({ name: column })),
    );
  }

  /** Kinetic, potential and total energy at the stored points, and the drift of the total. */
  get energy(): EnergyRecord {
    const names = ["energy.kinetic", "energy.potential"];
    this.fill(names);
    const [kinetic, potential] = names.map((name) => this.column(name));
    const total = kinetic.map((value, i) => value + potential[i]);
    return { kinetic, potential, total, drift: total.reduce((max, e) => Math.max(max, Math.abs(e - total[0])), 0) };
  }

  /** Largest violation of the constraints at the stored points: positions (m or rad) and velocities (m/s or rad/s). */
  get violation(): { position: number; velocity: number } {
    const names = ["violation.position", "violation.velocity"];
    this.fill(names);
    const [position, velocity] = names.map((name) => this.column(name).reduce((a, b) => Math.max(a, b), 0));
    return { position, velocity };
  }

  /** Columns at chosen times: `{ time, "arm.position.x": … }`. Give `every` (s) or `times`; default: the stored points. */
  sample(options: SampleOptions = {}): Record<string, Float64Array> {
    const { names, times } = this.readSampleOptions(options);
    const table: Record<string, Float64Array> = Object.create(null) as Record<string, Float64Array>;
    if (times === undefined) {
      if (this.readers.hasModel) this.fill(names);
      table.time = this.times;
      for (const name of names) table[name] = this.column(name);
      return table;
    }
    this.checkReaders(names);
    table.time = Float64Array.from(times);
    for (const name of names) table[name] = new Float64Array(times.length);
    times.forEach((time, i) => {
      const t = this.checkTime(time);
      const { y, segment, modes } = this.findState(t);
      this.readers.getObserver(segment).display(t, y, this.store.modeLists[modes]);
      const columns = this.readers.getColumns(segment);
      for (const name of names) table[name][i] = columns.get(name)?.read() ?? Number.NaN;
    });
    return table;
  }

  private readSampleOptions(options: SampleOptions): { names: readonly string[]; times: number[] | undefined } {
    checkOptions("Trajectory.sample", options, ["every", "times", "columns"]);
    const names = options.columns ?? this.columns;
    if (!Array.isArray(names)) {
      throw new ModelError(`Trajectory.sample: columns are ${describe(names)}; give a list such as ["energy.total"]`);
    }
    for (const name of names) if (!this.findUnits().has(name)) throw this.unknownColumn(name);
    return { names, times: this.findSampleTimes(options) };
  }

  /** Refuses columns between stored points that no segment can evaluate. */
  private checkReaders(names: readonly string[]): void {
    this.getObserver();
    const known = this.store.segments.map((_, segment) => this.readers.getColumns(segment));
    const name = names.find((entry) => known.every((columns) => !columns.has(entry)));
    if (name === undefined) return;
    throw new ModelError(
      `Trajectory.sample: column ${describe(name)} comes from a file and is unknown to the system, so it is known at stored points ` +
        "only; leave every and times away",
    );
  }

  private findSampleTimes(options: SampleOptions): number[] | undefined {
    if (options.times !== undefined && options.every !== undefined) {
      throw new ModelError("Trajectory.sample: every and times are both given; give one of them");
    }
    if (options.times !== undefined) {
      const { times } = options;
      const isList = Array.isArray(times) || (ArrayBuffer.isView(times) && "length" in times);
      if (!isList) {
        throw new ModelError(`Trajectory.sample: times are ${describe(times)}; give a list of times in seconds`);
      }
      return checkNumbers("Trajectory.sample", "times", times, "a list of times in seconds", undefined, MOST_SAMPLES);
    }
    if (options.every === undefined) return undefined;
    const every = checkPositive("Trajectory.sample", "every", options.every);
    const count = Math.floor((this.end - this.start) / every + 1e-9);
    if (count >= MOST_SAMPLES) {
      throw new ModelError(
        `Trajectory.sample: every is ${every} s, which makes ${count + 1} samples, more than ${MOST_SAMPLES}; give ` +
          `${Number(((1.01 * (this.end - this.start)) / MOST_SAMPLES).toPrecision(2))} or more, or times`,
      );
    }
    return Array.from({ length: count + 1 }, (_, i) => Math.min(this.start + i * every, this.end));
  }

  /** Text with one line per point: `time`, then the columns. Numbers read back exactly. */
  toCSV(options: SampleOptions = {}): string {
    const sample = this.readSampleOptions(options);
    const [points, columns] = [sample.times?.length ?? this.length, sample.names.length];
    if (points * columns > MOST_CELLS) {
      throw new ModelError(
        `Trajectory.toCSV: ${points} points of ${columns} columns do not fit into one text, which holds ` +
          `${MOST_CELLS} numbers; name columns, or give a larger every`,
      );
    }
    const table = this.sample(options);
    const names = Object.keys(table);
    const quote = (text: string) => {
      // Spreadsheets take what begins so for a formula.
      const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
      return safe !== text || /[",\n]/.test(text) ? `"${safe.replaceAll('"', '""')}"` : text;
    };
    const lines = [names.map(quote).join(",")];
    for (let i = 0; i < table.time.length; i++) {
      lines.push(names.map((name) => writeNumber(table[name][i])).join(","));
    }
    return `${lines.join("\n")}\n`;
  }

  /** Everything, in a form that `JSON.stringify` keeps without loss; `fromJSON` reads it back. */
  toJSON(): TrajectoryJSON {
    if (this.readers.hasModel) this.fill(this.columns);
    const columns = this.columns.map((name) => {
      return [name, { unit: this.getUnit(name), values: encodeNumbers(this.column(name)) }] as const;
    });
    const parts = this.store.segments.map((_, i) => this.readers.describeAttached(i) ?? this.attachedParts[i]);
    return this.store.toJSON(this.describeModel(), Object.fromEntries(columns), parts);
  }

  /**
   * The model of the run as it was written, as files hold it.
   * @internal
   */
  describeModel(): TrajectoryJSON["model"] {
    return this.readers.hasModel ? describeModel(this.getObserver().workspace.assembly.base.reader) : this.model;
  }

  /**
   * Reads what `toJSON` wrote, as text or as an object. Given the system the run was made with, it can be evaluated
   * between its points and continued; without it, its columns can be read. Another system is refused: one with other names,
   * kinds, masses, inertias, places of joints or constants of springs, surfaces and contacts. Functions cannot be compared.
   * Where events have attached constraints, give those too; else only columns are known from there on.
   */
  static fromJSON(
    source: string | object,
    system?: { getObserver(method?: string): Observer },
    options: ReadingOptions = {},
  ): Trajectory {
    if (system !== undefined && !hasMethod(system, "getObserver")) {
      throw new ModelError(
        `Trajectory.fromJSON: the system is ${describe(system)}; give the System the run was made with, or leave it away`,
      );
    }
    checkOptions("Trajectory.fromJSON", options, ["attached"]);
    const form = "a list of constraints";
    const attached = checkList("Trajectory.fromJSON", "attached", options.attached ?? [], form) as Constraint[];
    try {
      return Trajectory.read(typeof source === "string" ? parse(source) : source, system, attached);
    } catch (cause) {
      if (cause instanceof ModelError) throw cause;
      throw new ModelError(
        `trajectory JSON: it cannot be read (${getMessage(cause)}); give what toJSON has written, as text or plain objects`,
        { cause },
      );
    }
  }

  private static read(
    value: unknown,
    system: { getObserver(method?: string): Observer } | undefined,
    attached: readonly Constraint[],
  ): Trajectory {
    const file = checkTrajectoryJSON(value);
    const observer = system?.getObserver(String(file.statistics.method));
    if (observer)
      for (const part of attached) checkAttached("Trajectory.fromJSON", part, observer.workspace.assembly.base);
    checkModelForm(file.model);
    const assemblies = observer && matchModel(file, observer.workspace.assembly.base, attached);
    const store = RunStore.fromJSON(file);
    if (assemblies) store.assemblies.push(...assemblies);
    const run = new Trajectory(assemblies?.[0].reader, store);
    run.model = file.model;
    run.attachedParts = readSegments(file).map((segment) => segment.attached);
    for (const [name, { unit, values }] of Object.entries(file.columns)) {
      run.units.set(name, unit);
      run.cache.set(name, decodeNumbers(values, `columns[${describe(name)}].values`));
    }
    return run;
  }

  get [SHARED](): true {
    return true;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ModelError(`trajectory JSON: the text is not JSON (${getMessage(cause)}); give what toJSON has written`, {
      cause,
    });
  }
}

/** What belongs to a run beside its file and its system. */
export interface ReadingOptions {
  /** Constraints that events of the run have attached, as they were made for that. */
  attached?: readonly Constraint[];
}

export interface SampleOptions {
  /** Distance of the samples, s. */
  every?: number;
  /** Or: the times. */
  times?: ArrayLike<number>;
  /** Default: all columns. */
  columns?: readonly string[];
}

/** All digits, and the sign of a zero. */
const writeNumber = (x: number): string => (Object.is(x, -0) ? "-0" : String(x));
