import { checkOptions } from "../../math/index.ts";
import type { BondGraph } from "../BondGraph.ts";
import { createDrawingModel, findStrokes, type Strokes } from "../drawing/DrawingModel.ts";
import { type DrawingOptions, drawGraph, findFolded } from "../drawing/drawGraph.ts";

export { mountGraph } from "../drawing/mountGraph.ts";

import { writeSVG } from "../drawing/writeSVG.ts";
import { writeDOT } from "./writeDOT.ts";
import { writeGraphML } from "./writeGraphML.ts";
import { writeTikZ } from "./writeTikZ.ts";

/** Options of the files for other graph programs. */
export interface ExchangeOptions {
  /** Causal strokes: those of the graph, or where a causality of your own puts them. Default: those of the graph. */
  causality?: boolean | Strokes;
}

export interface PNGOptions extends DrawingOptions {
  /** Pixels for each unit of the drawing. Default: 2. */
  scale?: number;
}

/** The picture as SVG. */
export function toSVG(graph: BondGraph, options?: DrawingOptions): string {
  return writeSVG(drawGraph(graph, options));
}

/** The picture as a LaTeX document with TikZ. */
export function toTikZ(graph: BondGraph, options?: DrawingOptions): string {
  return writeTikZ(drawGraph(graph, options));
}

/** The picture as the bytes of a PNG file; letters are outlines of our own, so that no font has to be installed. */
export async function toPNG(graph: BondGraph, options: PNGOptions = {}): Promise<Uint8Array> {
  const { scale = 2, ...rest } = options;
  const [{ rasterize }, { encodePNG }] = await Promise.all([import("./rasterize.ts"), import("./encodePNG.ts")]);
  return encodePNG(rasterize(drawGraph(graph, rest), scale));
}

/** A page with the drawing, alive, that needs nothing else. */
export async function toHTML(graph: BondGraph, options: DrawingOptions = {}): Promise<string> {
  const folded = findFolded(graph, options);
  const { title, power } = options;
  const { writeHTML } = await import("../drawing/live/writeHTML.ts");
  return writeHTML(createDrawingModel(graph, options), {
    folded,
    ...(title === undefined ? {} : { title }),
    ...(power === undefined ? {} : { power }),
  });
}

/** The graph for Graphviz. */
export function toDOT(graph: BondGraph, options: ExchangeOptions = {}): string {
  checkOptions("BondGraph: toDOT", options, ["causality"]);
  return writeDOT(graph, findStrokes(graph, options.causality));
}

/** The graph as GraphML. */
export function toGraphML(graph: BondGraph, options: ExchangeOptions = {}): string {
  checkOptions("BondGraph: toGraphML", options, ["causality"]);
  return writeGraphML(graph, findStrokes(graph, options.causality));
}
