import type { BondGraph, DrawingOptions } from "../bondgraph/index.ts";
import { UsageError } from "./Command.ts";
import type { GraphModel } from "./graphModel.ts";

/** Endings of files that a graph can be written to. */
export const GRAPH_FORMATS = ["svg", "png", "html", "tex", "dot", "graphml", "json"] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

/** Pictures fold groups themselves and keep the strokes; the others need a graph of words. */
export const PICTURES: readonly GraphFormat[] = ["svg", "png", "html", "tex"];

export interface WriteOptions {
  format: GraphFormat;
  isWord: boolean;
  drawing: DrawingOptions;
}

/** The contents of a file, and what is in it in a few words. */
export async function writeGraph(
  model: GraphModel,
  { format, isWord, drawing }: WriteOptions,
): Promise<{ data: string | Uint8Array; counts: string }> {
  const isPicture = PICTURES.includes(format);
  const graph = findGraph(model, isWord && !isPicture);
  const options = { ...drawing, ...(isWord && { fold: true }), ...("at" in model && { at: model.at }) };
  const { causality } = drawing;
  const exchange = causality === undefined ? {} : { causality };
  const data = await {
    svg: () => graph.toSVG(options),
    png: () => graph.toPNG(options),
    html: () => graph.toHTML(options),
    tex: () => graph.toTikZ(options),
    dot: () => graph.toDOT(exchange),
    graphml: () => graph.toGraphML(exchange),
    json: async () => `${JSON.stringify(graph, null, 2)}\n`,
  }[format]();
  return { data, counts: `${graph.elements.length} elements, ${graph.bonds.length} bonds` };
}

function findGraph(model: GraphModel, isWord: boolean): BondGraph {
  if ("system" in model) return model.system.bondGraph({ detail: isWord ? "word" : "full" });
  if (isWord) throw new UsageError("--detail word is for pictures, or for modules that export a System");
  return model.graph;
}
