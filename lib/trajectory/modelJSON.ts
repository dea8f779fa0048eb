import type { Observer } from "../assembly/Observer.ts";
import type { Constraint } from "../constraints/index.ts";
import { describe, ModelError } from "../math/index.ts";
import { InverseSquareGravity, UniformGravity } from "../rigidbody/Gravity.ts";
import type { Constants } from "../rigidbody/index.ts";
import type { ConstantJSON, PartJSON } from "./PartJSON.ts";
import { refuse } from "./refuse.ts";
import { encodeNumber, encodeNumbers } from "./trajectoryJSON.ts";

/** Numbers that differ by less than this part come from another engine, not from another model. */
const SAME = 1e-9;
/** Likewise entries of vectors (m, or of unit vectors), which may be differences that cancel. */
const ROUNDING = 1e-12;

/**
 * What the states of a run are read with, by gravity, bodies and constraints: names, kinds, who is joined, and constants
 * (masses, inertias, places of joints, stiffnesses, surfaces, coefficients). Not where a run starts, and of a law that is a
 * function only that there is one.
 */
export function describeModel({
  bodies,
  constraints,
  kernel: { gravity },
}: Pick<Observer, "bodies" | "constraints" | "kernel">): PartJSON[] {
  const field: Constants =
    gravity instanceof UniformGravity
      ? { acceleration: gravity.acceleration }
      : gravity instanceof InverseSquareGravity
        ? { mu: gravity.mu, center: gravity.center }
        : {};
  return [
    describePart(gravity, "gravity", field),
    ...bodies.map((body) => describePart(body, body.name, body.constants)),
    ...constraints.filter(({ isListed }) => isListed).map(describeConstraint),
  ];
}

const describePart = (part: object, name: string, constants: Constants): PartJSON => ({
  kind: part.constructor.name,
  name,
  constants: Object.fromEntries(Object.entries(constants).map(([key, value]) => [key, encode(value)])),
});

export const describeConstraint = (constraint: Constraint): PartJSON => ({
  ...describePart(constraint, constraint.name, constraint.constants),
  bodies: constraint.bodies.map(({ name }) => name),
});

function encode(value: Constants[string]): ConstantJSON {
  if (typeof value === "number") return encodeNumber(value);
  return typeof value === "object" ? encodeNumbers(value) : value;
}

/** Refuses a file of a run that another model has made. */
export function checkModel(file: readonly PartJSON[], own: readonly PartJSON[]): void {
  for (let i = 0; i < Math.max(file.length, own.length); i++) {
    const difference = findDifference(file[i], own[i]);
    if (difference === undefined) continue;
    throw new ModelError(
      `trajectory JSON: it belongs to another model: ${difference}; give the system the run was made with`,
    );
  }
}

/** What differs between the models of two runs, for each part that does. */
export function listDifferences(before: readonly PartJSON[], now: readonly PartJSON[]): string[] {
  return now
    .map((part, i) => findDifference(before[i], part, "run that is continued"))
    .filter((text) => text !== undefined);
}

export function findDifference(
  file: PartJSON | undefined,
  own: PartJSON | undefined,
  source = "file",
): string | undefined {
  const [label, ownLabel] = [file, own].map((part) => (part ? `${part.kind} "${part.name}"` : "nothing"));
  if (!file || !own || label !== ownLabel) return `the ${source} has ${label} where the system has ${ownLabel}`;
  const join = (part: PartJSON) => (part.bodies ?? []).join(" and ");
  if (join(file) !== join(own)) return `${label} joins ${join(file)} in the ${source} and ${join(own)} in the system`;
  for (const key of new Set([...Object.keys(file.constants), ...Object.keys(own.constants)])) {
    const [a, b] = [file.constants[key], own.constants[key]];
    if (isSame(a, b)) continue;
    const show = (value: unknown) => (value === undefined ? "nothing" : describe(value));
    return `${key} of ${label} is ${show(a)} in the ${source} and ${show(b)} in the system`;
  }
  return undefined;
}

function isSame(a: ConstantJSON | undefined, b: ConstantJSON | undefined): boolean {
  if (a === b) return true;
  if (typeof a === "number" && typeof b === "number") return isNear([a], [b], 0);
  if (Array.isArray(a) && Array.isArray(b)) return isNear(a.map(Number), b.map(Number), a.length === 3 ? ROUNDING : 0);
  if (typeof a !== "string" || typeof b !== "string") return false;
  // What a surface or a law is called has its numbers in it.
  const number = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g;
  const listNumbers = (text: string) => (text.match(number) ?? []).map(Number);
  return a.replaceAll(number, "#") === b.replaceAll(number, "#") && isNear(listNumbers(a), listNumbers(b), 0);
}

function isNear(a: readonly number[], b: readonly number[], rounding: number): boolean {
  const size = Math.max(...[...a, ...b].filter(Number.isFinite).map(Math.abs), 0);
  return a.length === b.length && a.every((x, i) => x === b[i] || Math.abs(x - b[i]) <= SAME * size + rounding);
}

/** Checks the form of the description of a model. */
export function checkModelForm(model: unknown, path = "model"): void {
  if (!Array.isArray(model)) throw refuse(path, model, "a list of parts");
  for (const [i, part] of model.entries()) {
    const { kind, name, bodies = [], constants } = (part ?? {}) as Partial<PartJSON>;
    const isText = (value: unknown) => typeof value === "string";
    if (isText(kind) && isText(name) && typeof constants === "object" && constants !== null) {
      if (Array.isArray(bodies) && bodies.every(isText)) {
        checkConstants(`${path}[${i}].constants`, constants);
        continue;
      }
    }
    throw refuse(`${path}[${i}]`, part, "an object with kind, name and constants");
  }
}

/** Constants are numbers, some of them written as texts, lists of numbers, texts and switches. */
function checkConstants(path: string, constants: object): void {
  if (Array.isArray(constants)) throw refuse(path, constants, "an object");
  const isNumber = (value: unknown) => typeof value === "number" || value === encodeNumber(Number(value));
  for (const [key, value] of Object.entries(constants as Record<string, unknown>)) {
    if (["number", "string", "boolean"].includes(typeof value)) continue;
    const place = `${path}[${describe(key)}]`;
    if (!Array.isArray(value)) throw refuse(place, value, "a number, a text, true or false, or a list of numbers");
    for (const [k, entry] of value.entries()) {
      if (!isNumber(entry)) throw refuse(`${place}[${k}]`, entry, "a number");
    }
  }
}
