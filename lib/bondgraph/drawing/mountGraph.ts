import { describe, hasMethod, ModelError } from "../../math/index.ts";
import type { BondGraph } from "../BondGraph.ts";
import { createDrawingModel } from "./DrawingModel.ts";
import type { LiveDrawing } from "./live/mountDrawing.ts";
import { type DrawingOptions, findFolded } from "./readGraph.ts";

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
  if (!hasMethod(target, "replaceChildren")) {
    throw new ModelError(`BondGraph: mount: the target is ${describe(target)}; give an element of the page`);
  }
  const folded = findFolded(graph, options);
  const model = createDrawingModel(graph, options);
  const { title, power } = options;
  const { mountDrawing } = await import("./live/mountDrawing.ts");
  const live = mountDrawing(target, model, {
    folded,
    ...(title === undefined ? {} : { title }),
    ...(power === undefined ? {} : { power }),
  });
  return Object.assign(live, { refresh: () => live.update(createDrawingModel(graph, options)) });
}
