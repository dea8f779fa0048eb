import { Observer } from "../assembly/Observer.ts";
import {
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
import { type Column, listColumns } from "./columns.ts";
import type { Diagnosis } from "./Diagnosis.ts";
import { checkModel, checkModelForm, describeModel } from "./modelJSON.ts";
import { type RunEvent, type RunStatistics, RunStore } from "./RunStore.ts";
import { Snapshot, unknownName } from "./Snapshot.ts";
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
  private readonly observer: Observer | undefined;
  private readonly cache = new Map<string, Float64Array>();
  private readonly units = new Map<string, string>();
  private readonly list: Column[];
  /** The model as a file describes it. */
  private model: TrajectoryJSON["model"];

  constructor(observer: Observer | undefined, store: RunStore) {
    if (!(isInstance(store, RunStore) && (observer === undefined || isInstance(observer, Observer)))) {
      throw new ModelError(
        `Trajectory: it cannot be made of ${describe(store)}; take system.simulate(…) or Trajectory.fromJSON(text, system)`,
      );
    }
    this.observer = observer;
    this.store = store;
    this.list = observer ? listColumns(observer) : [];
    for (const { name, unit } of this.list) this.units.set(name, unit);
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

  /** What limited the steps, and what to try if the run was slow. Known once the run has ended or failed. */
  get diagnosis(): Diagnosis | undefined {
    return this.store.diagnosis;
  }

  /** What each component of the state vector is. */
  get stateNames(): readonly string[] {
    return this.store.stateNames;
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
    return new Snapshot(this.getObserver(), point.t, point.y.slice(), this.store.getModes(point));
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
    const observer = this.getObserver();
    const point = this.store.findPoint(t);
    if (point) return new Snapshot(observer, t, point.y.slice(), this.store.getModes(point));
    const y = new Float64Array(this.stateNames.length);
    const modes = this.store.interpolate(t, y);
    if (!modes) {
      throw new ModelError(
        `Trajectory: there is no dense output at t = ${t} s; the run was made with dense: false, so only stored points can be read`,
      );
    }
    observer.project(t, y, modes);
    return new Snapshot(observer, t, y, modes);
  }

  /** What the run is read with: the bodies and constraints of its system. */
  getObserver(): Observer {
    if (this.observer) return this.observer;
    throw new ModelError(
      "Trajectory: it was read from a file without its system, so only its columns are known; " +
        "give the system as well: Trajectory.fromJSON(text, system)",
    );
  }

  /** Names of all columns: `arm.position.x`, `hinge.angle`, `hinge.reaction.force.y`, `energy.total`, … */
  get columns(): string[] {
    return [...this.units.keys()];
  }

  /** Unit of a column. */
  getUnit(name: string): string {
    if (name === "time") return "s";
    const unit = this.units.get(name);
    if (unit === undefined) throw this.unknownColumn(name);
    return unit;
  }

  /** One column at all stored points. */
  column(name: string): Float64Array {
    if (name === "time") return this.times;
    const known = this.cache.get(name);
    if (known?.length === this.length) return known.slice();
    if (!this.units.has(name)) throw this.unknownColumn(name);
    this.fill([name]);
    return (this.cache.get(name) as Float64Array).slice();
  }

  /** Evaluates the given columns at all stored points at once. */
  private fill(names: readonly string[]): void {
    // While a run is made, columns grow.
    const missing = names.filter((name) => this.cache.get(name)?.length !== this.length);
    if (missing.length === 0) return;
    const observer = this.getObserver();
    const readers = this.list.filter(({ name }) => missing.includes(name));
    const arrays = readers.map(() => new Float64Array(this.length));
    for (let i = 0; i < this.length; i++) {
      const point = this.store.points[i];
      observer.display(point.t, point.y, this.store.getModes(point));
      for (let k = 0; k < readers.length; k++) arrays[k][i] = readers[k].read();
    }
    readers.forEach(({ name }, k) => {
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
      if (this.observer) this.fill(names);
      table.time = this.times;
      for (const name of names) table[name] = this.column(name);
      return table;
    }
    const readers = names.map((name) => this.findReader(name));
    table.time = Float64Array.from(times);
    for (const name of names) table[name] = new Float64Array(times.length);
    times.forEach((t, i) => {
      this.at(t).show();
      readers.forEach(({ name, read }) => {
        table[name][i] = read();
      });
    });
    return table;
  }

  private readSampleOptions(options: SampleOptions): { names: readonly string[]; times: number[] | undefined } {
    checkOptions("Trajectory.sample", options, ["every", "times", "columns"]);
    const names = options.columns ?? this.columns;
    if (!Array.isArray(names)) {
      throw new ModelError(`Trajectory.sample: columns are ${describe(names)}; give a list such as ["energy.total"]`);
    }
    for (const name of names) if (!this.units.has(name)) throw this.unknownColumn(name);
    return { names, times: this.findSampleTimes(options) };
  }

  private findReader(name: string): Column {
    const column = this.list.find((entry) => entry.name === name);
    if (column || !this.observer) return column as Column;
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
    const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const lines = [names.map(quote).join(",")];
    for (let i = 0; i < table.time.length; i++) {
      lines.push(names.map((name) => writeNumber(table[name][i])).join(","));
    }
    return `${lines.join("\n")}\n`;
  }

  /** Everything, in a form that `JSON.stringify` keeps without loss; `fromJSON` reads it back. */
  toJSON(): TrajectoryJSON {
    if (this.observer) this.fill(this.columns);
    const columns = this.columns.map((name) => {
      return [name, { unit: this.getUnit(name), values: encodeNumbers(this.column(name)) }] as const;
    });
    const model = this.observer ? describeModel(this.observer) : this.model;
    return this.store.toJSON(model, Object.fromEntries(columns));
  }

  /**
   * Reads what `toJSON` wrote, as text or as an object. Given the system the run was made with, it can be evaluated
   * between its points and continued; without it, its columns can be read. Another system is refused: one with other names,
   * kinds, masses, inertias, places of joints or constants of springs, surfaces and contacts. Functions cannot be compared.
   */
  static fromJSON(source: string | object, system?: { getObserver(): Observer }): Trajectory {
    if (system !== undefined && !hasMethod(system, "getObserver")) {
      throw new ModelError(
        `Trajectory.fromJSON: the system is ${describe(system)}; give the System the run was made with, or leave it away`,
      );
    }
    const observer = system?.getObserver();
    try {
      return Trajectory.read(typeof source === "string" ? parse(source) : source, observer);
    } catch (cause) {
      if (cause instanceof ModelError) throw cause;
      throw new ModelError(
        `trajectory JSON: it cannot be read (${getMessage(cause)}); give what toJSON has written, as text or plain objects`,
        { cause },
      );
    }
  }

  private static read(value: unknown, observer: Observer | undefined): Trajectory {
    const file = checkTrajectoryJSON(value);
    if (file.model !== undefined) checkModelForm(file.model);
    if (observer) {
      const names = observer.stateNames;
      const same = names.length === file.stateNames.length && names.every((name, i) => name === file.stateNames[i]);
      if (!same) {
        throw new ModelError(
          `trajectory JSON: it belongs to another model: its state is [${file.stateNames.slice(0, 6).join("; ")}…], ` +
            `the system's is [${names.slice(0, 6).join("; ")}…]; give the system the run was made with`,
        );
      }
      if (file.model) checkModel(file.model, observer);
      checkModes(file.modeLists, observer);
    }
    const run = new Trajectory(observer, RunStore.fromJSON(file));
    run.model = file.model;
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

/** Refuses modes that the constraints of the model do not have. */
function checkModes(modeLists: readonly (readonly string[])[], { kernel, constraints }: Observer): void {
  const before = kernel.getModes();
  try {
    for (const [i, modes] of modeLists.entries()) {
      if (modes.length !== constraints.length) {
        throw new ModelError(
          `trajectory JSON: modeLists[${i}] has ${modes.length} entries, but the system ${constraints.length} constraints; ` +
            "give the system the run was made with",
        );
      }
      try {
        kernel.setModes(modes);
      } catch (cause) {
        throw new ModelError(
          `trajectory JSON: modeLists[${i}] does not fit the system: ${getMessage(cause)}; give the system the run was made with`,
          { cause },
        );
      }
    }
  } finally {
    kernel.setModes(before);
  }
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
