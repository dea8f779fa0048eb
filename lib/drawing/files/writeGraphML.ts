import type { BondGraph } from "../../bondgraph/BondGraph.ts";
import type { Strokes } from "../../bondgraph/export/DrawingModel.ts";
import { escapeXML } from "../../math/escapeXML.ts";

const KEYS = [
  ["name", "node", "string"],
  ["kind", "node", "string"],
  ["group", "node", "string"],
  ["dimension", "node", "int"],
  ["ports", "node", "string"],
  ["parameters", "node", "string"],
  ["bond", "edge", "string"],
  ["bondDimension", "edge", "int"],
  ["fromPort", "edge", "int"],
  ["toPort", "edge", "int"],
  ["stroke", "edge", "string"],
] as const;

/** The graph as GraphML: a node for each element, a directed edge for each bond; parameters and ports as JSON. */
export function writeGraphML(graph: BondGraph, causality?: Strokes): string {
  const ids = new Map(graph.elements.map((element, i) => [element, `n${i}`]));
  const data = (key: (typeof KEYS)[number][0], value: string | number) =>
    `<data key="${key}">${escapeXML(String(value))}</data>`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...KEYS.map(([id, domain, type]) => `  <key id="${id}" for="${domain}" attr.name="${id}" attr.type="${type}"/>`),
    '  <graph id="bondgraph" edgedefault="directed">',
  ];
  for (const element of graph.elements) {
    const { name, kind, group, dimension, ports, parameters } = element;
    const entries = [
      data("name", name),
      data("kind", kind),
      data("group", group),
      data("dimension", dimension),
      ...(ports ? [data("ports", JSON.stringify(ports))] : []),
      ...(Object.keys(parameters).length > 0 ? [data("parameters", JSON.stringify(parameters))] : []),
    ];
    lines.push(`    <node id="${ids.get(element)}">${entries.join("")}</node>`);
  }
  graph.bonds.forEach((bond, i) => {
    const stroke = causality?.strokeAt(bond);
    const entries = [
      data("bond", bond.name),
      data("bondDimension", bond.dimension),
      data("fromPort", bond.from.port),
      data("toPort", bond.to.port),
      ...(stroke ? [data("stroke", stroke)] : []),
    ];
    const ends = `source="${ids.get(bond.from.element)}" target="${ids.get(bond.to.element)}"`;
    lines.push(`    <edge id="e${i}" ${ends}>${entries.join("")}</edge>`);
  });
  return `${lines.join("\n")}\n  </graph>\n</graphml>\n`;
}
