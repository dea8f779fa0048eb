import type { BondGraph } from "../../bondgraph/BondGraph.ts";
import type { Strokes } from "../../bondgraph/export/DrawingModel.ts";
import { shortenName } from "../../bondgraph/export/labels.ts";

/**
 * The graph for Graphviz: groups are clusters, half arrows are half vees, causal strokes are tees, multibonds are double lines
 * with their dimension.
 */
export function writeDOT(graph: BondGraph, causality?: Strokes): string {
  const ids = new Map(graph.elements.map((element, i) => [element, `n${i}`]));
  const groups = new Map<string, string[]>();
  for (const element of graph.elements) {
    const label = shortenName(element);
    const text = element.kind === "word" ? label : label === "" ? element.kind : `${element.kind}:${label}`;
    const shape = element.kind === "word" ? ", shape=box, style=rounded" : "";
    const line = `${ids.get(element)} [label=${quote(text)}, tooltip=${quote(element.label)}${shape}];`;
    groups.set(element.group, [...(groups.get(element.group) ?? []), line]);
  }
  const lines = ["digraph bondgraph {", '  node [shape=plaintext, fontname="Helvetica"];', "  edge [fontsize=9];"];
  let count = 0;
  for (const [name, members] of groups) {
    if (name === "") lines.push(...members.map((line) => `  ${line}`));
    else lines.push(`  subgraph cluster_${count++} {`, `    label=${quote(name)};`, ...indent(members), "  }");
  }
  for (const bond of graph.bonds) {
    const stroke = causality?.strokeAt(bond);
    const style = [
      `arrowhead=${stroke === "to" ? "teervee" : "rvee"}`,
      ...(stroke === "from" ? ["dir=both", "arrowtail=tee"] : []),
      ...(bond.dimension > 1 ? ['color="black:invis:black"', `label="${bond.dimension}"`] : []),
      `edgetooltip=${quote(bond.name)}`,
    ];
    lines.push(`  ${ids.get(bond.from.element)} -> ${ids.get(bond.to.element)} [${style.join(", ")}];`);
  }
  return `${lines.join("\n")}\n}\n`;
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);

/** A quoted string: a backslash would begin an escape, a quote would end it. */
function quote(text: string): string {
  const safe = text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replace(/\r\n|[\r\n\u2028\u2029]/g, "\\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u001f\u007f]/g, "\ufffd")
    // Graphviz reads entities in labels.
    .replaceAll("&", "&amp;");
  return `"${safe}"`;
}
