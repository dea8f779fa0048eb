import type { Rows } from "../constraints/index.ts";
import type { DormantRotors } from "./DormantRotors.ts";
import type { Link } from "./Link.ts";
import { LinkOrder } from "./LinkOrder.ts";
import { RowIsland } from "./RowIsland.ts";
import { TreeGroups } from "./TreeGroups.ts";

/** Islands that are kept beside the present ones, and how many numbers their matrices may have: events come back to them. */
const KEPT = 64;
const KEPT_NUMBERS = 1e6;

/** An island that is in force, and the places of its constraints among all. */
interface PresentIsland {
  readonly island: RowIsland;
  readonly places: readonly number[];
}

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
  private present: readonly PresentIsland[] = [];
  /** Constraints by their places, and trees by their numbers, that a change touches. */
  private readonly marks: Uint8Array;
  private readonly trees: Uint8Array;
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
    const treeCount = links.reduce((most, { tree }) => Math.max(most, tree), 0);
    this.groups = new TreeGroups(treeCount);
    this.marks = new Uint8Array(all.length);
    this.trees = new Uint8Array(treeCount + 1);
  }

  /** The islands of `counts[i]` rows of each constraint, of which those at the places `changed` are others than last time. */
  list(counts: Int32Array, changed: readonly number[]): readonly RowIsland[] {
    const { all, marks, trees } = this;
    marks.fill(0);
    trees.fill(0);
    for (const i of changed) {
      marks[i] = 1;
      for (const { tree } of this.find(all[i])) trees[tree] = 1;
    }
    const next: PresentIsland[] = [];
    for (const entry of this.present) {
      if (this.isTouched(entry)) for (const i of entry.places) marks[i] = 1;
      else next.push(entry);
    }
    const places: number[] = [];
    for (let i = 0; i < all.length; i++) if (marks[i] === 1 && counts[i] > 0) places.push(i);
    this.group(places, counts, next);
    this.present = next;
    this.forget();
    return next.map(({ island }) => island);
  }

  /** Whether it has rows of a marked constraint, or trees that such a one acts on now. */
  private isTouched({ island: { links }, places }: PresentIsland): boolean {
    for (const i of places) if (this.marks[i] === 1) return true;
    for (const { tree } of links) if (this.trees[tree] === 1) return true;
    return false;
  }

  /** Adds the islands of constraints at some places to `out`, in their order. */
  private group(places: readonly number[], counts: Int32Array, out: PresentIsland[]): void {
    const { all, groups } = this;
    const ends = places.map((i) => this.find(all[i]));
    groups.reset();
    for (const links of ends) groups.join(links);
    // What joins bases alone is on its own.
    const numbers = ends.map((links, k) => groups.find(links) || -1 - k);
    numbers.forEach((group, k) => {
      if (numbers.indexOf(group) < k) return;
      const own = places.filter((_, j) => numbers[j] === group);
      const key = own.map((i) => `${i}:${counts[i]}/${all[i].choice}`).join(" ");
      const island =
        this.known.get(key) ??
        this.create(
          own,
          ends.filter((_, j) => numbers[j] === group),
          group,
        );
      this.known.delete(key);
      this.known.set(key, island);
      out.push({ island, places: own });
    });
  }

  private create(places: readonly number[], ends: readonly (readonly Link[])[], group: number): RowIsland {
    const { all, groups, links, rotors, change, efforts } = this;
    const own = links.filter(({ tree }) => tree > 0 && groups.get(tree) === group);
    const constraints = places.map((i) => all[i]);
    return new RowIsland(constraints, ends, new LinkOrder(own, rotors), change, efforts);
  }

  /** Forgets those that were not used for long. */
  private forget(): void {
    const { known } = this;
    const present = this.present.length;
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
