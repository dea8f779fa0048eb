import type { EventLoss } from "./PowerAudit.ts";
import type { ShownRun } from "./ShownRun.ts";

/** Energies at the state shown, J: of each store, and of all springs together. */
interface Energies {
  readonly stores: Float64Array;
  readonly springs: number;
}

/** What stores and springs lose at events, from the states before and after them: there impulses act, which have no power. */
export class EventLosses {
  /** What each store, and all springs together, got at the events passed. */
  readonly stores: Float64Array;
  springs = 0;
  /** What all of them lost. */
  total = 0;
  private readonly run: ShownRun;
  private readonly read: (t: number) => Energies;
  private readonly times: readonly number[];
  private readonly byOwners = new Map<string, EventLoss>();

  constructor(run: ShownRun, storeCount: number, read: (t: number) => Energies) {
    this.run = run;
    this.read = read;
    this.stores = new Float64Array(storeCount);
    this.times = [...run.events.keys()];
  }

  /** Where powers may be integrated without a jump: two times and the events between them; nothing if time stands still. */
  listPlaces(from: number, to: number): number[] {
    return to > from ? [from, ...this.times.filter((t) => t > from && t < to), to] : [];
  }

  /** Adds the events since the time before the `i`-th, those at it too, unless it comes once more behind it. */
  pass(times: ArrayLike<number>, i: number): void {
    const { [i - 1]: from, [i]: to, [i + 1]: next } = times;
    for (const t of this.times) {
      if ((t > from && t < to) || (t === to && t !== next)) this.add(t);
    }
  }

  private add(t: number): void {
    this.run.showBefore(t);
    const before = this.read(t);
    this.run.show(t);
    const after = this.read(t);
    let lost = before.springs - after.springs;
    this.springs -= lost;
    for (let k = 0; k < this.stores.length; k++) {
      const jump = after.stores[k] - before.stores[k];
      this.stores[k] += jump;
      lost -= jump;
    }
    this.total += lost;
    const owners = this.run.events.get(t) ?? [];
    const key = JSON.stringify(owners);
    const known = this.byOwners.get(key) ?? { owners, count: 0, lost: 0 };
    this.byOwners.set(key, { owners, count: known.count + 1, lost: known.lost + lost });
  }

  list(): readonly EventLoss[] {
    return [...this.byOwners.values()];
  }
}
