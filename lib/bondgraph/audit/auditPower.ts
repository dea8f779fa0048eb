import { checkOptions, checkPositive, ModelError } from "../../math/index.ts";
import type { Bond } from "../Bond.ts";
import type { BondGraph } from "../BondGraph.ts";
import type { Element } from "../Element.ts";
import { BalanceSheet } from "./BalanceSheet.ts";
import { PowerAudit, type WorstSum } from "./PowerAudit.ts";

/** A run whose model a graph reads: a `Trajectory` or a `CircuitRun`. */
export interface AuditedRun {
  readonly times: ArrayLike<number>;
  at(t: number): { show(): void };
}

export interface AuditOptions {
  /** Part of the throughput of an element that may be missing. Default 1e-12. */
  tolerance?: number;
  /** When to look, s. Default: at the stored points of the run. */
  times?: ArrayLike<number>;
  /** Energy that the effort constraints of a group store, J, after `show`: springs. The rest they take is dissipated. */
  stored?: ReadonlyMap<string, () => number>;
  /** Groups whose flow constraints dissipate what they take: contacts, which stick at one time and slip at another. */
  dissipating?: ReadonlySet<string>;
}

const CONSERVING = ["0", "1", "TF", "MTF", "GY", "MGY", "DS"];

/**
 * Audits the power of a graph along a run: on every bond, into every junction, transformer, gyrator and direct sum, and the
 * energy that is stored, supplied and dissipated. The sum into an element is compared with its throughput, see `WorstSum`.
 */
export function auditPower(graph: BondGraph, run: AuditedRun, options: AuditOptions = {}): PowerAudit {
  checkOptions("auditPower", options, ["tolerance", "times", "stored", "dissipating"]);
  const tolerance = checkPositive("auditPower", "tolerance", options.tolerance ?? 1e-12);
  const time = Float64Array.from(options.times ?? run.times);
  const { bonds } = graph;
  const meter = new PowerMeter(bonds);
  const conserving = graph.elements
    .filter(({ kind }) => CONSERVING.includes(kind))
    .map((element) => new Sum(element, graph.bondsOf(element), meter));
  const powers = new Map(bonds.map(({ name }) => [name, new Float64Array(time.length)]));
  let worst: WorstSum | undefined;
  time.forEach((t, i) => {
    run.at(t).show();
    meter.read(t);
    bonds.forEach(({ name }, b) => {
      (powers.get(name) as Float64Array)[i] = meter.powers[b];
    });
    for (const sum of conserving) {
      const found = sum.measure(t);
      if (found && !(found.ratio <= (worst?.ratio ?? -1))) worst = found;
    }
  });
  const sheet = new BalanceSheet(graph, run, meter, options);
  const { energies, balance } = sheet.fill(time);
  return new PowerAudit({ time, powers, energies, balance, worst, tolerance });
}

/** Efforts, flows and powers of all bonds at the state shown. */
export class PowerMeter {
  readonly powers: Float64Array;
  /** What is summed to the power of each bond, before anything cancels; see `WorstSum`. */
  readonly throughputs: Float64Array;
  readonly efforts: readonly Float64Array[];
  readonly flows: readonly Float64Array[];
  readonly places: ReadonlyMap<Bond, number>;
  private readonly bonds: readonly Bond[];

  constructor(bonds: readonly Bond[]) {
    this.bonds = bonds;
    this.powers = new Float64Array(bonds.length);
    this.throughputs = new Float64Array(bonds.length);
    this.efforts = bonds.map(({ dimension }) => new Float64Array(dimension));
    this.flows = bonds.map(({ dimension }) => new Float64Array(dimension));
    this.places = new Map(bonds.map((bond, i) => [bond, i]));
    const unknown = bonds.find(({ effort, flow }) => !effort || !flow);
    if (!unknown) return;
    throw new ModelError(
      `power audit: the bond "${unknown.name}" carries no numbers; audit the graph of a system, system.bondGraph(), ` +
        "or of the run of a circuit, run.bondGraph()",
    );
  }

  read(t: number): void {
    this.bonds.forEach((bond, b) => {
      const { [b]: effort } = this.efforts;
      const { [b]: flow } = this.flows;
      bond.effort?.(effort);
      bond.flow?.(flow);
      let sum = 0;
      for (let i = 0; i < effort.length; i++) sum += effort[i] * flow[i];
      if (!Number.isFinite(sum)) {
        throw new ModelError(
          `power audit: the power of the bond "${bond.name}" is ${sum} at t = ${t} s; look at what it carries`,
        );
      }
      this.powers[b] = sum;
      this.throughputs[b] = calcThroughput(effort, flow);
    });
  }
}

/** `|F| |v| + |M| |ω|` of a twist and a wrench, `|e| |f|` of any other bond. */
function calcThroughput(effort: Float64Array, flow: Float64Array): number {
  const block = effort.length === 6 ? 3 : effort.length;
  let throughput = 0;
  for (let start = 0; start < effort.length; start += block) {
    let squareE = 0;
    let squareF = 0;
    for (let i = start; i < start + block; i++) {
      squareE += effort[i] * effort[i];
      squareF += flow[i] * flow[i];
    }
    throughput += Math.sqrt(squareE) * Math.sqrt(squareF);
  }
  return throughput;
}

/** The power into one element that has to come out again. */
class Sum {
  private readonly element: Element;
  private readonly meter: PowerMeter;
  private readonly bonds: readonly { bond: Bond; place: number; sign: number }[];

  constructor(element: Element, bonds: readonly Bond[], meter: PowerMeter) {
    this.element = element;
    this.meter = meter;
    this.bonds = bonds.map((bond) => ({
      bond,
      place: meter.places.get(bond) as number,
      sign: bond.to.element === element ? 1 : -1,
    }));
  }

  measure(t: number): WorstSum | undefined {
    const { bonds, meter, element } = this;
    let sum = 0;
    let throughput = 0;
    for (const { place, sign } of bonds) {
      sum += sign * meter.powers[place];
      throughput += meter.throughputs[place];
    }
    if (throughput === 0) return undefined;
    return { element, bond: this.findSuspect(), t, sum, throughput, ratio: Math.abs(sum) / throughput };
  }

  /** The bond whose common variable differs most from that of the others, or else the one with the largest power. */
  private findSuspect(): Bond {
    const { bonds, meter, element } = this;
    const lists = element.kind === "0" ? meter.efforts : element.kind === "1" ? meter.flows : undefined;
    const measure = ({ place }: { place: number }) => {
      if (!lists) return meter.throughputs[place];
      return bonds.reduce((sum, other) => sum + distance(lists[place], lists[other.place]), 0);
    };
    const marks = bonds.map(measure);
    const largest = Math.max(...marks);
    const tellsApart = lists === undefined || largest > 0;
    const index = tellsApart ? marks.indexOf(largest) : 0;
    return bonds[index].bond;
  }
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i]);
  return sum;
}
