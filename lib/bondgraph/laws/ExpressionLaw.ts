import {
  Builder,
  COORDINATE,
  derive,
  type Evaluation,
  Graph,
  type Names,
  type Node,
  Program,
  type Syntax,
} from "../../math/expression/index.ts";
import type { Element } from "../Element.ts";
import { ElementLaw, type LawInput, type LawSymbols } from "./ElementLaw.ts";

/** What was read of an expression: its variables are `variables`, the first ones the element's own. */
export interface ReadLaw {
  readonly syntax: Syntax;
  readonly variables: readonly string[];
  readonly names: Names;
}

/** A law given by an expression; value and derivatives are one program. */
export class ExpressionLaw extends ElementLaw {
  override readonly gain: number | undefined;
  private readonly read: ReadLaw;
  private readonly evaluation: Evaluation;
  /** Places of the input, of time, and of the first signal among the variables. */
  private readonly inputPlace: number;
  private readonly timePlace: number;
  private readonly point: Float64Array;
  /** Value, slope, and derivative by time. */
  private readonly out = new Float64Array(3);
  private readonly hasSignals: boolean;

  constructor(element: Element, input: LawInput, read: ReadLaw) {
    super(element, input);
    this.read = read;
    const { variables, names, syntax } = read;
    this.timePlace = variables.indexOf("t");
    this.inputPlace = input === undefined ? -1 : variables.indexOf(input);
    this.point = new Float64Array(variables.length);
    const graph = new Graph();
    const root = new Builder(element.label, graph, names).build(syntax);
    const slope = this.inputPlace < 0 ? graph.number(0) : derive(graph, root, this.inputPlace);
    this.evaluation = new Program(graph, [root, slope, derive(graph, root, this.timePlace)]).link();
    const used = listUsed(graph, [root]);
    this.hasSignals = [...used].some((place) => place > this.timePlace);
    this.gain = this.findGain(graph, slope, root, used);
  }

  private findGain(graph: Graph, slope: Node, root: Node, used: ReadonlySet<number>): number | undefined {
    if (this.input === undefined) return graph.isNumber(root) ? graph.values[root] : undefined;
    if (!graph.isNumber(slope) || used.has(this.timePlace) || this.hasSignals) return undefined;
    return this.calc(0, 0, new Float64Array(0)) === 0 ? graph.values[slope] : undefined;
  }

  private evaluate(x: number, t: number, signals: Float64Array): Float64Array {
    const { point, timePlace, out } = this;
    if (this.inputPlace >= 0) point[this.inputPlace] = x;
    point[timePlace] = t;
    for (let i = 0; i < signals.length && timePlace + 1 + i < point.length; i++) point[timePlace + 1 + i] = signals[i];
    this.evaluation(point, out);
    return out;
  }

  override calc(x: number, t: number, signals: Float64Array): number {
    return this.evaluate(x, t, signals)[0];
  }

  override calcSlope(x: number, t: number, signals: Float64Array): number {
    return this.evaluate(x, t, signals)[1];
  }

  override calcTimeSlope(t: number): number | undefined {
    return this.hasSignals ? undefined : this.evaluate(0, t, new Float64Array(0))[2];
  }

  override build(graph: Graph, x: Node, symbols: LawSymbols): Node {
    const { names, syntax } = this.read;
    const builder = new Builder(this.element.label, graph, names, {
      variable: (place) => {
        if (place === this.timePlace) return symbols.time();
        return place > this.timePlace ? symbols.signal(place - this.timePlace - 1) : x;
      },
      parameter: (name) => symbols.parameter(this.element, name),
    });
    return builder.build(syntax);
  }
}

/** The variables that the roots depend on. */
export function listUsed(graph: Graph, roots: readonly Node[]): Set<number> {
  const used = new Set<number>();
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (graph.operations[node] === COORDINATE) used.add(graph.values[node]);
    else if (!graph.isNumber(node)) {
      visit(graph.left[node]);
      visit(graph.right[node]);
    }
  };
  for (const root of roots) visit(root);
  return used;
}
