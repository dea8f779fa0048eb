import type { DrawingModel } from "../../bondgraph/export/DrawingModel.ts";
import type { PaintOptions } from "../../bondgraph/export/PictureOptions.ts";
import { findLayout } from "../layout/findLayout.ts";
import { paint } from "../paint.ts";
import type { Scene } from "../Scene.ts";

// What makes pictures and files of a graph that was read and checked: loaded on first use, and in bundles a file of its own.
// It has classes of nobody else, and refuses nothing.

export { writeHTML } from "../live/writeHTML.ts";
export { writeSVG } from "../writeSVG.ts";
export { writeDOT } from "./writeDOT.ts";
export { writeGraphML } from "./writeGraphML.ts";
export { writeTikZ } from "./writeTikZ.ts";

/** The picture of what is to be drawn. */
export function drawModel(model: DrawingModel, options: PaintOptions): Scene {
  return paint(findLayout(model), options);
}
