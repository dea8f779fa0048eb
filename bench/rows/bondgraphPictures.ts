import {
  createDrawingModel,
  drawGraph,
  findLayout,
  foldGroups,
  listGroups,
  measureLayout,
  writeSVG,
} from "../../lib/drawing/index.ts";
import { DRAWN_GRAPHS } from "../../test/helpers/drawnGraphs.ts";
import type { BenchRow } from "../BenchRow.ts";
import { createChain } from "../models.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

/** Faults of a kind in the pictures of a graph, with all elements and with one word for each group. */
function countFaults(
  name: string,
  kinds: readonly ("overlaps" | "strikes" | "crossings" | "frames" | "unlabelled")[],
): number {
  const create = DRAWN_GRAPHS.get(name);
  if (!create) return Number.NaN;
  const model = createDrawingModel(create());
  let count = 0;
  for (const drawn of [model, foldGroups(model, listGroups(model))]) {
    const faults = measureLayout(findLayout(drawn));
    for (const kind of kinds) count += faults[kind].length;
  }
  return count;
}

const pictures = [...DRAWN_GRAPHS.keys()].flatMap((name): BenchRow[] => [
  {
    name: `bondgraph/pictures/${name}/overlaps`,
    unit: "1",
    promised: { max: 0 },
    kind: "accuracy",
    measure: () => countFaults(name, ["overlaps", "strikes", "frames", "unlabelled"]),
  },
  {
    name: `bondgraph/pictures/${name}/crossings`,
    unit: "1",
    promised: { max: 0 },
    kind: "accuracy",
    measure: () => countFaults(name, ["crossings"]),
  },
]);

export const rows: BenchRow[] = [
  ...pictures,
  {
    name: "bondgraph/chain-500/drawn",
    unit: "s",
    promised: { max: 3 },
    kind: "speed",
    measure: () => {
      const graph = createChain(500).bondGraph();
      return timeInterleaved(() => writeSVG(drawGraph(graph)), { calls: 1, rounds: 4, unit: "s" });
    },
  },
];
