import { describe, hasMethod, ModelError } from "../math/index.ts";
import type { BondGraph } from "./BondGraph.ts";

/** A bond graph, told by what it can do: the class of graphs imports some of those who ask. */
export function checkGraph(owner: string, graph: unknown): BondGraph {
  if (hasMethod(graph, "bondsOf") && hasMethod(graph, "causality")) return graph as BondGraph;
  throw new ModelError(`${owner}: the graph is ${describe(graph)}; give a BondGraph`);
}
