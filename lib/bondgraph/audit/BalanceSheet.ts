import type { BondGraph } from "../BondGraph.ts";
import type { Element } from "../Element.ts";
import type { AuditedRun, AuditOptions, PowerMeter } from "./auditPower.ts";
import type { ElementEnergy, EnergyBalance } from "./PowerAudit.ts";

/** Gauss's nodes and weights on [0, 1], order 10. */
const NODES = [0.04691007703066802, 0.23076534494715845, 0.5, 0.7692346550528415, 0.9530899229693319];
const WEIGHTS = [
  0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454,
];

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
  taken: number;
}

/** Integrates powers over a run and sums energies up. */
export class BalanceSheet {
  private readonly run: AuditedRun;
  private readonly meter: PowerMeter;
  private readonly stored: ReadonlyMap<string, () => number>;
  private readonly entries: readonly Entry[];

  constructor(graph: BondGraph, run: AuditedRun, meter: PowerMeter, options: AuditOptions) {
    const { stored = new Map<string, () => number>(), dissipating } = options;
    this.run = run;
    this.meter = meter;
    this.stored = stored;
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
        taken: 0,
      }));
  }

  fill(time: Float64Array): { energies: ElementEnergy[]; balance: EnergyBalance } {
    const balance: EnergyBalance = {
      time,
      stored: new Float64Array(time.length),
      supplied: new Float64Array(time.length),
      dissipated: new Float64Array(time.length),
      missing: new Float64Array(time.length),
    };
    const springs = this.readSprings(time[0]);
    for (let i = 0; i < time.length; i++) {
      if (i > 0 && time[i] > time[i - 1]) this.integrate(time[i - 1], time[i]);
      const stretched = this.readSprings(time[i]) - springs;
      const stores = this.sum("stores") + stretched;
      const dissipates = this.sum("dissipates") - stretched;
      balance.stored[i] = stores;
      balance.dissipated[i] = dissipates;
      balance.supplied[i] = -this.sum("supplies");
      balance.missing[i] = balance.supplied[i] - stores - dissipates;
    }
    return { energies: this.entries.map(({ element, role, taken }) => ({ element, role, taken })), balance };
  }

  private readSprings(t: number | undefined): number {
    if (this.stored.size === 0 || t === undefined) return 0;
    this.run.at(t).show();
    return [...this.stored.values()].reduce((sum, read) => sum + read(), 0);
  }

  private sum(role: ElementEnergy["role"]): number {
    return this.entries.reduce((sum, entry) => sum + (entry.role === role ? entry.taken : 0), 0);
  }

  private integrate(from: number, to: number): void {
    const { meter, entries } = this;
    const h = to - from;
    NODES.forEach((node, k) => {
      const t = from + node * h;
      this.run.at(t).show();
      meter.read(t);
      for (const entry of entries) {
        for (const { place, sign } of entry.bonds) entry.taken += h * WEIGHTS[k] * sign * meter.powers[place];
      }
    });
  }
}
