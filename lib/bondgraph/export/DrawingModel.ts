import { callGiven, checkNumber, checkOptions, describe, hasMethod, ModelError } from "../../math/index.ts";
import type { Bond } from "../Bond.ts";
import type { BondGraph } from "../BondGraph.ts";
import { checkGraph } from "../checkGraph.ts";
import { formatValues, shortenName } from "./labels.ts";

const OWNER = "BondGraph: drawing";
/** What functions of plain data are to be given. */

/** Those of all that draws. */
export const DRAWING_OPTIONS = ["at", "causality", "values", "title", "power", "fold"] as const;

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
  checkGraph(OWNER, graph);
  checkOptions(OWNER, options, DRAWING_OPTIONS);
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
  checkGraph(OWNER, graph);
  if (typeof given === "boolean") return given ? graph.causality() : undefined;
  if (!hasMethod(given, "strokeAt")) {
    throw new ModelError(
      `${OWNER}: causality is ${describe(given)}; give true, false, or what graph.causality() returns`,
    );
  }
  return {
    strokeAt: (bond) => {
      const stroke = callGiven(OWNER, "causality.strokeAt", () => given.strokeAt(bond));
      if (stroke === undefined || stroke === "from" || stroke === "to") return stroke;
      throw new ModelError(
        `${OWNER}: causality puts the stroke of "${bond.name}" at ${describe(stroke)}; give "from", "to" or undefined`,
      );
    },
  };
}

function readBond(bond: Bond, at?: BondReadings): Pick<DrawnBond, "effort" | "flow" | "power"> {
  if (at) {
    const [effort, flow] = (["effort", "flow"] as const).map((what) =>
      checkNumber(
        OWNER,
        `the ${what} of "${bond.name}"`,
        callGiven(OWNER, `at.${what}`, () => at[what](bond.name)),
      ),
    );
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
