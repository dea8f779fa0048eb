import { checkNumber, describe, findNearest, getMessage, ModelError } from "../index.ts";
import { FUNCTIONS, NAMED_NUMBERS } from "./operations.ts";
import type { Vocabulary } from "./Vocabulary.ts";

/** Parameters by name. A map has no inherited entries: `constructor` is as unknown as any other name. */
export type Names = ReadonlyMap<string, number>;

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const MOST_PARAMETERS = 100;

/** The own entries of `parameters`, each with a name that can stand in an expression and a finite number. */
export function readParameters(owner: string, parameters: unknown, { variables, noun }: Vocabulary): Names {
  const out = new Map<string, number>();
  if (parameters === undefined) return out;
  const entries = listEntries(owner, parameters);
  if (entries.length > MOST_PARAMETERS) {
    throw new ModelError(`${owner}: ${entries.length} parameters are too many; give at most ${MOST_PARAMETERS}`);
  }
  for (const [name, value] of entries) {
    const shown = describe(name);
    if (variables.includes(name)) {
      throw new ModelError(`${owner}: the parameter ${shown} is ${noun}; choose another name`);
    }
    if (FUNCTIONS.has(name) || NAMED_NUMBERS.has(name)) {
      throw new ModelError(`${owner}: the parameter ${shown} has the name of something known; choose another name`);
    }
    if (!NAME.test(name)) {
      throw new ModelError(
        `${owner}: the parameter ${shown} is no name; begin with a letter and go on with letters, digits and _`,
      );
    }
    out.set(name, checkNumber(owner, `the parameter ${shown}`, value));
  }
  return out;
}

function listEntries(owner: string, parameters: unknown): [string, unknown][] {
  try {
    const isList = Array.isArray(parameters) || ArrayBuffer.isView(parameters);
    if (parameters !== null && typeof parameters === "object" && !isList) {
      return Object.entries(parameters);
    }
  } catch (cause) {
    throw new ModelError(`${owner}: the parameters cannot be read (${getMessage(cause)}); give plain numbers`, {
      cause,
    });
  }
  throw new ModelError(`${owner}: the parameters are ${describe(parameters)}; give an object such as { a: 2 }`);
}

/** What is wrong with a name, and what to do about it. */
export function findUnknownName(
  name: string,
  names: Names,
  variables: readonly string[],
): [what: string, remedy: string] {
  const known = [...variables, ...names.keys(), ...NAMED_NUMBERS.keys(), ...FUNCTIONS.keys()];
  const near = findNearest(name, known);
  const hint = near === undefined || near === name ? "" : `did you mean ${near}? `;
  const example = NAME.test(name) && name.length < 20 ? `{ ${name}: … }` : "{ a: … }";
  return [
    `unknown name ${describe(name)}`,
    `${hint}Give it as a parameter, ${example}, or use ${variables.join(", ")}`,
  ];
}

/** Refuses parameters that the expression does not contain: one of the two is misspelt. */
export function checkUsed(owner: string, names: Names, used: ReadonlySet<string>): void {
  for (const name of names.keys()) {
    if (used.has(name)) continue;
    const others = names.size > 1 ? "" : "; it has no other parameter";
    throw new ModelError(
      `${owner}: the parameter ${describe(name)} does not appear in the expression${others}; leave it out, or check its spelling`,
    );
  }
}
