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
  steps: { start: JSONNumber; size: JSONNumber; end: JSONNumber; modes: number; dense: JSONNumber[] }[];
  denseVectors: number;
  events: { t: JSONNumber; owner: string; index: number; before: string; after: string }[];
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

/** Checks the outermost form of a file. */
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
    if (typeof file[key] !== "object" || file[key] === null) {
      throw new ModelError(`trajectory JSON: ${key} is missing; the file is not complete`);
    }
  }
  return file as TrajectoryJSON;
}
