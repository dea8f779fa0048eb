import type { Graph, Node } from "../../math/expression/index.ts";
import type { Element } from "../Element.ts";
import { ElementLaw, type LawInput, type LawSymbols } from "./ElementLaw.ts";

/** A law given by one number: `e = R f`, `e = q/C`, `f = p/I`, a constant source, a constant ratio. */
export class GainLaw extends ElementLaw {
  override readonly gain: number;
  /** Whether the number divides: a capacitance or an inertance. */
  private readonly isInverse: boolean;

  constructor(element: Element, input: LawInput, value: number, isInverse: boolean) {
    super(element, input);
    this.gain = isInverse ? 1 / value : value;
    this.isInverse = isInverse;
  }

  override calc(x: number): number {
    return this.input === undefined ? this.gain : this.gain * x;
  }

  override calcSlope(): number {
    return this.input === undefined ? 0 : this.gain;
  }

  override calcTimeSlope(): number {
    return 0;
  }

  override build(graph: Graph, x: Node, symbols: LawSymbols): Node {
    const value = symbols.parameter(this.element, undefined);
    if (this.input === undefined) return value;
    return this.isInverse ? graph.divide(x, value) : graph.multiply(value, x);
  }
}
