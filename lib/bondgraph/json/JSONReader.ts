import { describe, findNearest, getMessage, ModelError } from "../../math/index.ts";
import type { JSONValue } from "../Element.ts";

/** How deep parameters may nest, and how long lists may be. */
const MOST_LEVELS = 16;
const MOST_ENTRIES = 1e6;

/** Keys that mean something to JavaScript and nothing to a file. */
const FORBIDDEN = ["__proto__", "constructor", "prototype"];

/** Reads data from outside: everything is checked, and what does not fit is refused with the path inside the file. */
export class JSONReader {
  private readonly owner: string;
  /** Whether numbers in parameters have to be finite, and keys harmless, as those in files. */
  private readonly isFile: boolean;

  constructor(owner: string, isFile = true) {
    this.owner = owner;
    this.isFile = isFile;
  }

  parse(source: unknown): unknown {
    if (typeof source !== "string") return source;
    try {
      return JSON.parse(source);
    } catch (cause) {
      throw new ModelError(`${this.owner}: the text is not JSON (${(cause as Error).message})`, { cause });
    }
  }

  /** Does something that may meet values which throw when they are read. */
  read<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof ModelError) throw cause;
      throw new ModelError(`${this.owner}: ${path} cannot be read (${getMessage(cause)}); give plain data`, { cause });
    }
  }

  refuse(path: string, what: string, remedy: string): never {
    throw new ModelError(`${this.owner}: ${path}: ${what}; ${remedy}`);
  }

  /** Does something that may refuse; adds the path to what it says. */
  guard(path: string, work: () => unknown): void {
    try {
      work();
    } catch (cause) {
      if (!(cause instanceof ModelError) || cause.message.startsWith(this.owner)) throw cause;
      throw new ModelError(`${this.owner}: ${path}: ${cause.message}`, { cause });
    }
  }

  record(path: string, value: unknown): Readonly<Record<string, unknown>> {
    if (value === null || typeof value !== "object" || Array.isArray(value) || ArrayBuffer.isView(value)) {
      this.refuse(path, `it is ${describe(value)}`, "give an object");
    }
    const bad = this.isFile ? Object.keys(value).find((key) => FORBIDDEN.includes(key)) : undefined;
    if (bad !== undefined) this.refuse(`${path}.${bad}`, "this key is not allowed", "choose another name");
    return value as Record<string, unknown>;
  }

  object(
    path: string,
    value: unknown,
    required: readonly string[],
    optional: readonly string[],
  ): Readonly<Record<string, unknown>> {
    const entry = this.record(path, value);
    const known = [...required, ...optional];
    for (const key of Object.keys(entry)) {
      if (known.includes(key)) continue;
      const near = findNearest(key, known);
      this.refuse(
        `${path}.${key}`,
        "this key is unknown",
        near ? `did you mean "${near}"?` : `the keys are ${known.join(", ")}`,
      );
    }
    const missing = required.find((key) => !Object.hasOwn(entry, key));
    if (missing !== undefined) this.refuse(`${path}.${missing}`, "it is missing", `the keys are ${known.join(", ")}`);
    return entry;
  }

  /** Holes are read as undefined. */
  list(path: string, value: unknown): readonly unknown[] {
    if (!Array.isArray(value)) return this.refuse(path, `it is ${describe(value)}`, "give a list");
    if (value.length <= MOST_ENTRIES) return Array.from(value);
    return this.refuse(path, `it has ${value.length} entries`, `give at most ${MOST_ENTRIES}`);
  }

  text(path: string, value: unknown): string {
    if (typeof value === "string") return value;
    return this.refuse(path, `it is ${describe(value)}`, "give a text");
  }

  name(path: string, value: unknown): string {
    if (this.text(path, value) === "") this.refuse(path, "it is empty", "give a name");
    return value as string;
  }

  number(path: string, value: unknown): number {
    if (typeof value === "number" && Number.isFinite(value)) return value;
    return this.refuse(path, `it is ${describe(value)}`, "give a finite number");
  }

  whole(path: string, value: unknown, least: number): number {
    if (Number.isInteger(this.number(path, value)) && (value as number) >= least) return value as number;
    return this.refuse(path, `it is ${describe(value)}`, `give a whole number from ${least}`);
  }

  oneOf<T extends string | number>(path: string, value: unknown, choices: readonly T[]): T {
    if (choices.includes(value as T)) return value as T;
    const list = choices.map((choice) => JSON.stringify(choice)).join(" or ");
    return this.refuse(path, `it is ${describe(value)}`, `give ${list}`);
  }

  /** A copy of any JSON, without forbidden keys and not too deep, that cannot be changed. */
  copy(path: string, value: unknown, level = 0): JSONValue {
    if (level > MOST_LEVELS) this.refuse(path, `it is nested in more than ${MOST_LEVELS} levels`, "flatten it");
    if (value === null || typeof value === "boolean" || typeof value === "string") return value;
    if (typeof value === "number") return this.isFile ? this.number(path, value) : value;
    if (Array.isArray(value)) {
      return Object.freeze(this.list(path, value).map((entry, i) => this.copy(`${path}[${i}]`, entry, level + 1)));
    }
    if (value === undefined)
      this.refuse(path, "it is undefined", "give a number, a text or an object, or leave it away");
    const entries = Object.entries(this.record(path, value));
    return Object.freeze(
      Object.fromEntries(entries.map(([key, entry]) => [key, this.copy(`${path}.${key}`, entry, level + 1)])),
    );
  }
}
