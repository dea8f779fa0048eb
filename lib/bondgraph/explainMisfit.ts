import { describe, ModelError } from "../math/index.ts";
import type { Bond } from "./Bond.ts";
import type { Element } from "./Element.ts";

/** Why two elements cannot be bonded; `look` tells the dimensions of the free ports of an element, and its bonds. */
export function explainMisfit(
  a: Element,
  b: Element,
  wanted: number | undefined,
  look: (element: Element) => { open: readonly number[]; bonds: readonly Bond[] },
): ModelError {
  const offers: string[] = [];
  for (const element of [a, b]) {
    const { open, bonds } = look(element);
    if (open.length === 0) {
      const names = bonds.map((bond) => `"${bond.name}"`);
      return new ModelError(
        `BondGraph: ${element.label} has no free port, it is bonded by ${names.join(", ")}; ` +
          "branch with a 0- or a 1-junction",
      );
    }
    offers.push([...new Set(open)].join(" or "));
  }
  return new ModelError(
    `BondGraph: the bond ${a.label} → ${b.label} does not fit: ${a.label} has dimension ${offers[0]}, ` +
      `${b.label} has ${offers[1]}${wanted === undefined ? "" : `, the bond has ${wanted}`}; ` +
      "put a TF with ports of both dimensions between them",
  );
}

/** Why two open ports cannot be joined: both lead the same way. */
export function explainPorts(a: Element, b: Element, direction: string): ModelError {
  return new ModelError(
    `BondGraph: the ports at ${a.label} and ${b.label} both lead ${direction}; put a junction between them`,
  );
}

/** Why there is nothing to branch from. */
export function explainBranch({ label }: Element): ModelError {
  return new ModelError(`BondGraph: ${label} has no single bond to branch from; name a connected one-port element`);
}

/** Why an element cannot have these ports. */
export function explainPortList({ kind, label }: Element, given: readonly number[] | undefined): ModelError {
  let remedy = "the element has one port: give its dimension";
  if (kind === "0" || kind === "1" || kind === "word") {
    remedy = "a junction takes any number of bonds of its dimension: leave ports out";
  }
  if (kind.endsWith("TF") || kind.endsWith("GY")) remedy = "give the dimensions of two ports (of one for a gyristor)";
  if (kind === "DS") remedy = "give the dimension of the whole first, then those of its parts, which add up to it";
  return new ModelError(`${label}: ports ${describe(given ?? [])} do not fit; ${remedy}`);
}
