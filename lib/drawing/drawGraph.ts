import type { BondGraph } from "../bondgraph/BondGraph.ts";
import type { DrawingOptions } from "../bondgraph/export/PictureOptions.ts";
import { readGraph } from "../bondgraph/export/readGraph.ts";
import { findLayout } from "./layout/findLayout.ts";
import { paint } from "./paint.ts";
import type { Scene } from "./Scene.ts";

/** The picture of a graph, as plain data. */
export function drawGraph(graph: BondGraph, options: DrawingOptions = {}): Scene {
  return paint(findLayout(readGraph(graph, options)), options);
}
