import type { Rows } from "../constraints/index.ts";
import type { DormantRotors } from "./DormantRotors.ts";
import type { Link } from "./Link.ts";
import { LinkOrder } from "./LinkOrder.ts";
import { RowIsland } from "./RowIsland.ts";
import { TreeGroups } from "./TreeGroups.ts";

/** Islands that are kept beside the present ones, and how many numbers their matrices may have: events come back to them. */
const KEPT = 64;
const KEPT_NUMBERS = 1e6;

/**
 * Rows that act on the same trees are an island. Islands are kept by what is in force in them: an event changes those that
 * it touches, and finds them ready where it comes back to what was in force before.
 */
export class RowIslands {
  private readonly all: readonly Rows[];
  private readonly links: readonly Link[];
  private readonly rotors: DormantRotors;
  private readonly find: (c: Rows) => Link[];
  private readonly change: Float64Array;
  /** Zero: what islands sweep beside their own multipliers. */
  private readonly efforts: Float64Array;
  private readonly groups: TreeGroups;
  /** By the rows in force, the ones that were used last at the end. */
  private readonly known = new Map<string, RowIsland>();
  /** Trees without rows, by their numbers. What they do is no part of any projection: they write elsewhere. */
  private readonly loose = new Map<number, RowIsland>();
  private readonly elsewhere: Float64Array;

  constructor(
    all: readonly Rows[],
    links: readonly Link[],
    rotors: DormantRotors,
    find: (c: Rows) => Link[],
    change: Float64Array,
  ) {
    this.all = all;
    this.links = links;
    this.rotors = rotors;
    this.find = find;
    this.change = change;
    this.efforts = new Float64Array(change.length);
    this.elsewhere = new Float64Array(change.length);
    this.groups = new TreeGroups(links.reduce((most, { tree }) => Math.max(most, tree), 0));
  }

  /** The islands of `counts[i]` rows of each constraint, in the order of the constraints. */
  list(counts: Int32Array): RowIsland[] {
    const { all, groups, known } = this;
    groups.reset();
    const ends = all.map((constraint, i) => (counts[i] > 0 ? this.find(constraint) : []));
    for (const links of ends) groups.join(links);
    const members = new Map<number, number[]>();
    ends.forEach((links, i) => {
      if (counts[i] === 0) return;
      // What joins bases alone is on its own.
      const group = groups.find(links) || -1 - i;
      const list = members.get(group);
      if (list) list.push(i);
      else members.set(group, [i]);
    });
    const islands: RowIsland[] = [];
    for (const [group, list] of members) {
      const key = list.map((i) => `${i}:${counts[i]}/${all[i].choice}`).join(" ");
      const island = known.get(key) ?? this.create(list, group, ends);
      known.delete(key);
      known.set(key, island);
      islands.push(island);
    }
    this.forget(islands.length);
    return islands;
  }

  private create(list: readonly number[], group: number, ends: readonly (readonly Link[])[]): RowIsland {
    const { groups, links, rotors, change, efforts } = this;
    const own = links.filter(({ tree }) => tree > 0 && groups.get(tree) === group);
    const constraints = list.map((i) => this.all[i]);
    return new RowIsland(
      constraints,
      list.map((i) => ends[i]),
      new LinkOrder(own, rotors),
      change,
      efforts,
    );
  }

  /** Forgets those that were not used for long; the last `present` ones are in force. */
  private forget(present: number): void {
    const { known } = this;
    let numbers = 0;
    for (const { operator } of known.values()) numbers += operator.rowCount ** 2;
    for (const [key, { operator }] of known) {
      if (known.size <= present || (known.size <= present + KEPT && numbers <= KEPT_NUMBERS)) return;
      known.delete(key);
      numbers -= operator.rowCount ** 2;
    }
  }

  /** A tree without rows. */
  getLoose(tree: number): RowIsland {
    let island = this.loose.get(tree);
    if (!island) {
      const links = this.links.filter((link) => link.tree === tree);
      island = new RowIsland([], [], new LinkOrder(links, this.rotors), this.elsewhere, this.efforts);
      this.loose.set(tree, island);
    }
    return island;
  }
}
