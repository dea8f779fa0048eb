import { callGiven, checkFunction, checkInstance, describe, getMessage, ModelError, SHARED } from "../math/index.ts";
import { Element, isDimension, refuseDimension } from "./Element.ts";

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

/** Effort and flow, which have to be functions where they are given. */
export function readSignals(owner: string, signals: BondSignals): BondSignals {
  if (signals === null || typeof signals !== "object") {
    throw new ModelError(`${owner}: the signals are ${describe(signals)}; give an object { effort, flow }`);
  }
  try {
    const { effort, flow } = signals;
    if (effort !== undefined) checkFunction(owner, "effort", effort);
    if (flow !== undefined) checkFunction(owner, "flow", flow);
    return { effort, flow };
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError(`${owner}: the signals cannot be read (${getMessage(cause)}); give a plain object`, { cause });
  }
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
    if (typeof name !== "string" || name === "") {
      throw new ModelError(`Bond: the name is ${describe(name)}; give a text that is not empty`);
    }
    const owner = `Bond "${name}"`;
    checkEnd(owner, from);
    checkEnd(owner, to);
    if (!isDimension(dimension)) refuseDimension(owner, dimension);
    const { effort, flow } = readSignals(owner, signals);
    this.name = name;
    this.from = from;
    this.to = to;
    this.dimension = dimension;
    this.effort = effort;
    this.flow = flow;
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

  get [SHARED](): true {
    return true;
  }
}

function checkEnd(owner: string, end: BondEnd): void {
  const read = () => (end === null || typeof end !== "object" ? [end] : [end.element, end.port]);
  const [given, port] = callGiven(owner, "an end", read);
  const { label } = checkInstance(owner, "the element at an end", given, Element, "{ element, port }");
  if (Number.isInteger(port) && (port as number) >= 0) return;
  throw new ModelError(`${owner}: the port at ${label} is ${describe(port)}; give its place, from 0 on`);
}
