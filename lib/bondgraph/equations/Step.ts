import type { Bond } from "../Bond.ts";
import type { Element } from "../Element.ts";
import type { ElementLaw } from "../laws/ElementLaw.ts";

/** Place of a bond's effort (even) or flow (odd) among the variables. */
export const effortOf = (bond: number): number => 2 * bond;
export const flowOf = (bond: number): number => 2 * bond + 1;

/** Where a signal of a law is read: from the variables or from the states. */
export interface SignalPlace {
  readonly isState: boolean;
  readonly index: number;
}

/**
 * How one variable follows from others. With `x = Σ sign·variable` over the terms:
 *
 * `sum`: x; `multiply`, `divide`: x times, or divided by, the value of the law; `apply`: the law of x; `invert`: the x'
 * whose law is x; `state`: the law of a state; `source`: the law alone; `input`: a number from outside; `derivative`: what
 * a storage element takes whose x is decided elsewhere, the rate of its content. The result is multiplied by `sign`.
 */
export interface Step {
  readonly mode: "sum" | "multiply" | "divide" | "apply" | "invert" | "state" | "source" | "input" | "derivative";
  readonly target: number;
  readonly element: Element;
  readonly terms: readonly { readonly sign: number; readonly source: number }[];
  readonly law: ElementLaw | undefined;
  readonly signals: readonly SignalPlace[];
  readonly sign: number;
  /** Of a state or an input: its place. */
  readonly index: number;
}

/** A state of a circuit: the displacement of a `C` or the momentum of an `I`. */
export interface CircuitState {
  readonly element: Element;
  /** `q_` or `p_` and the element's name. */
  readonly name: string;
  readonly law: ElementLaw;
  /** The variable whose value, times the sign, is its rate. */
  readonly rate: number;
  readonly rateSign: number;
}

/** A storage element whose content follows from the effort or flow it is given. */
export interface DependentStorage {
  readonly element: Element;
  readonly law: ElementLaw;
  /** The variable that decides: times the sign it is the law of the content. */
  readonly source: number;
  readonly sign: number;
  /** The place of the variable that it gives. */
  readonly target: number;
  readonly bond: Bond;
}
