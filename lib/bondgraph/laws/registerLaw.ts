import { FUNCTIONS, NAMED_NUMBERS } from "../../math/expression/operations.ts";
import { checkFunction, checkOptions, describe, findNearest, ModelError } from "../../math/index.ts";
import type { ElementKind, LawFunction } from "../Element.ts";

/** A law that graphs in files may name. */
export interface RegisteredLaw {
  readonly calc: LawFunction;
  /** For an `R`: whether the law is of the flow and gives the effort (`"f"`, default), or the other way round (`"e"`). */
  readonly of: "e" | "f";
}

const NAME = /^\p{L}[\p{L}\p{N}_.-]*$/u;

const laws = new Map<string, RegisteredLaw>();

/**
 * Makes a function known under a name, so that elements can say `law: { name: "valve", parameters: { k: 2 } }` and graphs
 * that use it can be written to files and read back.
 */
export function registerLaw(name: string, calc: LawFunction, options: { of?: "e" | "f" } = {}): void {
  const owner = `registerLaw ${describe(name)}`;
  if (typeof name !== "string" || name === "") {
    throw new ModelError(`registerLaw: the name is ${describe(name)}; give a string that is not empty`);
  }
  if (!NAME.test(name)) {
    throw new ModelError(
      `${owner}: it is no name; give letters, digits, underscores, dots and hyphens, a letter first, such as "valve"`,
    );
  }
  if (FUNCTIONS.has(name) || NAMED_NUMBERS.has(name)) {
    throw new ModelError(`${owner}: expressions have ${describe(name)} already; give another name`);
  }
  checkFunction(owner, "the law", calc);
  checkOptions(owner, options, ["of"]);
  const { of = "f" } = options;
  if (of !== "e" && of !== "f") {
    throw new ModelError(`${owner}: of is ${describe(of)}; give "f" for a law of the flow, "e" for one of the effort`);
  }
  const known = laws.get(name);
  if (known && (known.calc !== calc || known.of !== of)) {
    throw new ModelError(`${owner}: another law has this name already; give another name`);
  }
  laws.set(name, { calc, of });
}

/** The law of this name; `owner` stands in the message if there is none. */
export function findLaw(owner: string, name: string): RegisteredLaw {
  const law = laws.get(name);
  if (law) return law;
  const near = findNearest(name, [...laws.keys()]);
  throw new ModelError(
    `${owner}: the law ${describe(name)} is not registered; ` +
      `${near ? `did you mean "${near}"?` : `call registerLaw(${describe(name)}, …) first`}`,
  );
}

/** Whether a bare function would come back as itself under this name: nothing else is registered there. */
export function isNameOf(name: string, law: LawFunction, kind: ElementKind): boolean {
  const known = laws.get(name);
  return !known || (known.calc === law && (kind !== "R" || known.of === "f"));
}
