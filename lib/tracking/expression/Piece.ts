import {
  ADD,
  COORDINATE,
  DIVIDE,
  FUNCTIONS,
  type Graph,
  MULTIPLY,
  NEGATE,
  type Node,
  NUMBER,
  POWER,
  SUBTRACT,
  toAlgebra,
} from "../../math/expression/index.ts";
import { symbolName } from "./Term.ts";

/** How many operations a piece may hold, and how many products one after the other: small pieces come up again. */
const MOST_OPERATIONS = 10;
const MOST_PRODUCTS = 2;

/** Whole numbers up to this are given to the algebra as they are, others as symbols: no digit is lost. */
const LARGEST_LITERAL = 1_000_000;

const FUNCTION_NAMES = new Map([...FUNCTIONS].map(([name, operation]) => [operation, toAlgebra(name)]));

/**
 * A part of an expression that the algebra differentiates as a whole: a sum of products of whole powers, one power or
 * one function. Everything below is a symbol in it. The algebra multiplies out what it is given, which costs digits and
 * time, and takes symbols for positive; in such pieces there is nothing to multiply out and nothing to assume.
 */
export class Piece {
  /** The piece as the algebra reads it, made of names and numbers of our own. */
  readonly text: string;
  /** What its symbols stand for. */
  readonly symbols: Node[] = [];
  private readonly graph: Graph;
  private operations = 0;

  constructor(graph: Graph, root: Node) {
    this.graph = graph;
    this.text = this.writeRoot(root);
  }

  private writeRoot(node: Node): string {
    const operation = this.graph.operations[node];
    const a = this.graph.left[node];
    const name = FUNCTION_NAMES.get(operation);
    if (name !== undefined) return `${name}(${this.symbol(a)})`;
    if (operation === POWER && !this.isWhole(this.graph.right[node])) {
      return `${this.symbol(a)}^${this.symbol(this.graph.right[node])}`;
    }
    return this.write(node);
  }

  private write(node: Node, products = 0): string {
    const { left, right, operations } = this.graph;
    const [a, b] = [left[node], right[node]];
    const operation = operations[node];
    if (operation === NUMBER) return this.isWhole(node) ? `(${this.graph.values[node]})` : this.symbol(node);
    if (operation === COORDINATE || this.operations >= MOST_OPERATIONS) return this.symbol(node);
    this.operations++;
    switch (operation) {
      case ADD:
        return `(${this.write(a)}+${this.write(b)})`;
      case SUBTRACT:
        return `(${this.write(a)}-${this.write(b)})`;
      case NEGATE:
        return `(-${this.write(a)})`;
      case MULTIPLY:
        return `${this.writeFactor(a, products + 1)}*${this.writeFactor(b, products + 1)}`;
      case DIVIDE:
        return `${this.writeFactor(a, products + 1)}*${this.symbol(b)}^(-1)`;
      case POWER:
        if (this.isWhole(b)) return `${this.symbol(a)}^(${this.graph.values[b]})`;
        return this.symbol(node);
      default:
        return this.symbol(node);
    }
  }

  /** A sum in a product would be multiplied out. */
  private writeFactor(node: Node, products: number): string {
    const operation = this.graph.operations[node];
    const isSum = operation === ADD || operation === SUBTRACT || operation === NEGATE;
    const isProduct = operation === MULTIPLY || operation === DIVIDE;
    return isSum || (isProduct && products >= MOST_PRODUCTS) ? this.symbol(node) : this.write(node, products);
  }

  private isWhole(node: Node): boolean {
    const value = this.graph.values[node];
    return this.graph.isNumber(node) && Number.isInteger(value) && Math.abs(value) <= LARGEST_LITERAL;
  }

  private symbol(node: Node): string {
    let index = this.symbols.indexOf(node);
    if (index < 0) index = this.symbols.push(node) - 1;
    return symbolName(index);
  }

  /** The symbols that are no numbers: the algebra differentiates by them. */
  listVariables(): number[] {
    return [...this.symbols.keys()].filter((index) => !this.graph.isNumber(this.symbols[index]));
  }

  /** Whether the node is a symbol of any piece rather than a piece of its own. */
  static isAtom(graph: Graph, node: Node): boolean {
    return graph.operations[node] === NUMBER || graph.operations[node] === COORDINATE;
  }
}
