import type { BondGraph } from "../BondGraph.ts";
import { createDrawingModel } from "./DrawingModel.ts";
import { type DrawingOptions, findFolded } from "./drawGraph.ts";
import type { LiveDrawing } from "./live/mountDrawing.ts";

/** A drawing in a page that knows its graph. */
export interface LiveGraph extends LiveDrawing {
  /** Reads again what the bonds carry: call it after `run.at(t).show()`. */
  refresh(): void;
}

/**
 * Draws a graph inside an element of a page: drag to move, wheel to zoom, hover to read effort, flow and power, click to fold and
 * unfold groups.
 */
export async function mountGraph(
  target: HTMLElement,
  graph: BondGraph,
  options: DrawingOptions = {},
): Promise<LiveGraph> {
  const { mountDrawing } = await import("./live/mountDrawing.ts");
  const { title, power } = options;
  const live = mountDrawing(target, createDrawingModel(graph, options), {
    folded: findFolded(graph, options),
    ...(title === undefined ? {} : { title }),
    ...(power === undefined ? {} : { power }),
  });
  return Object.assign(live, { refresh: () => live.update(createDrawingModel(graph, options)) });
}
