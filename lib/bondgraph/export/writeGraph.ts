import { checkOptions, describe, ModelError } from "../../math/index.ts";
import type { BondGraph } from "../BondGraph.ts";
import { createDrawingModel, DRAWING_OPTIONS, findStrokes } from "./DrawingModel.ts";
import type { DrawingOptions, ExchangeOptions, PNGOptions } from "./PictureOptions.ts";
import { findFolded, readGraph } from "./readGraph.ts";

// Graphs are read and options checked here; what makes pictures and files of that is loaded on first use.

/** The picture as SVG. */
export async function toSVG(graph: BondGraph, options: DrawingOptions = {}): Promise<string> {
  const model = readGraph(graph, options);
  const { drawModel, writeSVG } = await import("../../drawing/files/pictures.ts");
  return writeSVG(drawModel(model, options));
}

/** The picture as a LaTeX document with TikZ. */
export async function toTikZ(graph: BondGraph, options: DrawingOptions = {}): Promise<string> {
  const model = readGraph(graph, options);
  const { drawModel, writeTikZ } = await import("../../drawing/files/pictures.ts");
  return writeTikZ(drawModel(model, options));
}

/** The picture as the bytes of a PNG file; letters are outlines of our own, so that no font has to be installed. */
export async function toPNG(graph: BondGraph, options: PNGOptions = {}): Promise<Uint8Array> {
  checkOptions("BondGraph: toPNG", options, [...DRAWING_OPTIONS, "scale"]);
  const { scale = 2, ...rest } = options;
  const model = readGraph(graph, rest);
  const [{ drawModel }, { writePNG }] = await Promise.all([
    import("../../drawing/files/pictures.ts"),
    import("../../drawing/files/writePNG.ts"),
  ]);
  const scene = drawModel(model, rest);
  checkScale(scene, scale);
  return writePNG(scene, scale);
}

/** More would not fit into the memory of a page. */
const MOST_PIXELS = 1e8;

function checkScale({ width, height }: { width: number; height: number }, scale: number): void {
  if (!(typeof scale === "number" && scale > 0 && Number.isFinite(scale))) {
    throw new ModelError(`BondGraph: scale is ${describe(scale)}; give a number greater than zero`);
  }
  const [columns, rows] = [Math.ceil(scale * width), Math.ceil(scale * height)];
  if (columns * rows <= MOST_PIXELS) return;
  throw new ModelError(
    `BondGraph: a PNG of ${columns} × ${rows} pixels is too large; give a smaller scale, fold groups, or write SVG`,
  );
}

/** A page with the drawing, alive, that needs nothing else. */
export async function toHTML(graph: BondGraph, options: DrawingOptions = {}): Promise<string> {
  const folded = findFolded(graph, options);
  const model = createDrawingModel(graph, options);
  const { title, power } = options;
  const { writeHTML } = await import("../../drawing/files/pictures.ts");
  return writeHTML(model, {
    folded,
    ...(title === undefined ? {} : { title }),
    ...(power === undefined ? {} : { power }),
  });
}

/** The graph for Graphviz. */
export async function toDOT(graph: BondGraph, options: ExchangeOptions = {}): Promise<string> {
  checkOptions("BondGraph: toDOT", options, ["causality"]);
  const strokes = findStrokes(graph, options.causality);
  const { writeDOT } = await import("../../drawing/files/pictures.ts");
  return writeDOT(graph, strokes);
}

/** The graph as GraphML. */
export async function toGraphML(graph: BondGraph, options: ExchangeOptions = {}): Promise<string> {
  checkOptions("BondGraph: toGraphML", options, ["causality"]);
  const strokes = findStrokes(graph, options.causality);
  const { writeGraphML } = await import("../../drawing/files/pictures.ts");
  return writeGraphML(graph, strokes);
}
