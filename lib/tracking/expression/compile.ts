import {
  Builder,
  checkUsed,
  Graph,
  Program,
  parse,
  readParameters,
  type Vocabulary,
} from "../../math/expression/index.ts";
import { describe, ModelError } from "../../math/index.ts";
import { Algebra } from "./Algebra.ts";
import { differentiate } from "./differentiate.ts";

const VOCABULARY: Vocabulary = {
  variables: ["x", "y", "z"],
  noun: "a coordinate of the surface",
  remedy: "write a class that extends Surface",
};

/** How messages call a surface that is given by an expression. */
export const nameExpression = (text: unknown): string => `Surface ${describe(text)}`;

/** `f`, gradient and Hessian of an expression in x, y, z with the parameters' values, as a program. */
export async function compileExpression(text: unknown, parameters?: unknown): Promise<Program> {
  const owner = nameExpression(text);
  if (typeof text !== "string") {
    throw new ModelError(`${owner}: the expression is no text; give one such as "x^2 + y^2 + z^2 - 1"`);
  }
  const names = readParameters(owner, parameters, VOCABULARY);
  const graph = new Graph();
  const builder = new Builder(owner, graph, names);
  const root = builder.build(parse(owner, text, names, VOCABULARY));
  checkUsed(owner, names, builder.used);
  if (graph.isNumber(root)) {
    throw new ModelError(`${owner}: f is ${graph.values[root]} everywhere and has no gradient; use x, y or z in it`);
  }
  const algebra = await Algebra.load();
  try {
    const program = new Program(graph, differentiate(graph, root, algebra));
    if (!program.isFinite) {
      throw new ModelError(`${owner}: a derivative is infinite everywhere; look for 0 to the power of a coordinate`);
    }
    return program;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ModelError(
      `${owner}: the derivatives take ${error.message}; simplify the expression, or write a class that extends Surface`,
    );
  }
}
