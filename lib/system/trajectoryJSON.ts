import { describe, ModelError } from "../math/index.ts";

/** A number as JSON can hold it: NaN, the infinities and −0 as texts. */
export type JSONNumber = number | "NaN" | "Infinity" | "-Infinity" | "-0";

export interface TrajectoryJSON {
  multibond: "trajectory";
  version: 1;
  /** What each component of the state vector is. */
  stateNames: string[];
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
  events: { t: JSONNumber; owner: string; index: number; before: string; after: string }[];
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

export function decodeNumber(x: unknown, path: string): number {
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

/** Checks the form of a file: lists, their lengths, places in `modeLists`. Numbers are checked when they are decoded. */
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
  for (const key of ["stateNames", "times", "states", "modeLists", "modes", "steps", "events"] as const) {
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
  const size = file.stateNames.length;
  if (length === 0) throw new ModelError("trajectory JSON: there is no stored point; the file is not complete");
  checkLength("states", file.states, length);
  checkLength("modes", file.modes, length);
  file.states.forEach((state, i) => {
    checkLength(`states[${i}]`, state, size);
  });
  file.modeLists.forEach((modes, i) => {
    if (!Array.isArray(modes)) throw refuse(`modeLists[${i}]`, modes, "a list of texts");
  });
  const checkModes = (path: string, place: unknown) => {
    if (Number.isInteger(place) && file.modeLists[place as number]) return;
    throw refuse(path, place, `a place in modeLists, which has ${file.modeLists.length}`);
  };
  file.modes.forEach((place, i) => {
    checkModes(`modes[${i}]`, place);
  });
  if (!Number.isInteger(file.denseVectors) || file.denseVectors < 1) {
    throw refuse("denseVectors", file.denseVectors, "a whole number from 1");
  }
  file.steps.forEach((step, i) => {
    if (!isObject(step)) throw refuse(`steps[${i}]`, step, "an object");
    checkModes(`steps[${i}].modes`, step.modes);
    checkLength(`steps[${i}].dense`, step.dense, file.denseVectors * size);
  });
  file.events.forEach((event, i) => {
    if (!isObject(event)) throw refuse(`events[${i}]`, event, "an object");
  });
  if (file.notes !== undefined && !Array.isArray(file.notes)) throw refuse("notes", file.notes, "a list of texts");
  for (const [name, column] of Object.entries(file.columns)) {
    if (!isObject(column) || typeof column.unit !== "string") {
      throw refuse(`columns["${name}"]`, column, "an object with unit and values");
    }
    checkLength(`columns["${name}"].values`, column.values, length);
  }
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

const refuse = (path: string, value: unknown, expected: string): ModelError =>
  new ModelError(`trajectory JSON: ${path} is ${describe(value)}; it should be ${expected}`);

function checkLength(path: string, list: unknown, length: number): void {
  if (!Array.isArray(list)) throw refuse(path, list, `a list of ${length}`);
  if (list.length === length) return;
  throw new ModelError(
    `trajectory JSON: ${path} has ${list.length} entries; it should have ${length}: the file is damaged or was edited`,
  );
}
