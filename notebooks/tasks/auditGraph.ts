import {
  auditRun,
  type BondGraph,
  Circuit,
  type CircuitRun,
  findStateEquations,
  type PowerAudit,
} from "../../lib/index.ts";
import type { Task } from "../../lib/worker/index.ts";
import {
  type BondParameters,
  type CircuitEntry,
  createBondSystem,
  findEntry,
  isCircuit,
  type SystemEntry,
} from "../models/bondgraphs/index.ts";

/** What bonds of a circuit carry over a run. */
export interface BondSeries {
  times: Float64Array;
  effort: Record<string, Float64Array>;
  flow: Record<string, Float64Array>;
}

/** Where the power of a graph goes, and its equations. */
export interface GraphAudit {
  /** Of a circuit. */
  series: BondSeries | undefined;
  balance: PowerAudit["balance"];
  /** Energy that each element gave or took over the run, J. */
  energies: { element: string; role: string; taken: number }[];
  /** Largest energy that was neither stored nor dissipated nor supplied, J. */
  missing: number;
  /** As LaTeX; known last. */
  equations?: string;
}

/** Numbers of samples: of the bonds of a circuit, and of the audit of a system. */
const SERIES = 400;
const AUDIT = 150;

/** Runs a circuit or a system, audits its power, and derives the state equations of what is scalar. */
export const auditGraph: Task = async (parameters: BondParameters, { report, signal }) => {
  const entry = findEntry(parameters);
  const { audit, series } = isCircuit(entry)
    ? await auditCircuit(entry, parameters)
    : await auditSystem(entry, parameters, signal);
  const value: GraphAudit = { ...summarize(audit), series };
  report({ done: 0.5, value });
  const graph = isCircuit(entry) ? entry.createGraph(parameters.values) : createPart(entry, parameters);
  if (graph && !signal.aborted) value.equations = (await findStateEquations(graph)).latex;
  report({ done: 1, value });
};

const createPart = (entry: SystemEntry, { values }: BondParameters): BondGraph | undefined =>
  entry.createPart?.(values);

const listTimes = (until: number, count: number): Float64Array =>
  Float64Array.from({ length: count + 1 }, (_, i) => (until * i) / count);

async function auditCircuit(entry: CircuitEntry, { values }: BondParameters) {
  const graph = entry.createGraph(values);
  const run = await new Circuit(graph).simulate({ until: entry.until, tolerance: 1e-10 });
  return { audit: run.audit(), series: readSeries(graph, run, listTimes(entry.until, SERIES)) };
}

async function auditSystem(entry: SystemEntry, parameters: BondParameters, signal: AbortSignal) {
  const { system, options } = createBondSystem(parameters);
  const run = await system.simulate({ ...options, signal });
  return { audit: auditRun(system, run, { times: listTimes(entry.until, AUDIT) }), series: undefined };
}

/** Efforts and flows of all bonds at some times. */
export function readSeries(graph: BondGraph, run: CircuitRun, times: Float64Array): BondSeries {
  const read = (what: "effort" | "flow") =>
    Object.fromEntries(graph.bonds.map(({ name }) => [name, run[what](name, times)]));
  return { times, effort: read("effort"), flow: read("flow") };
}

function summarize({ balance, energies }: PowerAudit): Omit<GraphAudit, "series" | "equations"> {
  return {
    balance,
    energies: energies
      .filter(({ role, taken }) => role !== "passes" && taken !== 0)
      .map(({ element, role, taken }) => ({ element: element.label, role, taken })),
    missing: balance.missing.reduce((most, energy) => Math.max(most, Math.abs(energy)), 0),
  };
}
