import { describe, ModelError } from "../../math/index.ts";
import type { Bond } from "../Bond.ts";
import type { Element } from "../Element.ts";

/** What an element did over a run. */
export interface ElementEnergy {
  readonly element: Element;
  /** What the element is to the balance: a store, a source, a sink, or neither (junctions, transformers). */
  readonly role: "stores" | "supplies" | "dissipates" | "passes";
  /** Energy it took over the run, at events too, J; negative: it gave. */
  readonly taken: number;
}

/** Energies from the start of a run on, J; for a plot over `time`. */
export interface EnergyBalance {
  readonly time: Float64Array;
  /** Gathered in `I` and `C` elements and in springs. */
  readonly stored: Float64Array;
  /** Given by sources, gravity and drives. */
  readonly supplied: Float64Array;
  /** Lost in `R` elements, dampers and friction. */
  readonly dissipated: Float64Array;
  /** Lost by stores and springs at events: impacts, impulses, switches; negative: brought in. */
  readonly lost: Float64Array;
  /**
   * `supplied − stored − dissipated − lost`: zero but for rounding where every junction passes. All powers are taken at the same
   * instants, so the error of quadrature is in them, not in their difference.
   */
  readonly missing: Float64Array;
}

/** What the events of the same owners did to the energy of stores and springs. */
export interface EventLoss {
  /** Constraints and user's events that acted, together where they did at the same instants. */
  readonly owners: readonly string[];
  /** How many instants. */
  readonly count: number;
  /** J, by the states before and after; negative: brought in. */
  readonly lost: number;
}

/** The largest part of the power through an element that does not come out of it again. */
export interface WorstSum {
  readonly element: Element;
  /** The bond that fits least. */
  readonly bond: Bond;
  readonly t: number;
  /** W */
  readonly sum: number;
  /**
   * What is summed, before anything cancels, over all bonds of the element, W: `|F| |v| + |M| |ω|` of a wrench and a
   * twist, which does not depend on the axes they are written in, `|e f|` of a scalar bond.
   */
  readonly throughput: number;
  /** `|sum| / throughput`, with a thousandth of the largest throughput of any bond over the run at least. */
  readonly ratio: number;
}

/** The store whose bonds and states disagree most on its energy: a run that is no solution of its equations. */
export interface WorstStore {
  /** Its elements, `C "tank"`. */
  readonly label: string;
  /** When they disagreed most, s. */
  readonly t: number;
  /** What its bonds had brought from the start of the run until then, less what its states say between events, J. */
  readonly misfit: number;
  /** What its states say that it had gathered between events, J. */
  readonly gathered: number;
  /**
   * Energy that all elements together gave and took over the run, or the largest that was stored, J; or what cancelled to
   * what the store got, where that is more. A capacitor behind a small resistor follows its source at once: its current is a
   * small difference of large numbers.
   */
  readonly turnover: number;
  /** `|misfit| / turnover` */
  readonly ratio: number;
}

/** Power on every bond along a run, and where it goes; made by `auditPower`. */
export class PowerAudit {
  readonly time: Float64Array;
  /** Power of each bond at each time, W. */
  readonly powers: ReadonlyMap<string, Float64Array>;
  readonly energies: readonly ElementEnergy[];
  readonly balance: EnergyBalance;
  /** Where energy was lost, or brought in, at events. */
  readonly losses: readonly EventLoss[];
  /** Undefined where no power flows through any junction. */
  readonly worst: WorstSum | undefined;
  readonly tolerance: number;
  /** Undefined where nothing is known of energies but powers. */
  readonly worstStore: WorstStore | undefined;
  readonly energyTolerance: number;

  /** Made by `auditPower`. */
  constructor(parts: {
    time: Float64Array;
    powers: ReadonlyMap<string, Float64Array>;
    energies: readonly ElementEnergy[];
    balance: EnergyBalance;
    losses: readonly EventLoss[];
    worst: WorstSum | undefined;
    tolerance: number;
    worstStore: WorstStore | undefined;
    energyTolerance: number;
  }) {
    if (!(parts?.time instanceof Float64Array)) {
      throw new ModelError(`PowerAudit: its parts are ${describe(parts)}; let auditPower or run.audit() make it`);
    }
    this.time = parts.time;
    this.powers = parts.powers;
    this.energies = parts.energies;
    this.balance = parts.balance;
    this.losses = parts.losses;
    this.worst = parts.worst;
    this.tolerance = parts.tolerance;
    this.worstStore = parts.worstStore;
    this.energyTolerance = parts.energyTolerance;
  }

  /**
   * Whether the power into every junction, transformer, gyrator and sum comes out again, and stores hold what their bonds
   * have brought.
   */
  get passes(): boolean {
    return this.losesNothing && (this.worstStore === undefined || this.worstStore.ratio <= this.energyTolerance);
  }

  private get losesNothing(): boolean {
    return this.worst === undefined || this.worst.ratio <= this.tolerance;
  }

  /** Throws where it does not pass, with the element and the bond, or the store. */
  check(): this {
    const { worst, worstStore } = this;
    if (this.passes) return this;
    if (worst === undefined || this.losesNothing) {
      const { label, t, misfit, gathered, turnover, ratio } = worstStore as WorstStore;
      throw new ModelError(
        `power audit: the bonds of ${label} have brought ${(gathered + misfit).toExponential(4)} J by t = ${t} s, but its states ` +
          `say ${gathered.toExponential(4)} J (${ratio.toExponential(1)} of the ${turnover.toExponential(2)} J turned over are ` +
          "missing): the run does not follow its equations; simulate with a finer tolerance, or look at what changed its states",
      );
    }
    const { element, bond, t, sum, throughput, ratio } = worst;
    throw new ModelError(
      `power audit: ${sum.toExponential(2)} W of ${throughput.toExponential(2)} W (${ratio.toExponential(1)} of it) do not ` +
        `come out of ${element.label} at t = ${t} s; the bond "${bond.name}" fits least: check its effort and its flow`,
    );
  }

  /** Energies of all elements that stored, supplied or dissipated some, and their sums, as text. */
  get table(): string {
    const rows = this.energies.filter(({ role, taken }) => role !== "passes" && taken !== 0);
    const cells = rows.map(({ element, role, taken }) => [
      element.label,
      role,
      formatEnergy(role === "supplies" ? -taken : taken),
    ]);
    const events = this.losses.filter(({ lost }) => lost !== 0);
    cells.push(
      ...events.map((loss) => [labelLoss(loss), loss.lost > 0 ? "loses" : "brings", formatEnergy(Math.abs(loss.lost))]),
    );
    const sum = (wanted: string, values: Float64Array) => ["", wanted, formatEnergy(values[values.length - 1] ?? 0)];
    const { supplied, stored, dissipated, lost, missing } = this.balance;
    cells.push(
      sum("supplied", supplied),
      sum("stored", stored),
      sum("dissipated", dissipated),
      ...(events.length > 0 ? [sum("lost at events", lost)] : []),
      sum("missing", missing),
    );
    const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column].length)));
    return cells
      .map(([name, role, energy]) => `${name.padEnd(widths[0])}  ${role.padEnd(widths[1])}  ${energy} J`.trimEnd())
      .join("\n");
  }
}

/** So many owners are named in one line of the table. */
const MOST_OWNERS = 3;

/** `3 events of "floor"` */
function labelLoss({ owners, count }: EventLoss): string {
  const names = owners.slice(0, MOST_OWNERS).map((name) => JSON.stringify(name));
  if (owners.length > MOST_OWNERS) names.push(`${owners.length - MOST_OWNERS} more`);
  const whose = names.length > 0 ? ` of ${names.join(", ")}` : "";
  return `${count} ${count === 1 ? "event" : "events"}${whose}`;
}

const formatEnergy = (value: number): string => {
  const text = Math.abs(value) >= 1e-4 || value === 0 ? value.toPrecision(7) : value.toExponential(3);
  return text.padStart(14);
};
