import type { BondGraph } from "../BondGraph.ts";
import { findLayout } from "./layout/findLayout.ts";
import { paint } from "./paint.ts";
import { type DrawingOptions, readGraph } from "./readGraph.ts";
import type { Scene } from "./Scene.ts";

/** The picture of a graph, as plain data. */
export function drawGraph(graph: BondGraph, options: DrawingOptions = {}): Scene {
  return paint(findLayout(readGraph(graph, options)), options);
}
