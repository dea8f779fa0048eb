import {
  ABS,
  ADD,
  COORDINATE,
  DIVIDE,
  execute,
  MULTIPLY,
  NEGATE,
  NUMBER,
  POWER,
  SQRT,
  SUBTRACT,
} from "./operations.ts";

/** A node of the graph: its place in the lists. */
export type Node = number;

/** What calculated nodes may be made of before the algebra is refused. */
const MOST_NODES = 10_000;

/** Exponents up to this are written out as products. */
const LARGEST_PRODUCT = 64;

/** Exponents that differ by a whole number but for their rounding. */
const ROUNDING = 1e-14;

/** Whether a power with this exponent is a product, perhaps with a root. */
export const isHalf = (exponent: number): boolean =>
  Number.isInteger(2 * exponent) && Math.abs(exponent) <= LARGEST_PRODUCT;

/**
 * An expression with every part stored once (hash-consing): what is asked for twice is the same node. Zeros, ones and
 * numbers are folded. Operands come before what is made of them, so the order of the nodes is an order of calculation.
 */
export class Graph {
  readonly operations: number[] = [];
  readonly left: Node[] = [];
  readonly right: Node[] = [];
  /** Numbers, and for a coordinate its index. */
  readonly values: number[] = [];
  private readonly known = new Map<string, Node>();
  private readonly registers = new Float64Array(3);

  number(value: number): Node {
    return this.enter(`#${Object.is(value, -0) ? "-0" : value}`, NUMBER, 0, 0, value);
  }

  /** A variable by its place: 0, 1, 2 for x, y, z of a surface. */
  coordinate(index: number): Node {
    return this.enter(`@${index}`, COORDINATE, 0, 0, index);
  }

  isNumber(node: Node): boolean {
    return this.operations[node] === NUMBER;
  }

  private is(node: Node, value: number): boolean {
    return this.operations[node] === NUMBER && this.values[node] === value;
  }

  add(a: Node, b: Node): Node {
    if (this.is(a, 0)) return b;
    if (this.is(b, 0)) return a;
    if (this.operations[b] === NEGATE) return this.subtract(a, this.left[b]);
    if (this.operations[a] === NEGATE) return this.subtract(b, this.left[a]);
    return a <= b ? this.make(ADD, a, b) : this.make(ADD, b, a);
  }

  subtract(a: Node, b: Node): Node {
    if (this.is(b, 0)) return a;
    if (this.is(a, 0)) return this.negate(b);
    if (this.operations[b] === NEGATE) return this.add(a, this.left[b]);
    return this.make(SUBTRACT, a, b);
  }

  negate(a: Node): Node {
    if (this.isNumber(a)) return this.number(0 - this.values[a]);
    return this.operations[a] === NEGATE ? this.left[a] : this.make(NEGATE, a, a);
  }

  multiply(a: Node, b: Node): Node {
    if (this.is(a, 0) || this.is(b, 0)) return this.number(0);
    if (this.is(a, 1)) return b;
    if (this.is(b, 1)) return a;
    if (this.is(a, -1)) return this.negate(b);
    if (this.is(b, -1)) return this.negate(a);
    return a <= b ? this.make(MULTIPLY, a, b) : this.make(MULTIPLY, b, a);
  }

  divide(a: Node, b: Node): Node {
    if (this.is(b, 1) || this.is(a, 0)) return a;
    // A product takes a fifth of the time of a quotient.
    const inverse = this.isNumber(b) && !this.isNumber(a) ? 1 / this.values[b] : 0;
    if (inverse !== 0 && Number.isFinite(inverse)) return this.multiply(a, this.number(inverse));
    return this.make(DIVIDE, a, b);
  }

  /** Whole and half exponents become products and roots in `lower`: until then the algebra sees the power. */
  power(a: Node, exponent: Node): Node {
    if (this.is(exponent, 0)) return this.number(1);
    if (this.is(exponent, 1)) return a;
    return this.make(POWER, a, exponent);
  }

  call(operation: number, a: Node): Node {
    if (operation === ABS && this.operations[a] === ABS) return a;
    return this.make(operation, a, a);
  }

  /** The same expression in another graph with its powers written as products and roots. */
  lower(roots: readonly Node[], into: Graph): Node[] {
    const twins: Node[] = [];
    const exponents = this.listExponents();
    // Operands come first: one pass, and no recursion however deep the expression.
    for (const node of this.operations.keys()) twins[node] = this.lowerOne(node, twins, exponents, into);
    return roots.map((root) => twins[root]);
  }

  /** The broken exponents that each base has. */
  private listExponents(): Map<Node, number[]> {
    const out = new Map<Node, number[]>();
    this.operations.forEach((operation, node) => {
      const exponent = this.values[this.right[node]];
      if (operation !== POWER || !this.isNumber(this.right[node]) || isHalf(exponent)) return;
      const list = out.get(this.left[node]);
      if (list) list.push(exponent);
      else out.set(this.left[node], [exponent]);
    });
    return out;
  }

  private lowerOne(node: Node, twins: readonly Node[], exponents: Map<Node, number[]>, into: Graph): Node {
    const operation = this.operations[node];
    const a = twins[this.left[node]];
    const b = twins[this.right[node]];
    switch (operation) {
      case NUMBER:
        return into.number(this.values[node]);
      case COORDINATE:
        return into.coordinate(this.values[node]);
      case ADD:
        return into.add(a, b);
      case SUBTRACT:
        return into.subtract(a, b);
      case MULTIPLY:
        return into.multiply(a, b);
      case DIVIDE:
        return into.divide(a, b);
      case NEGATE:
        return into.negate(a);
      case POWER:
        if (!into.isNumber(b)) return into.power(a, b);
        return into.product(a, into.values[b], exponents.get(this.left[node]) ?? []);
      default:
        return into.call(operation, a);
    }
  }

  /**
   * `aⁿ` by squaring, with a root for halves. Of broken exponents that differ by whole numbers, as those of derivatives
   * do, only the least positive one is calculated as a power.
   */
  private product(a: Node, exponent: number, others: readonly number[]): Node {
    if (isHalf(exponent)) {
      const size = Math.abs(exponent);
      const whole = this.repeat(a, Math.floor(size));
      const out = size > Math.floor(size) ? this.multiply(whole, this.call(SQRT, a)) : whole;
      return exponent < 0 ? this.divide(this.number(1), out) : out;
    }
    const isNear = (other: number) => Math.abs(exponent - other - Math.round(exponent - other)) <= ROUNDING;
    const least = Math.min(...others.filter((other) => other > 0 && isNear(other)));
    if (!Number.isFinite(least)) return this.power(a, this.number(exponent));
    const power = this.power(a, this.number(least));
    const count = Math.round(exponent - least);
    if (count < 0) return this.divide(power, this.repeat(a, -count));
    return this.multiply(power, this.repeat(a, count));
  }

  private repeat(a: Node, count: number): Node {
    if (count === 0) return this.number(1);
    if (count === 1) return a;
    const half = this.repeat(a, count >> 1);
    const even = this.multiply(half, half);
    return count % 2 === 0 ? even : this.multiply(even, a);
  }

  private make(operation: number, a: Node, b: Node): Node {
    if (this.isNumber(a) && this.isNumber(b)) {
      const r = this.registers;
      r[0] = this.values[a];
      r[1] = this.values[b];
      execute(operation, r, 2, 0, 1);
      return this.number(r[2]);
    }
    return this.enter(`${operation},${a},${b}`, operation, a, b, 0);
  }

  private enter(key: string, operation: number, a: Node, b: Node, value: number): Node {
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const node = this.operations.length;
    if (node >= MOST_NODES) throw new RangeError(`more than ${MOST_NODES} operations`);
    this.operations.push(operation);
    this.left.push(a);
    this.right.push(b);
    this.values.push(value);
    this.known.set(key, node);
    return node;
  }
}
