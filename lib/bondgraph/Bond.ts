import type { Element } from "./Element.ts";

/** Fills `out` with the numbers of one bond at the present state of the model. */
export type Signal = (out: Float64Array) => void;

/** What a bond carries; positive power flows along the half arrow. A pair keeps one order in both: `[v, ω]`, `[F, M]`. */
export interface BondSignals {
  readonly effort?: Signal | undefined;
  readonly flow?: Signal | undefined;
}

/** One end of a bond: an element and the index of its port. */
export interface BondEnd {
  readonly element: Element;
  readonly port: number;
}

/** A directed power bond between the ports of two elements; made by `BondGraph.connect`. */
export class Bond implements BondSignals {
  readonly name: string;
  readonly from: BondEnd;
  readonly to: BondEnd;
  /** 1 for a scalar bond, 6 for a multibond with a twist and a wrench. */
  readonly dimension: number;
  readonly effort: Signal | undefined;
  readonly flow: Signal | undefined;

  constructor(name: string, from: BondEnd, to: BondEnd, dimension: number, signals: BondSignals = {}) {
    this.name = name;
    this.from = from;
    this.to = to;
    this.dimension = dimension;
    this.effort = signals.effort;
    this.flow = signals.flow;
  }

  /** The power in W that flows from `from` to `to` at the present state, or undefined where it is not known. */
  calcPower(): number | undefined {
    if (!this.effort || !this.flow) return undefined;
    const effort = new Float64Array(this.dimension);
    const flow = new Float64Array(this.dimension);
    this.effort(effort);
    this.flow(flow);
    return effort.reduce((sum, e, i) => sum + e * flow[i], 0);
  }
}
