import { ModelError } from "../index.ts";
import type { Graph, Node } from "./Graph.ts";
import type { Names } from "./names.ts";
import type { Syntax } from "./parse.ts";

/** Beyond this an exponent is a slip of the pen, and its derivatives overflow. */
const LARGEST_EXPONENT = 64;

/** Nodes that stand for variables and parameters, where they are not coordinates and numbers. */
export interface Symbols {
  variable?(index: number): Node;
  parameter?(name: string): Node;
}

/** The graph of what was read, with the parameters as numbers; what divides by zero or is no number is refused. */
export class Builder {
  readonly used = new Set<string>();
  private readonly owner: string;
  private readonly graph: Graph;
  private readonly names: Names;
  private readonly symbols: Symbols;

  constructor(owner: string, graph: Graph, names: Names, symbols: Symbols = {}) {
    this.owner = owner;
    this.graph = graph;
    this.names = names;
    this.symbols = symbols;
  }

  build(syntax: Syntax): Node {
    const node = this.buildOne(syntax);
    const { graph } = this;
    if (graph.isNumber(node) && !Number.isFinite(graph.values[node])) {
      const what = syntax.kind === "call" ? "the function" : "the operation";
      this.refuse(`${what} gives ${graph.values[node]}`, syntax, "check the numbers and the parameters there");
    }
    return node;
  }

  private buildOne(syntax: Syntax): Node {
    const { graph } = this;
    switch (syntax.kind) {
      case "number":
        return graph.number(syntax.value);
      case "coordinate":
        return this.symbols.variable?.(syntax.index) ?? graph.coordinate(syntax.index);
      case "parameter":
        this.used.add(syntax.name);
        return this.symbols.parameter?.(syntax.name) ?? graph.number(this.names.get(syntax.name) as number);
      case "call":
        return graph.call(syntax.operation, this.build(syntax.argument));
      case "negate":
        return graph.negate(this.build(syntax.argument));
      case "binary":
        return this.buildBinary(syntax);
    }
  }

  private buildBinary(syntax: Syntax & { kind: "binary" }): Node {
    const { graph } = this;
    const left = this.build(syntax.left);
    const right = this.build(syntax.right);
    switch (syntax.sign) {
      case "+":
        return graph.add(left, right);
      case "-":
        return graph.subtract(left, right);
      case "*":
        return graph.multiply(left, right);
      case "/":
        if (graph.isNumber(right) && graph.values[right] === 0) {
          this.refuse("division by zero", syntax, "check the parameters of the divisor");
        }
        return graph.divide(left, right);
      default: {
        const exponent = graph.isNumber(right) ? graph.values[right] : 0;
        if (Math.abs(exponent) > LARGEST_EXPONENT) {
          this.refuse(`exponent ${exponent}`, syntax, `give one between -${LARGEST_EXPONENT} and ${LARGEST_EXPONENT}`);
        }
        return graph.power(left, right);
      }
    }
  }

  private refuse(what: string, { column }: Syntax, remedy: string): never {
    throw new ModelError(`${this.owner}: ${what} at column ${column}; ${remedy}`);
  }
}
