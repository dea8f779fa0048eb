import { createFourBar } from "../../bench/models.ts";
import type { DrawingOptions } from "../../lib/index.ts";
import { DRAWN_GRAPHS } from "./drawnGraphs.ts";

/** Names of graphs, with the options of their pictures in `docs/images`. */
const CHOSEN: readonly (readonly [picture: string, graph: string, options: DrawingOptions])[] = [
  ["rlc", "rlc", { values: true }],
  ["two-tanks", "two-tanks", {}],
  ["quarter-car", "quarter-car", {}],
  ["revolute", "revolute", {}],
  ["motor-pendulum", "motor-pendulum", {}],
  ["four-bar", "four-bar", { fold: true }],
  ["omniwheel-4", "omniwheel-4", { fold: true }],
  ["omniwheel-12", "omniwheel-12", { fold: true }],
];

/** The pictures of bond graphs in `docs/images`, by the names of their files. */
export async function drawPictures(): Promise<Map<string, string>> {
  const pictures = new Map<string, string>();
  for (const [picture, name, options] of CHOSEN) {
    const graph = DRAWN_GRAPHS.get(name)?.();
    if (graph)
      pictures.set(`bondgraph-${picture}.svg`, await graph.toSVG({ title: `Bond graph: ${picture}`, ...options }));
  }
  const fourBar = createFourBar();
  const graph = fourBar.bondGraph();
  fourBar.simulateSync({ until: 0.2 }).at(0.2).show();
  pictures.set("bondgraph-power.svg", await graph.toSVG({ title: "Power in a four-bar", power: "width" }));
  return pictures;
}
