import {
  checkFunction,
  checkInstance,
  checkList,
  checkNumbers,
  checkOptions,
  checkPositive,
  checkText,
  describe,
} from "../../math/index.ts";
import type { Bond } from "../Bond.ts";
import { BondGraph } from "../BondGraph.ts";
import { Element } from "../Element.ts";
import { BalanceSheet } from "./BalanceSheet.ts";
import { PowerAudit, type WorstSum } from "./PowerAudit.ts";
import { PowerMeter } from "./PowerMeter.ts";
import { ShownRun, TIMES } from "./ShownRun.ts";

/** A run whose model a graph reads: a `Trajectory` or a `CircuitRun`. */
export interface AuditedRun {
  readonly times: ArrayLike<number>;
  /** Instants at which energies may change at once, and whose events they are. */
  readonly events?: readonly { readonly t: number; readonly owner?: string }[];
  readonly statistics?: { readonly steps: number };
  /** At an event: after it. */
  at(t: number): { show(): void };
  /** At one of `times`, by its number; needed where there are events, whose times are there twice: before and after. */
  point?(index: number): { show(): void };
}

/** Storage elements whose energy follows from the state of the model alone. */
export interface EnergyStore {
  /** How messages call it: `I "arm.I"`. */
  readonly label: string;
  /** What changes at events is booked to the first of them. */
  readonly elements: readonly Element[];
  /** What they hold after `show`, J. */
  readonly energy: () => number;
  /** What cancels to the power of its bonds, after `show`, W. Default: what goes through the junctions beside it. */
  readonly gross?: () => number;
}

export interface AuditOptions {
  /** Part of the throughput of an element that may be missing. Default 1e-12. */
  tolerance?: number;
  /**
   * Part of the energy turned over by which what bonds bring to a store may differ from what its states say it gathered.
   * Default 1e-5.
   */
  energyTolerance?: number;
  /** When to look, s. Default: at the stored points of the run. */
  times?: ArrayLike<number>;
  /** Energy that the effort constraints of a group store, J, after `show`: springs. The rest they take is dissipated. */
  stored?: ReadonlyMap<string, () => number>;
  /** Groups whose flow constraints dissipate what they take: contacts, which stick at one time and slip at another. */
  dissipating?: ReadonlySet<string>;
  /** What is known of storage elements without their bonds. */
  stores?: readonly EnergyStore[];
}

const OWNER = "auditPower";
const OPTIONS = ["tolerance", "energyTolerance", "times", "stored", "dissipating", "stores"];
/** Elements that carry less than this part of the largest throughput of the run are measured by that: the rest is rounding. */
const LEAST_PART = 1e-3;
/** Products of numbers below this have lost their digits, W. */
const LEAST_POWER = 1e-280;
const CONSERVING = ["0", "1", "TF", "MTF", "GY", "MGY", "DS"];

/**
 * Audits the power of a graph along a run: on every bond, into every junction, transformer, gyrator and direct sum, and the
 * energy that is stored, supplied and dissipated. The sum into an element is compared with its throughput, see `WorstSum`;
 * what bonds bring to stores with the energy of their states, see `WorstStore`. What stores lose or get at events, where no
 * power flows but impulses act, is read from the states before and after, see `EventLoss`.
 */
export function auditPower(graph: BondGraph, run: AuditedRun, options: AuditOptions = {}): PowerAudit {
  checkInstance(OWNER, "the graph", graph, BondGraph);
  const shown = new ShownRun(OWNER, run);
  checkAuditOptions(options);
  const tolerance = checkPositive(OWNER, "tolerance", options.tolerance ?? 1e-12);
  const energyTolerance = checkPositive(OWNER, "energyTolerance", options.energyTolerance ?? 1e-5);
  const time = Float64Array.from(
    options.times === undefined ? shown.times : checkNumbers(OWNER, "times", options.times, TIMES),
  );
  const { bonds } = graph;
  const meter = new PowerMeter(bonds);
  // First: it shows how much power there is at all.
  const sheet = new BalanceSheet(graph, shown, meter, options, energyTolerance);
  const { energies, balance, worstStore, losses } = sheet.fill(time);
  const conserving = graph.elements
    .filter(({ kind }) => CONSERVING.includes(kind))
    .map((element) => new Sum(element, graph.bondsOf(element), meter));
  const powers = new Map(bonds.map(({ name }) => [name, new Float64Array(time.length)]));
  let worst: WorstSum | undefined;
  time.forEach((t, i) => {
    shown.showPlace(time, i);
    meter.read(t);
    bonds.forEach(({ name }, b) => {
      (powers.get(name) as Float64Array)[i] = meter.powers[b];
    });
    for (const sum of conserving) {
      const found = sum.measure(t);
      if (found && !(found.ratio <= (worst?.ratio ?? -1))) worst = found;
    }
  });
  return new PowerAudit({ time, powers, energies, balance, losses, worst, tolerance, worstStore, energyTolerance });
}

function checkAuditOptions(options: AuditOptions): void {
  checkOptions(OWNER, options, OPTIONS);
  const { stored, dissipating, stores } = options;
  if (stored !== undefined) checkInstance(OWNER, "stored", stored, Map, "a Map from names of groups to functions");
  if (dissipating !== undefined) checkInstance(OWNER, "dissipating", dissipating, Set, "a Set of names of groups");
  for (const read of stored?.values() ?? []) checkFunction(OWNER, "the energy of a group", read);
  const form = "a list of stores, { label, elements, energy }";
  for (const store of stores === undefined ? [] : checkList(OWNER, "stores", stores, form)) {
    checkOptions(OWNER, store as EnergyStore, ["label", "elements", "energy", "gross"], true);
    const { label, elements, energy, gross } = store as EnergyStore;
    const owner = `${OWNER}, store ${describe(checkText(OWNER, "the label of a store", label))}`;
    checkFunction(owner, "energy", energy);
    if (gross !== undefined) checkFunction(owner, "gross", gross);
    for (const element of checkList(owner, "elements", elements, "a list of elements")) {
      checkInstance(owner, "an element", element, Element);
    }
  }
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
    const ratio = Math.abs(sum) / Math.max(throughput, LEAST_PART * meter.largest, LEAST_POWER);
    return { element, bond: this.findSuspect(), t, sum, throughput, ratio };
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
