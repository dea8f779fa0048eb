import { callGiven, describe, ModelError } from "../../math/index.ts";
import type { BondGraph } from "../BondGraph.ts";
import type { Element } from "../Element.ts";
import type { AuditOptions, EnergyStore } from "./auditPower.ts";
import { EventLosses } from "./EventLosses.ts";
import type { ElementEnergy, EnergyBalance, EventLoss, WorstStore } from "./PowerAudit.ts";
import type { PowerMeter } from "./PowerMeter.ts";
import type { ShownRun } from "./ShownRun.ts";

/** Gauss's nodes and weights on [0, 1], order 10. */
const NODES = [0.04691007703066802, 0.23076534494715845, 0.5, 0.7692346550528415, 0.9530899229693319];
const WEIGHTS = [
  0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454,
];

/**
 * Where energies of an interval misfit by more than this part of what is tolerable, it is cut into steps of the run, so many at
 * most, and these are halved at most so often, as long as that makes the misfit so much smaller.
 */
const FINE = 1e-2;
const MOST_CUTS = 4096;
const MOST_HALVINGS = 10;
const HALVING_GAIN = 0.5;

const ROLES: Partial<Record<Element["kind"], ElementEnergy["role"]>> = {
  I: "stores",
  C: "stores",
  Se: "supplies",
  Sf: "supplies",
  FC: "supplies",
  R: "dissipates",
  EC: "dissipates",
};

interface Entry {
  readonly element: Element;
  readonly role: ElementEnergy["role"];
  /** Bonds that lead to it, with plus for what comes in. */
  readonly bonds: readonly { place: number; sign: number }[];
}

/** What happened between two instants. */
interface Span {
  readonly from: number;
  readonly to: number;
  /** Energy that each entry took, and what went in and out of all of them together. */
  readonly taken: Float64Array;
  readonly turnover: number;
  /** What bonds brought to each store, less what its states say it gathered. */
  readonly misfits: Float64Array;
  readonly gathered: Float64Array;
  /** What cancels to the energy that bonds brought to each store. */
  readonly gross: Float64Array;
}

interface Filled {
  readonly energies: ElementEnergy[];
  readonly balance: EnergyBalance;
  readonly losses: readonly EventLoss[];
  readonly worstStore: WorstStore | undefined;
}

/** Integrates powers over a run and sums energies up; compares those of stores with what their states say. */
export class BalanceSheet {
  private readonly run: ShownRun;
  private readonly meter: PowerMeter;
  private readonly springs: ReadonlyMap<string, () => number>;
  private readonly entries: readonly Entry[];
  private readonly stores: readonly EnergyStore[];
  /** Of each store, the places of its elements among the entries. */
  private readonly members: readonly (readonly number[])[];
  /** … and the places of all bonds at the junctions beside them. */
  private readonly beside: readonly (readonly number[])[];
  private readonly gross: Float64Array;
  /** How many of the stored points of the run lie before what is looked at. */
  private passed = 0;
  private readonly tolerance: number;
  private turnover = 0;
  /** The largest energy in all stores together. */
  private largest = 0;

  constructor(graph: BondGraph, run: ShownRun, meter: PowerMeter, options: AuditOptions, tolerance: number) {
    const { stored = new Map<string, () => number>(), dissipating, stores = [] } = options;
    this.run = run;
    this.meter = meter;
    this.springs = stored;
    this.tolerance = tolerance;
    this.entries = graph.elements
      .filter(({ kind }) => ROLES[kind] !== undefined)
      .map((element) => ({
        element,
        role:
          element.kind === "FC" && dissipating?.has(element.group)
            ? "dissipates"
            : (ROLES[element.kind] as ElementEnergy["role"]),
        bonds: graph.bondsOf(element).map((bond) => ({
          place: meter.places.get(bond) as number,
          sign: bond.to.element === element ? 1 : -1,
        })),
      }));
    this.stores = stores;
    this.members = stores.map(({ elements }) =>
      elements.map((element) => this.entries.findIndex((entry) => entry.element === element)),
    );
    this.gross = new Float64Array(stores.length);
    const listBeside = (element: Element) =>
      graph
        .bondsOf(element)
        .flatMap(({ from, to }) => graph.bondsOf(from.element === element ? to.element : from.element));
    this.beside = stores.map(({ elements }) =>
      elements.flatMap(listBeside).map((bond) => meter.places.get(bond) as number),
    );
  }

  fill(time: Float64Array): Filled {
    const balance: EnergyBalance = {
      time,
      stored: new Float64Array(time.length),
      supplied: new Float64Array(time.length),
      dissipated: new Float64Array(time.length),
      lost: new Float64Array(time.length),
      missing: new Float64Array(time.length),
    };
    const taken = new Float64Array(this.entries.length);
    const gathered = new Float64Array(this.stores.length);
    const misfits = new Float64Array(this.stores.length);
    const worst = this.stores.map(({ label }) => ({ label, t: time[0], misfit: 0, gathered: 0 }));
    const losses = new EventLosses(this.run, this.stores.length, (t) => ({
      stores: this.readStores(t),
      springs: this.readSprings(t),
    }));
    let springs = 0;
    for (let i = 0; i < time.length; i++) {
      if (i > 0 && time[i] < time[i - 1]) this.passed = 0;
      const places = i > 0 ? losses.listPlaces(time[i - 1], time[i]) : [];
      for (let k = 1; k < places.length; k++) {
        for (const span of this.cut(this.integrate(places[k - 1], places[k]))) {
          this.turnover += span.turnover;
          add(taken, span.taken);
          add(gathered, span.gathered);
          add(misfits, span.misfits);
          add(this.gross, span.gross);
          misfits.forEach((misfit, k) => {
            if (Math.abs(misfit) <= Math.abs(worst[k].misfit)) return;
            worst[k] = { label: worst[k].label, t: span.to, misfit, gathered: gathered[k] };
          });
        }
      }
      if (i > 0) losses.pass(time, i);
      this.run.showPlace(time, i);
      const stretched = this.readSprings(time[i]);
      if (i === 0) springs = stretched;
      const { springs: switched, total } = losses;
      const stores = this.sum("stores", taken) + stretched - springs - switched - total;
      const dissipates = this.sum("dissipates", taken) - (stretched - springs) + switched;
      balance.stored[i] = stores;
      balance.dissipated[i] = dissipates;
      balance.supplied[i] = -this.sum("supplies", taken);
      balance.lost[i] = total;
      balance.missing[i] = balance.supplied[i] - stores - dissipates - total;
    }
    losses.stores.forEach((jump, k) => {
      if (this.members[k].length > 0) taken[this.members[k][0]] += jump;
    });
    const energies = this.entries.map(({ element, role }, k) => ({ element, role, taken: taken[k] }));
    let worstStore: WorstStore | undefined;
    worst.forEach((store, k) => {
      const turnover = Math.max(this.turnover, this.largest, this.gross[k]);
      const ratio = Math.abs(store.misfit) / turnover;
      if (ratio > (worstStore?.ratio ?? 0)) worstStore = { ...store, turnover, ratio };
    });
    return { energies, balance, losses: losses.list(), worstStore };
  }

  private readSprings(t: number): number {
    return [...this.springs].reduce((sum, [name, read]) => sum + readEnergy(name, read, t), 0);
  }

  private sum(role: ElementEnergy["role"], taken: Float64Array): number {
    return this.entries.reduce((sum, entry, k) => sum + (entry.role === role ? taken[k] : 0), 0);
  }

  /** The same in parts that are short enough for the quadrature. */
  private cut(span: Span): Span[] {
    if (this.isFine(span)) return [span];
    const places = this.listSteps(span.from, span.to);
    if (places.length === 2) return this.halve(span, 0);
    return places.slice(1).flatMap((to, i) => this.halve(this.integrate(places[i], to), 0));
  }

  /** Steps of the run between two times; equal ones where it has not stored them. */
  private listSteps(from: number, to: number): number[] {
    const { times, steps } = this.run;
    // Intervals come one after the other.
    while (times[this.passed] <= from) this.passed++;
    const stored: number[] = [];
    for (let i = this.passed; times[i] < to; i++) if (times[i] !== times[i - 1]) stored.push(times[i]);
    const step = (times[times.length - 1] - times[0]) / steps;
    const count = Math.max(1, Math.min(MOST_CUTS, Math.ceil((to - from) / step)));
    if (stored.length > 0 || !(count > 1)) return [from, ...stored, to];
    return Array.from({ length: count + 1 }, (_, i) => (i === count ? to : from + ((to - from) * i) / count));
  }

  /** Where halves fit no better, it is the run that is wrong. */
  private halve(span: Span, halvings: number): Span[] {
    const { from, to } = span;
    const middle = from + (to - from) / 2;
    if (halvings >= MOST_HALVINGS || this.isFine(span) || !(middle > from && middle < to)) return [span];
    const halves = [this.integrate(from, middle), this.integrate(middle, to)];
    const misfit = halves.reduce((sum, half) => sum + findLargest(half.misfits), 0);
    const isBetter = misfit <= HALVING_GAIN * findLargest(span.misfits);
    return halves.flatMap((half) => this.halve(half, isBetter ? halvings + 1 : MOST_HALVINGS));
  }

  private isFine({ misfits, turnover, gross }: Span): boolean {
    const most = Math.max(this.turnover + turnover, this.largest);
    return misfits.every(
      (misfit, k) => Math.abs(misfit) <= FINE * this.tolerance * Math.max(most, this.gross[k] + gross[k]),
    );
  }

  private integrate(from: number, to: number): Span {
    const { meter, entries, stores, members, beside } = this;
    const h = to - from;
    const taken = new Float64Array(entries.length);
    const gross = new Float64Array(stores.length);
    let turnover = 0;
    NODES.forEach((node, k) => {
      const t = from + node * h;
      this.run.show(t);
      meter.read(t);
      entries.forEach(({ bonds }, i) => {
        let power = 0;
        for (const { place, sign } of bonds) power += sign * meter.powers[place];
        taken[i] += h * WEIGHTS[k] * power;
        turnover += 0.5 * h * WEIGHTS[k] * Math.abs(power);
      });
      stores.forEach((store, i) => {
        const through = beside[i].reduce((sum, place) => sum + meter.throughputs[place], 0);
        const own = store.gross ? readEnergy(store.label, store.gross, t) : 0;
        gross[i] += h * WEIGHTS[k] * Math.max(through, own);
      });
    });
    this.run.show(from);
    const start = this.readStores(from);
    this.run.showBefore(to);
    const end = this.readStores(to);
    const gathered = Float64Array.from(stores, (_, k) => end[k] - start[k]);
    const misfits = Float64Array.from(stores, (_, k) => members[k].reduce((sum, i) => sum + taken[i], -gathered[k]));
    return { from, to, taken, turnover, misfits, gathered, gross };
  }

  /** Energies of the stores at the state shown. */
  private readStores(t: number): Float64Array {
    const energies = Float64Array.from(this.stores, ({ label, energy }) => readEnergy(label, energy, t));
    this.largest = Math.max(
      this.largest,
      energies.reduce((sum, energy) => sum + Math.abs(energy), 0),
    );
    return energies;
  }
}

function readEnergy(label: string, read: () => number, t: number): number {
  const energy = callGiven("power audit", `the energy of ${label}`, read);
  if (Number.isFinite(energy)) return energy;
  throw new ModelError(
    `power audit: the energy of ${label} is ${describe(energy)} at t = ${t} s; look at its state and its law`,
  );
}

function add(sum: Float64Array, part: Float64Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] += part[i];
}

const findLargest = (values: Float64Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
