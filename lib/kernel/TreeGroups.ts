import type { Link } from "./Link.ts";

/** Which trees of links belong together: disjoint sets of their numbers. Bases, with the number 0, join nothing. */
export class TreeGroups {
  private readonly parents: Int32Array;

  constructor(treeCount: number) {
    this.parents = new Int32Array(treeCount + 1);
    this.reset();
  }

  /** Each tree is on its own. */
  reset(): void {
    const { parents } = this;
    for (let i = 0; i < parents.length; i++) parents[i] = i;
  }

  /** The number that all trees of a group have in common. */
  get(tree: number): number {
    const { parents } = this;
    let group = tree;
    while (parents[group] !== group) group = parents[group];
    return group;
  }

  /** The group of the first link that is no base; 0: there is none. */
  find(links: readonly Link[]): number {
    for (let i = 0; i < links.length; i++) if (links[i].tree > 0) return this.get(links[i].tree);
    return 0;
  }

  /** Puts the trees of some links together. */
  join(links: readonly Link[]): void {
    const first = this.find(links);
    for (let i = 0; i < links.length; i++) if (links[i].tree > 0) this.parents[this.get(links[i].tree)] = first;
  }
}
