import { describe, hasMethod, ModelError } from "../../math/index.ts";
import type { BondGraph } from "../BondGraph.ts";
import { createDrawingModel } from "./DrawingModel.ts";
import type { LiveGraph } from "./LiveDrawing.ts";
import type { DrawingOptions } from "./PictureOptions.ts";
import { findFolded } from "./readGraph.ts";

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
  const { mountDrawing } = await import("../../drawing/live/mountDrawing.ts");
  const live = mountDrawing(target, model, {
    folded,
    ...(title === undefined ? {} : { title }),
    ...(power === undefined ? {} : { power }),
  });
  return Object.assign(live, { refresh: () => live.update(createDrawingModel(graph, options)) });
}
