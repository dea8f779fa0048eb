import type { Graph, Node } from "./Graph.ts";
import { ADD, COORDINATE, DIVIDE, MULTIPLY, NEGATE, NUMBER, POWER, SUBTRACT } from "./operations.ts";

/** The node with zero in place of some variables. */
export function replaceByZero(graph: Graph, root: Node, variables: ReadonlySet<number>): Node {
  const known = new Map<Node, Node>();
  const find = (node: Node): Node => {
    let found = known.get(node);
    if (found === undefined) {
      found = replaceOne(node);
      known.set(node, found);
    }
    return found;
  };
  const replaceOne = (node: Node): Node => {
    const operation = graph.operations[node];
    if (operation === NUMBER) return node;
    if (operation === COORDINATE) return variables.has(graph.values[node]) ? graph.number(0) : node;
    const a = find(graph.left[node]);
    const b = find(graph.right[node]);
    switch (operation) {
      case ADD:
        return graph.add(a, b);
      case SUBTRACT:
        return graph.subtract(a, b);
      case MULTIPLY:
        return graph.multiply(a, b);
      case DIVIDE:
        return graph.divide(a, b);
      case NEGATE:
        return graph.negate(a);
      case POWER:
        return graph.power(a, b);
      default:
        return graph.call(operation, a);
    }
  };
  return find(root);
}
