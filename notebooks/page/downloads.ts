import { type BondGraph, toModelica } from "../../lib/bondgraph/index.ts";
import { saveFile } from "../../lib/view/viewer/controls/saveFile.ts";

/** Files of a graph: the ending, and what makes the content. */
const FORMATS: Record<string, (graph: BondGraph) => Promise<string | Uint8Array> | string> = {
  svg: (graph) => graph.toSVG(),
  png: (graph) => graph.toPNG({ scale: 2 }),
  tex: (graph) => graph.toTikZ(),
  dot: (graph) => graph.toDOT(),
  graphml: (graph) => graph.toGraphML(),
  json: (graph) => JSON.stringify(graph, null, 2),
  mo: (graph) => toModelica(graph),
};

const NAMES: Record<string, string> = { tex: "TikZ", mo: "Modelica", dot: "Graphviz", graphml: "GraphML" };

/** Buttons that save the graph that is shown as a file. Modelica has scalar bonds only. */
export function downloads(name: string, getGraph: () => BondGraph | undefined): HTMLElement {
  const frame = document.createElement("div");
  frame.className = "downloads";
  const graph = getGraph();
  const isScalar = graph?.bonds.every(({ dimension }) => dimension === 1) ?? false;
  for (const [ending, write] of Object.entries(FORMATS)) {
    if (ending === "mo" && !isScalar) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = NAMES[ending] ?? ending.toUpperCase();
    button.title = `Saves ${name}.${ending}`;
    button.addEventListener("click", async () => {
      const shown = getGraph();
      if (shown) saveFile(`${name}.${ending}`, new Blob([(await write(shown)) as BlobPart]));
    });
    frame.append(button);
  }
  return frame;
}
