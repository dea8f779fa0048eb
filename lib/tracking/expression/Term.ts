import type { Expression } from "algebrite";

/** An answer of the algebra: fractions, symbols by their number, and functions by the name the algebra gives them. */
export type Term =
  | { kind: "number"; value: number }
  | { kind: "symbol"; index: number }
  | { kind: "call"; name: string; args: readonly Term[] };

export const ZERO: Term = { kind: "number", value: 0 };

/** Symbols are called by names of our own: nothing that a user wrote, and nothing the algebra knows or has assigned. */
const PREFIX = "multibond";
export const symbolName = (index: number): string => `${PREFIX}${index}`;

/** The name that the algebra's tree gives to Euler's number. */
const EULER = "~";

/** Reads a tree; its printed form would round numbers. */
export function readTerm(tree: Expression): Term {
  switch (tree.k) {
    case 0: {
      const args: Term[] = [];
      for (let rest = tree.cons.cdr; rest.k === 0; rest = rest.cons.cdr) args.push(readTerm(rest.cons.car));
      return simplify(tree.cons.car.printname, args);
    }
    case 1:
      return { kind: "number", value: tree.q.a.toJSNumber() / tree.q.b.toJSNumber() };
    case 2:
      return { kind: "number", value: tree.d };
    default: {
      if (tree.printname === EULER) return { kind: "number", value: Math.E };
      if (!tree.printname?.startsWith(PREFIX)) throw new Error(`the algebra answered with ${tree}`);
      return { kind: "symbol", index: Number(tree.printname.slice(PREFIX.length)) };
    }
  }
}

/** Powers of Euler's number are exponentials, and Dirac's pulse (in the second derivative of `abs`) counts as zero. */
function simplify(name: string, args: readonly Term[]): Term {
  if (name === "dirac") return ZERO;
  if (name === "power") {
    const [base, exponent] = args;
    if (base.kind === "number" && base.value === Math.E) return { kind: "call", name: "exp", args: [exponent] };
  }
  if (name === "multiply" && args.includes(ZERO)) return ZERO;
  return { kind: "call", name, args };
}

/** Whether the symbol appears in the term. */
export function hasSymbol(term: Term, index: number): boolean {
  if (term.kind === "call") return term.args.some((arg) => hasSymbol(arg, index));
  return term.kind === "symbol" && term.index === index;
}
