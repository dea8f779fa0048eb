import type { Bond } from "../Bond.ts";
import type { BondGraph } from "../BondGraph.ts";
import { elide, formatValues, shortenName } from "./labels.ts";

/** Tells the end of a bond at which its causal stroke stands; what the assignment of causality returns. */
export interface Strokes {
  strokeAt(bond: Bond): "from" | "to" | undefined;
}

/** One thing of a drawing that has a place: an element, or a folded group. */
export interface DrawnElement {
  readonly id: string;
  /** The kind of the element; `word` for a folded group. */
  readonly kind: string;
  /** The full name. */
  readonly name: string;
  /** What is written behind the kind; may be empty. */
  readonly label: string;
  readonly group: string;
  /** Parameter values, one line each. */
  readonly values: readonly string[];
  /** Set for the word of a group that has flow or effort constraints: it joins others. */
  readonly isJoining?: boolean;
  /** Set for the word of a group with a source: a drawing begins with the first of them. */
  readonly isSource?: boolean;
}

export interface DrawnBond {
  readonly id: string;
  readonly name: string;
  /** Ids of elements; the half arrow points to the second. */
  readonly from: string;
  readonly to: string;
  readonly dimension: number;
  readonly stroke?: "from" | "to" | undefined;
  /** What the bond carries at the state of the model when it was drawn. */
  readonly effort?: readonly number[] | undefined;
  readonly flow?: readonly number[] | undefined;
  readonly power?: number | undefined;
}

/** What is to be drawn, as plain data: it can be kept as JSON and drawn in a page without the graph. */
export interface DrawingModel {
  readonly elements: readonly DrawnElement[];
  readonly bonds: readonly DrawnBond[];
}

/** Efforts and flows of scalar bonds by their names: an instant of the run of a circuit. */
export interface BondReadings {
  effort(bond: string): number;
  flow(bond: string): number;
}

export interface ModelOptions {
  /** What the bonds carry, of a graph that runs as a circuit: `run.at(t)`. Default: what they read from a `System`. */
  at?: BondReadings;
  /** Causal strokes: those of the graph, or where a causality of your own puts them. Default: those of the graph. */
  causality?: boolean | Strokes;
  /** Whether parameter values are written below the elements. Default: no. */
  values?: boolean;
}

/** Reads a graph, and what its bonds carry at present. */
export function createDrawingModel(graph: BondGraph, options: ModelOptions = {}): DrawingModel {
  const { values = false } = options;
  const causality = findStrokes(graph, options.causality);
  return {
    elements: graph.elements.map((element) => ({
      id: `e:${element.name}`,
      kind: element.kind,
      name: element.name,
      label: shortenName(element),
      group: element.kind === "word" ? "" : element.group,
      values: values ? formatValues(element) : [],
      ...(element.kind === "word" && "joins" in element.parameters ? { isJoining: true } : {}),
    })),
    bonds: graph.bonds.map((bond) => ({
      id: `b:${bond.name}`,
      name: bond.name,
      from: `e:${bond.from.element.name}`,
      to: `e:${bond.to.element.name}`,
      dimension: bond.dimension,
      stroke: causality?.strokeAt(bond),
      ...readBond(bond, options.at),
    })),
  };
}

/** The strokes that an option asks for: by default those of the graph. */
export function findStrokes(graph: BondGraph, given: boolean | Strokes = true): Strokes | undefined {
  if (typeof given !== "boolean") return given;
  return given ? graph.causality() : undefined;
}

function readBond(bond: Bond, at?: BondReadings): Pick<DrawnBond, "effort" | "flow" | "power"> {
  if (at) {
    const [effort, flow] = [at.effort(bond.name), at.flow(bond.name)];
    return { effort: [effort], flow: [flow], power: effort * flow };
  }
  const read = (signal: Bond["effort"]) => {
    if (!signal) return undefined;
    const out = new Float64Array(bond.dimension);
    signal(out);
    return [...out];
  };
  const effort = read(bond.effort);
  const flow = read(bond.flow);
  const power = effort && flow ? effort.reduce((sum, e, i) => sum + e * flow[i], 0) : undefined;
  return { effort, flow, power };
}

/** The groups of a model or a graph in the order of their first elements. */
export function listGroups({ elements }: { readonly elements: readonly { readonly group: string }[] }): string[] {
  return [...new Set(elements.map(({ group }) => group))].filter((group) => group !== "");
}

export const isSource = ({ kind, isSource: has = false }: DrawnElement): boolean =>
  has || kind === "Se" || kind === "Sf";

/** Groups with flow or effort constraints: joints, contacts, springs. */
export function listJoiningGroups(elements: readonly DrawnElement[]): Set<string> {
  return new Set(elements.filter(({ kind }) => kind === "FC" || kind === "EC").map(({ group }) => group));
}

/** Replaces each of the named groups by one word; bonds inside them disappear. */
export function foldGroups(model: DrawingModel, names: Iterable<string>): DrawingModel {
  const folded = new Set(names);
  const idOf = (group: string) => `g:${group}`;
  const joining = listJoiningGroups(model.elements);
  const sources = new Set(model.elements.filter(isSource).map(({ group }) => group));
  const words = new Map<string, string>();
  const seen = new Set<string>();
  const elements: DrawnElement[] = [];
  for (const element of model.elements) {
    const { group } = element;
    if (group === "" || !folded.has(group)) {
      elements.push(element);
      continue;
    }
    if (!seen.has(group)) {
      const word = { id: idOf(group), kind: "word", name: group, label: elide(group), group: "", values: [] };
      elements.push({ ...word, isJoining: joining.has(group), isSource: sources.has(group) });
    }
    seen.add(group);
    words.set(element.id, idOf(group));
  }
  const bonds: DrawnBond[] = [];
  for (const bond of model.bonds) {
    const from = words.get(bond.from) ?? bond.from;
    const to = words.get(bond.to) ?? bond.to;
    if (from !== to) bonds.push(from === bond.from && to === bond.to ? bond : { ...bond, from, to });
  }
  return { elements, bonds };
}
