import { DENSE_REACH } from "../integrators/denseReach.ts";
import { describe, ModelError } from "../math/index.ts";
import type { EventJSON } from "./eventJSON.ts";
import type { JSONNumber, PartJSON } from "./PartJSON.ts";
import type { RunStatistics, Step } from "./RunStore.ts";
import { refuse } from "./refuse.ts";
import { checkSegments, findSegment, readSegments, type SegmentJSON } from "./segmentJSON.ts";

export interface TrajectoryJSON {
  multibond: "trajectory";
  version: 1;
  /** The model of the run: gravity, then bodies, then constraints. */
  model: PartJSON[];
  /** What each component of the state vector is; at the start, where there are several segments. */
  stateNames: string[];
  /** Left out where the model stays the same, as it was written. */
  segments?: SegmentJSON[];
  times: JSONNumber[];
  /** One list per stored point. */
  states: JSONNumber[][];
  modeLists: string[][];
  /** Place in `modeLists` for each stored point. */
  modes: number[];
  steps: {
    start: JSONNumber;
    size: JSONNumber;
    end: JSONNumber;
    modes: number;
    dense: JSONNumber[];
  }[];
  denseVectors: number;
  events: EventJSON[];
  /** Left out by earlier versions. */
  notes?: string[];
  statistics: Record<string, string | JSONNumber>;
  columns: Record<string, { unit: string; values: JSONNumber[] }>;
}

export function encodeNumber(x: number): JSONNumber {
  if (Number.isFinite(x)) return Object.is(x, -0) ? "-0" : x;
  return String(x) as JSONNumber;
}

export const encodeNumbers = (list: ArrayLike<number>): JSONNumber[] => Array.from(list, encodeNumber);

function decodeNumber(x: unknown, path: string): number {
  if (typeof x === "number") return x;
  if (x === "NaN" || x === "Infinity" || x === "-Infinity" || x === "-0") return Number(x);
  throw new ModelError(
    `trajectory JSON: ${path} is ${describe(x)}; it should be a number, "NaN", "Infinity", "-Infinity" or "-0"`,
  );
}

export function decodeNumbers(list: unknown, path: string): Float64Array {
  if (!Array.isArray(list)) throw new ModelError(`trajectory JSON: ${path} is ${describe(list)}; it should be a list`);
  return Float64Array.from(list, (x, i) => decodeNumber(x, `${path}[${i}]`));
}

export function decodeFinite(x: unknown, path: string): number {
  const number = decodeNumber(x, path);
  if (Number.isFinite(number)) return number;
  throw refuse(path, x, `a finite number: ${DAMAGED}`);
}

/** Times of the stored points; at an event there are two of the same time. */
export function decodeTimes(file: TrajectoryJSON): number[] {
  const times = file.times.map((x, i) => decodeFinite(x, `times[${i}]`));
  checkOrder("times", times);
  return times;
}

export function decodeSteps(file: TrajectoryJSON): Step[] {
  const segments = readSegments(file);
  let before = decodeFinite(file.times[0], "times[0]");
  let owner = "the start of the run";
  return file.steps.map((step, i) => {
    const path = `steps[${i}]`;
    const t = decodeFinite(step.start, `${path}.start`);
    const size = decodeFinite(step.size, `${path}.size`);
    const end = decodeFinite(step.end, `${path}.end`);
    if (t < before) {
      throw refuse(`${path}.start`, t, `no earlier than ${owner}, ${before}: steps follow one another, and ${DAMAGED}`);
    }
    if (!(size > 0)) throw refuse(`${path}.size`, size, `greater than zero: ${DAMAGED}`);
    // An event may lie a little beyond the step, and the last digit of `start + size` is rounded.
    const most = t + size + (DENSE_REACH + 1e-9) * size + 4 * Number.EPSILON * Math.abs(end);
    if (!(end >= t && end <= most)) {
      throw refuse(`${path}.end`, end, `from ${t}, where the step starts, to ${t + size}: ${DAMAGED}`);
    }
    [before, owner] = [end, `the end of ${path}`];
    const dense = Float64Array.from(step.dense, (x, k) => decodeFinite(x, `${path}.dense[${k}]`));
    return { t, size, end, modes: step.modes, dense, segment: findSegment(segments, "step", i) };
  });
}

const COUNTS = ["steps", "rejected", "evaluations", "redundancy"] as const;

export function decodeStatistics({ statistics }: TrajectoryJSON): RunStatistics {
  const { method } = statistics;
  if (typeof method !== "string") throw refuse("statistics.method", method, "a text");
  const read = (key: string) => decodeNumber(statistics[key], `statistics.${key}`);
  const [steps, rejected, evaluations, redundancy] = COUNTS.map((key) => {
    const count = read(key);
    if (Number.isInteger(count) && count >= 0) return count;
    throw refuse(`statistics.${key}`, statistics[key], "a whole number from 0");
  });
  return { method, absolute: read("absolute"), relative: read("relative"), steps, rejected, evaluations, redundancy };
}

/** Refuses times that do not grow. */
export function checkOrder(list: string, times: readonly number[]): void {
  const i = times.findIndex((t, k) => t < times[k - 1]);
  if (i < 0) return;
  throw refuse(
    `${list}[${i}]`,
    times[i],
    `no earlier than ${list}[${i - 1}], ${times[i - 1]}: time runs forwards, and ${DAMAGED}`,
  );
}

/** Checks the form of a file: lists, their lengths, texts, places in `modeLists`. Numbers are checked as they are decoded. */
export function checkTrajectoryJSON(value: unknown): TrajectoryJSON {
  const file = value as Partial<TrajectoryJSON> | null;
  if (typeof file !== "object" || file === null || file.multibond !== "trajectory") {
    throw new ModelError(`trajectory JSON: this is ${describe(value)}, not a trajectory; give what toJSON has written`);
  }
  if (file.version !== 1) {
    throw new ModelError(
      `trajectory JSON: version ${describe(file.version)} is not known; this library reads version 1`,
    );
  }
  for (const key of ["model", "stateNames", "times", "states", "modeLists", "modes", "steps", "events"] as const) {
    if (!Array.isArray(file[key])) throw new ModelError(`trajectory JSON: ${key} is missing; the file is not complete`);
  }
  for (const key of ["statistics", "columns"] as const) {
    if (!isObject(file[key])) throw new ModelError(`trajectory JSON: ${key} is missing; the file is not complete`);
  }
  checkParts(file as TrajectoryJSON);
  return file as TrajectoryJSON;
}

function checkParts(file: TrajectoryJSON): void {
  const { length } = file.times;
  if (length === 0) throw new ModelError("trajectory JSON: there is no stored point; the file is not complete");
  checkTexts("stateNames", file.stateNames);
  checkLength("states", file.states, length);
  checkLength("modes", file.modes, length);
  checkSegments(file);
  const segments = readSegments(file);
  const find = (key: "point" | "step", i: number) => segments[findSegment(segments, key, i)];
  for (const [i, state] of file.states.entries()) {
    checkLength(`states[${i}]`, state, find("point", i).stateNames.length);
  }
  for (const [i, modes] of file.modeLists.entries()) {
    checkTexts(`modeLists[${i}]`, modes);
    if (file.segments === undefined) checkLength(`modeLists[${i}]`, modes, file.modeLists[0].length);
  }
  const checkModes = (path: string, place: unknown, { attached }: SegmentJSON) => {
    const modes = Number.isInteger(place) ? file.modeLists[place as number] : undefined;
    if (!modes) throw refuse(path, place, `a place in modeLists, which has ${file.modeLists.length}`);
    // Each segment has the constraints of the model and its own.
    checkLength(`modeLists[${place}]`, modes, file.modeLists[0].length - segments[0].attached.length + attached.length);
  };
  for (const [i, place] of file.modes.entries()) checkModes(`modes[${i}]`, place, find("point", i));
  const least = file.steps.length > 0 ? 1 : 0;
  if (!Number.isInteger(file.denseVectors) || file.denseVectors < least) {
    throw refuse("denseVectors", file.denseVectors, `a whole number from ${least}`);
  }
  for (const [i, step] of file.steps.entries()) {
    if (!isObject(step)) throw refuse(`steps[${i}]`, step, "an object");
    const segment = find("step", i);
    checkModes(`steps[${i}].modes`, step.modes, segment);
    checkLength(`steps[${i}].dense`, step.dense, file.denseVectors * segment.stateNames.length);
  }
  for (const [i, event] of file.events.entries()) {
    if (!isObject(event)) throw refuse(`events[${i}]`, event, "an object");
    const { owner, index, before, after } = event;
    checkTexts(`owner, before and after of events[${i}]`, [owner, before, after]);
    if (!(Number.isInteger(index) && index >= 0)) throw refuse(`events[${i}].index`, index, "a whole number from 0");
  }
  if (file.notes !== undefined) checkTexts("notes", file.notes);
  for (const [name, column] of Object.entries(file.columns)) {
    const path = `columns[${describe(name)}]`;
    if (!isObject(column) || typeof column.unit !== "string") {
      throw refuse(path, column, "an object with unit and values");
    }
    checkLength(`${path}.values`, column.values, length);
  }
}

const DAMAGED = "the file is damaged or was edited";

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function checkTexts(path: string, list: unknown): void {
  if (!Array.isArray(list) || [...list].some((text) => typeof text !== "string")) {
    throw refuse(path, list, "a list of texts");
  }
}

function checkLength(path: string, list: unknown, length: number): void {
  if (!Array.isArray(list)) throw refuse(path, list, `a list of ${length}`);
  if (list.length === length) return;
  throw new ModelError(`trajectory JSON: ${path} has ${list.length} entries; it should have ${length}: ${DAMAGED}`);
}
