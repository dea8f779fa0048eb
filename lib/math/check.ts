import { ModelError } from "./ModelError.ts";
import { findNearest } from "./nearest.ts";
import type { Quaternion, Vector3 } from "./types.ts";

/** A value as it stands in a message: short, on one line, never throwing. */
export function describe(value: unknown): string {
  return describeNested(value, 2);
}

function describeNested(value: unknown, levels: number): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    if (levels === 0) return "[…]";
    const list = Array.from(value as ArrayLike<unknown>);
    const shown = list
      .slice(0, 8)
      .map((entry) => describeNested(entry, levels - 1))
      .join(", ");
    return `[${shown}${list.length > 8 ? ", …" : ""}]`;
  }
  if (typeof value === "object") return `an object of class ${value.constructor?.name ?? "Object"}`;
  if (typeof value === "function") return "a function";
  return String(value);
}

export function checkNumber(owner: string, what: string, value: unknown): number {
  if (typeof value !== "number") {
    throw new ModelError(`${owner}: ${what} is ${describe(value)}, not a number; give a finite number`);
  }
  if (!Number.isFinite(value)) {
    throw new ModelError(`${owner}: ${what} is ${value}; give a finite number (a division by zero upstream?)`);
  }
  return value;
}

export function checkPositive(owner: string, what: string, value: unknown): number {
  const number = checkNumber(owner, what, value);
  if (number <= 0) throw new ModelError(`${owner}: ${what} is ${number}; give a number greater than zero`);
  return number;
}

export function checkNotNegative(owner: string, what: string, value: unknown): number {
  const number = checkNumber(owner, what, value);
  if (number < 0) throw new ModelError(`${owner}: ${what} is ${number}; give zero or a positive number`);
  return number;
}

function checkList(owner: string, what: string, value: unknown, length: number, form: string): number[] {
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
  if (!isList) throw new ModelError(`${owner}: ${what} is ${describe(value)}; give ${form}`);
  const list = Array.from(value as ArrayLike<unknown>);
  if (list.length !== length) {
    throw new ModelError(`${owner}: ${what} ${describe(value)} has ${list.length} numbers; give ${form}`);
  }
  list.forEach((x, i) => {
    if (typeof x !== "number" || !Number.isFinite(x)) {
      throw new ModelError(
        `${owner}: ${what} ${describe(value)} has ${describe(x)} in place ${i}; give ${form}, all finite`,
      );
    }
  });
  return list as number[];
}

export function checkVector3(owner: string, what: string, value: unknown): [number, number, number] {
  return checkList(owner, what, value, 3, "three numbers [x, y, z]") as [number, number, number];
}

/** A vector with a direction, scaled to length one. */
export function checkDirection(owner: string, what: string, value: unknown): [number, number, number] {
  const [x, y, z] = checkVector3(owner, what, value);
  const length = Math.hypot(x, y, z);
  if (length < 1e-150) {
    throw new ModelError(`${owner}: ${what} ${describe(value)} has no direction; give a non-zero vector`);
  }
  return [x / length, y / length, z / length];
}

/** A quaternion of any length but zero, scaled to length one. */
export function checkQuaternion(owner: string, what: string, value: unknown): Quaternion {
  const list = checkList(owner, what, value, 4, "four numbers [q0, q1, q2, q3], scalar first");
  const length = Math.hypot(...list);
  if (length < 1e-150) {
    throw new ModelError(
      `${owner}: ${what} ${describe(value)} is zero; give a quaternion, [1, 0, 0, 0] for no rotation`,
    );
  }
  return list.map((x) => x / length) as unknown as Quaternion;
}

export function checkFunction(owner: string, what: string, value: unknown): void {
  if (typeof value !== "function") {
    throw new ModelError(`${owner}: ${what} is ${describe(value)}; give a function`);
  }
}

/** Refuses a misspelt option, with the nearest known one. */
export function checkOptions(owner: string, options: object | undefined, known: readonly string[]): void {
  if (options === undefined) return;
  if (options === null || typeof options !== "object") {
    throw new ModelError(`${owner}: the options are ${describe(options)}; give an object such as { ${known[0]}: … }`);
  }
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    const near = findNearest(key, known);
    throw new ModelError(
      `${owner}: unknown option "${key}"; ${near ? `did you mean "${near}"? The` : "the"} options are ${known.join(", ")}`,
    );
  }
}

/** `[1, 2, 3]` of any three numbers in a row. */
export function toVector3(a: ArrayLike<number>, offset = 0): Vector3 {
  return [a[offset], a[offset + 1], a[offset + 2]];
}
