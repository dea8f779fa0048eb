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
} from "../../math/expression/index.ts";

import { checkNumber } from "../../math/index.ts";

const NAMES = new Map([...FUNCTIONS].map(([name, operation]): [number, string] => [operation, name]));
const SIGNS = new Map<number, readonly [sign: string, level: number]>([
  [ADD, [" + ", 1]],
  [SUBTRACT, [" - ", 1]],
  [MULTIPLY, ["*", 2]],
  [DIVIDE, ["/", 2]],
  [POWER, ["^", 3]],
]);

/** An expression with as few parentheses as it needs; `names` are those of its variables. */
export function writeInfix(graph: Graph, node: Node, names: readonly string[], level = 0): string {
  const operation = graph.operations[node];
  const value = graph.values[node];
  const wrap = (text: string, own: number) => (own < level ? `(${text})` : text);
  if (operation === NUMBER) {
    return wrap(String(checkNumber("toModelica", "a number of a law", value)), value < 0 ? 0 : 4);
  }
  if (operation === COORDINATE) return names[value];
  const a = graph.left[node];
  if (operation === NEGATE) return wrap(`-${writeInfix(graph, a, names, 2)}`, 1);
  const call = NAMES.get(operation);
  if (call !== undefined) return `${call}(${writeInfix(graph, a, names)})`;
  const [sign, own] = SIGNS.get(operation) as readonly [string, number];
  // Powers do not associate; what is subtracted or divides binds tighter.
  const left = writeInfix(graph, a, names, operation === POWER ? 4 : own);
  const right = writeInfix(
    graph,
    graph.right[node],
    names,
    own + (operation === ADD || operation === MULTIPLY ? 0 : 1),
  );
  return wrap(`${left}${sign}${right}`, own);
}
