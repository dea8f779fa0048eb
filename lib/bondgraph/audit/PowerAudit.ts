import { ModelError } from "../../math/index.ts";
import type { Bond } from "../Bond.ts";
import type { Element } from "../Element.ts";

/** What an element did over a run. */
export interface ElementEnergy {
  readonly element: Element;
  /** What the element is to the balance: a store, a source, a sink, or neither (junctions, transformers). */
  readonly role: "stores" | "supplies" | "dissipates" | "passes";
  /** Energy it took over the run, J; negative: it gave. */
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
  /**
   * `supplied − stored − dissipated`: zero but for rounding where every junction passes. All powers are taken at the same
   * instants, so the error of quadrature is in the three, not in their difference.
   */
  readonly missing: Float64Array;
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
  /** `|sum| / throughput` */
  readonly ratio: number;
}

/** Power on every bond along a run, and where it goes; made by `auditPower`. */
export class PowerAudit {
  readonly time: Float64Array;
  /** Power of each bond at each time, W. */
  readonly powers: ReadonlyMap<string, Float64Array>;
  readonly energies: readonly ElementEnergy[];
  readonly balance: EnergyBalance;
  /** Undefined where no power flows through any junction. */
  readonly worst: WorstSum | undefined;
  readonly tolerance: number;

  constructor(parts: {
    time: Float64Array;
    powers: ReadonlyMap<string, Float64Array>;
    energies: readonly ElementEnergy[];
    balance: EnergyBalance;
    worst: WorstSum | undefined;
    tolerance: number;
  }) {
    this.time = parts.time;
    this.powers = parts.powers;
    this.energies = parts.energies;
    this.balance = parts.balance;
    this.worst = parts.worst;
    this.tolerance = parts.tolerance;
  }

  /** Whether the power into every junction, transformer, gyrator and sum comes out again. */
  get passes(): boolean {
    return this.worst === undefined || this.worst.ratio <= this.tolerance;
  }

  /** Throws where it does not pass, with the element and the bond. */
  check(): this {
    const { worst } = this;
    if (worst === undefined || this.passes) return this;
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
    const sum = (wanted: string, values: Float64Array) => ["", wanted, formatEnergy(values[values.length - 1] ?? 0)];
    const { supplied, stored, dissipated, missing } = this.balance;
    cells.push(
      sum("supplied", supplied),
      sum("stored", stored),
      sum("dissipated", dissipated),
      sum("missing", missing),
    );
    const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column].length)));
    return cells
      .map(([name, role, energy]) => `${name.padEnd(widths[0])}  ${role.padEnd(widths[1])}  ${energy} J`.trimEnd())
      .join("\n");
  }
}

const formatEnergy = (value: number): string => {
  const text = Math.abs(value) >= 1e-4 || value === 0 ? value.toPrecision(7) : value.toExponential(3);
  return text.padStart(14);
};
