import type { Graph, Node } from "../../math/expression/index.ts";
import { SHARED } from "../../math/index.ts";
import type { Element, SignalSource } from "../Element.ts";

/** What a law is a function of: effort or flow, displacement or momentum; a source or a ratio has no such variable. */
export type LawInput = "e" | "f" | "q" | "p" | undefined;

/** The law of one element, ready to be evaluated. */
export abstract class ElementLaw {
  readonly element: Element;
  readonly input: LawInput;
  /** Names of the signals, in the order of their numbers, and where these come from. */
  readonly signalNames: readonly string[];
  readonly sources: readonly SignalSource[];

  constructor(element: Element, input: LawInput) {
    this.element = element;
    this.input = input;
    this.signalNames = Object.keys(element.signals ?? {});
    this.sources = Object.values(element.signals ?? {});
  }

  /** The factor of a law that is a constant times its input, or the value of one that is constant; else undefined. */
  abstract readonly gain: number | undefined;

  abstract calc(x: number, t: number, signals: Float64Array): number;

  /** The derivative by the input. */
  abstract calcSlope(x: number, t: number, signals: Float64Array): number;

  /** The derivative by time of a source; undefined where it is not known. */
  abstract calcTimeSlope(t: number): number | undefined;

  /** The law in symbols: `x` stands for its input; undefined where it is a function of JavaScript. */
  abstract build(graph: Graph, x: Node, symbols: LawSymbols): Node | undefined;

  get [SHARED](): true {
    return true;
  }
}

/** Symbols for what a law contains beside its input. */
export interface LawSymbols {
  /** The parameter of an element by its name; `undefined` asks for the one that says all, such as its resistance. */
  parameter(element: Element, name: string | undefined): Node;
  signal(index: number): Node;
  time(): Node;
}
