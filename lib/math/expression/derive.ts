import type { Graph, Node } from "./Graph.ts";
import * as op from "./operations.ts";

/**
 * The derivative of a node by a variable, by the rules of calculus, operand by operand. Small expressions need no more;
 * surfaces, whose second derivatives have to be short and fast, ask an algebra instead.
 */
export function derive(graph: Graph, root: Node, variable: number): Node {
  const zero = graph.number(0);
  const one = graph.number(1);
  const known = new Map<Node, Node>();
  const find = (node: Node): Node => {
    let found = known.get(node);
    if (found === undefined) {
      found = deriveOne(node);
      known.set(node, found);
    }
    return found;
  };
  const deriveOne = (node: Node): Node => {
    const operation = graph.operations[node];
    if (operation === op.NUMBER) return zero;
    if (operation === op.COORDINATE) return graph.values[node] === variable ? one : zero;
    const a = graph.left[node];
    const b = graph.right[node];
    const da = find(a);
    switch (operation) {
      case op.ADD:
        return graph.add(da, find(b));
      case op.SUBTRACT:
        return graph.subtract(da, find(b));
      case op.MULTIPLY:
        return graph.add(graph.multiply(da, b), graph.multiply(a, find(b)));
      case op.DIVIDE:
        return graph.divide(graph.subtract(da, graph.multiply(node, find(b))), b);
      case op.NEGATE:
        return graph.negate(da);
      case op.POWER:
        return derivePower(node, a, b, da, find(b));
      default:
        return da === zero ? zero : graph.multiply(deriveFunction(graph, operation, node, a), da);
    }
  };
  const derivePower = (node: Node, a: Node, b: Node, da: Node, db: Node): Node => {
    const byBase = graph.multiply(graph.multiply(b, graph.power(a, graph.subtract(b, one))), da);
    if (db === zero) return da === zero ? zero : byBase;
    const byExponent = graph.multiply(graph.multiply(node, graph.call(op.LOG, a)), db);
    return da === zero ? byExponent : graph.add(byBase, byExponent);
  };
  return find(root);
}

/** The slope of a function of one argument at `a`; `node` is its value there. */
function deriveFunction(graph: Graph, operation: number, node: Node, a: Node): Node {
  const one = graph.number(1);
  const square = (x: Node) => graph.multiply(x, x);
  const inverse = (x: Node) => graph.divide(one, x);
  switch (operation) {
    case op.SQRT:
      return graph.divide(graph.number(0.5), node);
    case op.SIN:
      return graph.call(op.COS, a);
    case op.COS:
      return graph.negate(graph.call(op.SIN, a));
    case op.TAN:
      return graph.add(one, square(node));
    case op.EXP:
      return node;
    case op.LOG:
      return inverse(a);
    case op.ABS:
      return graph.call(op.SIGN, a);
    case op.ASIN:
      return inverse(graph.call(op.SQRT, graph.subtract(one, square(a))));
    case op.ACOS:
      return graph.negate(inverse(graph.call(op.SQRT, graph.subtract(one, square(a)))));
    case op.ATAN:
      return inverse(graph.add(one, square(a)));
    case op.SINH:
      return graph.call(op.COSH, a);
    case op.COSH:
      return graph.call(op.SINH, a);
    case op.TANH:
      return graph.subtract(one, square(node));
    case op.SIGN:
      return graph.number(0);
    default:
      throw new Error(`operation ${operation} has no derivative`);
  }
}
