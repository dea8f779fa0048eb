import { describe, getMessage } from "./describe.ts";
import { ModelError } from "./ModelError.ts";
import { findNearest } from "./nearest.ts";
import type { Quaternion, Vector3 } from "./types.ts";

export function checkNumber(owner: string, what: string, value: unknown): number {
  if (typeof value !== "number") {
    throw new ModelError(`${owner}: ${what} is ${describe(value)}, not a number; give a finite number`);
  }
  if (!Number.isFinite(value)) {
    throw new ModelError(`${owner}: ${what} is ${value}; give a finite number (a division by zero upstream?)`);
  }
  return value;
}

/** A whole number within limits that the refusal names. */
export function checkCount(owner: string, what: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ModelError(`${owner}: ${what} is ${describe(value)}; give a whole number from ${least} to ${most}`);
}

export function checkBoolean(owner: string, what: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new ModelError(`${owner}: ${what} is ${describe(value)}; give true or false`);
}

/** One of a few texts. */
export function checkChoice<T extends string>(owner: string, what: string, value: unknown, choices: readonly T[]): T {
  if (choices.includes(value as T)) return value as T;
  const near = typeof value === "string" ? findNearest(value, choices) : undefined;
  const remedy = `${near ? `did you mean "${near}"? Choose` : "choose"} one of ${choices.join(", ")}`;
  throw new ModelError(`${owner}: ${what} is ${describe(value)}; ${remedy}`);
}

export function checkText(owner: string, what: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new ModelError(`${owner}: ${what} is ${describe(value)}; give a text`);
}

/** An object of a class of this library; `remedy` says what to give: "a RigidBody or a Ground". */
export function checkInstance<T>(
  owner: string,
  what: string,
  value: unknown,
  kind: abstract new (...given: never[]) => T,
  remedy = `${/^[AEIO]/.test(kind.name) ? "an" : "a"} ${kind.name}`,
): T {
  if (isInstance(value, kind)) return value;
  throw new ModelError(`${owner}: ${what} is ${describe(value)}; give ${remedy}`);
}

/** `instanceof` that does not throw, whatever it is given. */
export function isInstance<T>(value: unknown, kind: abstract new (...given: never[]) => T): value is T {
  try {
    return value instanceof kind;
  } catch {
    return false;
  }
}

/** Whether an object can be asked to do something. */
export function hasMethod(value: unknown, name: string): boolean {
  try {
    return typeof (value as Record<string, unknown> | null | undefined)?.[name] === "function";
  } catch {
    return false;
  }
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

/** What was given, or the default where nothing was: `null` is something. */
export const otherwise = <T>(given: T | undefined, fallback: T): T => (given === undefined ? fallback : given);

/** Where nothing else is said: a longer list takes long to read, holes and all. */
const MOST_ENTRIES = 10_000_000;

/** A list, typed or not, as a plain array without holes; `form` says what to give, and `most` how long it may be. */
export function checkList(owner: string, what: string, value: unknown, form: string, most = MOST_ENTRIES): unknown[] {
  return readList(owner, what, value, form, (length) =>
    length > most ? `has ${length} entries; give ${form}, with at most ${most} entries` : undefined,
  );
}

/** Nothing is read of a list whose length has a fault. */
function readList(
  owner: string,
  what: string,
  value: unknown,
  form: string,
  findFault: (length: number) => string | undefined,
): unknown[] {
  try {
    if (!isList(value)) throw new ModelError(`${owner}: ${what} is ${describe(value)}; give ${form}`);
    const fault = findFault(value.length);
    if (fault !== undefined) throw new ModelError(`${owner}: ${what} ${fault}`);
    return Array.from(value);
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    // A proxy, or a getter, that throws.
    throw new ModelError(`${owner}: ${what} cannot be read (${getMessage(cause)}); give ${form}`, { cause });
  }
}

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);

/** Keys and values of a plain object; `form` says what to give. */
export function checkEntries(owner: string, what: string, value: unknown, form: string): [string, unknown][] {
  try {
    if (typeof value === "object" && value !== null && !isList(value)) {
      const entries = Object.entries(value);
      for (const [, entry] of entries) look(entry);
      return entries;
    }
  } catch (cause) {
    throw new ModelError(`${owner}: ${what} cannot be read (${getMessage(cause)}); give ${form}`, { cause });
  }
  throw new ModelError(`${owner}: ${what} is ${describe(value)}; give ${form}`);
}

/** A list of finite numbers, typed or not, as a plain array; `length` says how many, where that is known. */
export function checkNumbers(
  owner: string,
  what: string,
  value: unknown,
  form: string,
  length?: number,
  most?: number,
): number[] {
  const list =
    length === undefined
      ? checkList(owner, what, value, form, most)
      : readList(owner, what, value, form, (count) =>
          count === length ? undefined : `${describe(value)} has ${count} numbers; give ${form}`,
        );
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
  return checkNumbers(owner, what, value, "three numbers [x, y, z]", 3) as [number, number, number];
}

/** A vector with a direction, scaled to length one. */
export function checkDirection(owner: string, what: string, value: unknown): [number, number, number] {
  const unit = scaleToUnit(checkVector3(owner, what, value));
  if (unit) return unit as [number, number, number];
  throw new ModelError(`${owner}: ${what} ${describe(value)} has no direction; give a non-zero vector`);
}

/** A quaternion of any length but zero, scaled to length one. */
export function checkQuaternion(owner: string, what: string, value: unknown): Quaternion {
  const unit = scaleToUnit(checkNumbers(owner, what, value, "four numbers [q0, q1, q2, q3], scalar first", 4));
  if (unit) return unit as unknown as Quaternion;
  throw new ModelError(`${owner}: ${what} ${describe(value)} is zero; give a quaternion, [1, 0, 0, 0] for no rotation`);
}

/** The list divided by its length, of any size that numbers hold; undefined if that is next to nothing. */
function scaleToUnit(list: readonly number[]): number[] | undefined {
  const length = Math.hypot(...list);
  if (length < 1e-150) return undefined;
  if (Number.isFinite(length)) return list.map((x) => x / length);
  // The length overflows, though no entry does.
  const largest = Math.max(...list.map(Math.abs));
  return scaleToUnit(list.map((x) => x / largest));
}

export function checkFunction(owner: string, what: string, value: unknown): void {
  if (typeof value !== "function") {
    throw new ModelError(`${owner}: ${what} is ${describe(value)}; give a function`);
  }
}

/**
 * Calls a function of the user's at set-up. What it throws comes out as a `ModelError` that names the part and the
 * function; an answer that is a promise is refused.
 */
export function callGiven<T>(owner: string, what: string, call: () => T): T {
  let answer: T;
  try {
    answer = call();
  } catch (cause) {
    throw explainThrown(owner, what, cause);
  }
  refusePromise(owner, what, answer);
  return answer;
}

/** What a function of the user's has thrown, with the name of its part. One of our own messages goes on as it is. */
export function explainThrown(owner: string, what: string, cause: unknown): ModelError {
  if (cause instanceof ModelError) return cause;
  return new ModelError(`${owner}: ${what} threw an error: ${getMessage(cause)}; look into that function`, { cause });
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  try {
    return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
  } catch {
    return false;
  }
}

/** Refuses the answer of an `async` function, where numbers are needed at once. */
export function refusePromise(owner: string, what: string, answer: unknown): void {
  if (!isPromise(answer)) return;
  try {
    // Nobody will wait for it: what it rejects with is not to end the process.
    answer.then(undefined, () => {});
  } catch {
    // A `then` of the user's that throws.
  }
  throw new ModelError(`${owner}: ${what} answers with a promise; give a function that is not async`);
}

/** Refuses options that are no object, a misspelt one (with the nearest known one), and one that cannot be read. */
export function checkOptions(
  owner: string,
  options: object | undefined,
  known: readonly string[],
  areNeeded = false,
): void {
  if (options === undefined && !areNeeded) return;
  const keys = listKeys(owner, options);
  if (!options || typeof options !== "object" || isBuiltIn(options)) {
    throw new ModelError(`${owner}: the options are ${describe(options)}; give an object such as { ${known[0]}: … }`);
  }
  for (const key of keys) {
    if (!known.includes(key)) {
      const near = findNearest(key, known);
      throw new ModelError(
        `${owner}: unknown option "${key}"; ${near ? `did you mean "${near}"? The` : "the"} options are ${known.join(", ")}`,
      );
    }
    try {
      look((options as Record<string, unknown>)[key]);
    } catch (cause) {
      throw new ModelError(`${owner}: ${key} cannot be read (${getMessage(cause)}); give a plain value`, { cause });
    }
  }
}

/** A list, a promise that was not awaited, a Map: what it holds are no properties, so nothing in it would be read. */
function isBuiltIn(options: object): boolean {
  return !["[object Object]", "[object Module]"].includes(Object.prototype.toString.call(options));
}

/** Throws where a value cannot be read: a proxy that is revoked, or that refuses. */
function look(value: unknown): void {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return;
  Array.isArray(value);
  Object.getPrototypeOf(value);
  Object.prototype.toString.call(value);
  (value as { length?: unknown }).length;
}

function listKeys(owner: string, options: object | undefined): string[] {
  try {
    look(options);
    return Object.keys(options ?? {});
  } catch (cause) {
    throw new ModelError(`${owner}: the options cannot be read (${getMessage(cause)}); give a plain object`, { cause });
  }
}

/** Names stand in messages, several at a time. */
const LONGEST_NAME = 200;

/** Quotes, dots, line breaks and other control characters, and halves of letters, which no file can hold. */
const BAD_LETTERS = /[".\p{Cc}\p{Cs}\u2028\u2029]+/gu;

/** A name of a body or a constraint: it stands in names of columns, before a dot, and in messages. */
export function checkName(kind: string, name: unknown): string {
  if (typeof name !== "string" || name.trim() === "") {
    throw new ModelError(`${kind}: the name is ${describe(name)}; the first argument has to be a text, such as "arm"`);
  }
  if (name.length > LONGEST_NAME) {
    const short = describe(name);
    throw new ModelError(`${kind}: the name ${short} has ${name.length} letters; give one of at most ${LONGEST_NAME}`);
  }
  const bad = name.match(BAD_LETTERS)?.[0][0];
  if (bad !== undefined) {
    const known: Record<string, string> = {
      ".": "a dot, which separates names in columns",
      '"': "a quote",
      "\r": "a line break",
      "\n": "a line break",
    };
    const what = known[bad] ?? (/\p{Cs}/u.test(bad) ? "half of a letter (a lone surrogate)" : "a control character");
    const better = name.replaceAll(BAD_LETTERS, "-");
    throw new ModelError(
      `${kind}: the name ${describe(name)} holds ${what}; take another, such as ${describe(better)}`,
    );
  }
  return name;
}

/** `Gear "pair"`: how messages call a part while it is made. */
export const checkLabel = (kind: string, name: unknown): string => `${kind} "${checkName(kind, name)}"`;

/** `[1, 2, 3]` of any three numbers in a row. */
export function toVector3(a: ArrayLike<number>, offset = 0): Vector3 {
  return [a[offset], a[offset + 1], a[offset + 2]];
}
