import { FUNCTIONS, type Graph, isHalf, type Node, SIGN, toAlgebra } from "../../math/expression/index.ts";
import type { Term } from "./Term.ts";

/** Functions by the names that the algebra uses. */
const NAMES: ReadonlyMap<string, number> = new Map(
  [...FUNCTIONS].map(([name, operation]): [string, number] => [toAlgebra(name), operation]).concat([["sgn", SIGN]]),
);

/** Puts answers of the algebra into a graph; `symbols` are the nodes that its symbols stand for. */
export class TermBuilder {
  private readonly graph: Graph;
  private readonly symbols: readonly Node[];

  constructor(graph: Graph, symbols: readonly Node[]) {
    this.graph = graph;
    this.symbols = symbols;
  }

  build(term: Term): Node {
    const { graph } = this;
    if (term.kind === "number") return graph.number(term.value);
    if (term.kind === "symbol") return this.symbols[term.index];
    const { name, args } = term;
    if (name === "add") return this.buildSum(args);
    if (name === "multiply") return this.buildProduct(args);
    if (name === "power") return this.buildProduct([term]);
    const operation = NAMES.get(name);
    if (operation === undefined) throw new Error(`the algebra answered with the function ${name}`);
    return graph.call(operation, this.build(args[0]));
  }

  /** Like terms are collected: with numbers for its parameters an answer often has several. */
  private buildSum(args: readonly Term[]): Node {
    const { graph } = this;
    const factors = new Map<Node, number>();
    for (const arg of args) {
      const [factor, node] = this.splitProduct(arg.kind === "call" && arg.name === "multiply" ? arg.args : [arg]);
      factors.set(node, (factors.get(node) ?? 0) + factor);
    }
    let sum = graph.number(0);
    for (const [node, factor] of factors) sum = graph.add(sum, graph.multiply(graph.number(factor), node));
    return sum;
  }

  private buildProduct(args: readonly Term[]): Node {
    const [factor, node] = this.splitProduct(args);
    return this.graph.multiply(this.graph.number(factor), node);
  }

  /** Its number, and the rest as one quotient. */
  private splitProduct(args: readonly Term[]): [factor: number, rest: Node] {
    const { graph } = this;
    let factor = 1;
    let above = graph.number(1);
    let below = graph.number(1);
    for (const arg of args) {
      const isPower = arg.kind === "call" && arg.name === "power";
      const base = this.build(isPower ? arg.args[0] : arg);
      const exponent = isPower ? this.build(arg.args[1]) : graph.number(1);
      const node = graph.power(base, exponent);
      if (graph.isNumber(node)) factor *= graph.values[node];
      else if (graph.isNumber(exponent) && graph.values[exponent] < 0 && isHalf(graph.values[exponent])) {
        below = graph.multiply(below, graph.power(base, graph.negate(exponent)));
      } else above = graph.multiply(above, node);
    }
    return [factor, graph.divide(above, below)];
  }
}
