import type { BondGraph, Trajectory } from "../../lib/index.ts";
import type { Model } from "../../lib/worker/index.ts";
import { type BondEntry, type BondParameters, findEntry, isCircuit } from "../models/bondgraphs/index.ts";
import type { BondSeries } from "../tasks/auditGraph.ts";
import type { GraphSource } from "./GraphStage.ts";

/** The graph of a circuit, and what its bonds carry at a time that changes. */
export function createCircuitSource(
  parameters: BondParameters,
  series: BondSeries | undefined,
  getTime: () => number,
): GraphSource | undefined {
  const entry: BondEntry = findEntry(parameters);
  if (!isCircuit(entry)) return undefined;
  const graph = entry.createGraph(parameters.values);
  const read = (what: "effort" | "flow") => (bond: string) => {
    if (!series) return Number.NaN;
    const { times } = series;
    const place = (getTime() / times[times.length - 1]) * (times.length - 1);
    return series[what][bond][Math.min(times.length - 1, Math.max(0, Math.round(place)))];
  };
  return {
    graphs: { full: graph },
    at: series && { effort: read("effort"), flow: read("flow") },
    units: entry.units,
  };
}

/** The graph of a system, in words and in full; its bonds read the model as it was shown last. */
export function createSystemSource({ system }: Model): GraphSource {
  const graphs: Record<string, BondGraph> = { words: system.bondGraph({ detail: "word" }), full: system.bondGraph() };
  return { graphs };
}

/** What a plot shows of a bond. */
export interface BondRow {
  x: number;
  y: number;
  name: string;
}

/** The power of a bond of a system over its run, W. */
export function readPower(run: Trajectory, graph: BondGraph | undefined, name: string, samples = 200): BondRow[] {
  const bond = graph?.bonds.find((entry) => entry.name === name);
  if (!bond) return [];
  return Array.from({ length: samples + 1 }, (_, i) => {
    const x = run.start + ((run.end - run.start) * i) / samples;
    run.at(x).show();
    return { x, y: bond.calcPower() ?? Number.NaN, name: "power" };
  });
}

/** Effort, flow or power of a bond of a circuit. */
export function readSeries(series: BondSeries | undefined, bond: string, what: "effort" | "flow" | "power"): BondRow[] {
  const effort = series?.effort[bond];
  const flow = series?.flow[bond];
  if (!series || !effort || !flow) return [];
  const read = {
    effort: (i: number) => effort[i],
    flow: (i: number) => flow[i],
    power: (i: number) => effort[i] * flow[i],
  };
  return Array.from(series.times, (x, i) => ({ x, y: read[what](i), name: what }));
}
