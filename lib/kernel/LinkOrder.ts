import type { DormantRotors } from "./DormantRotors.ts";
import type { Link } from "./Link.ts";
import type { RotorGroup } from "./RotorGroup.ts";

/** Links of which those are done one by one that are awake, and the dormant ones by groups. */
export class LinkOrder {
  /** Root first. */
  readonly all: readonly Link[];
  /** Those that are awake, root first: the first `count` of these. */
  readonly links: Link[];
  count: number;
  /** Dormant rotors on these links. */
  readonly groups: readonly RotorGroup[];
  private readonly rotors: DormantRotors;
  private version = -1;

  constructor(all: readonly Link[], rotors: DormantRotors) {
    this.all = all;
    this.rotors = rotors;
    this.links = [...all];
    this.count = all.length;
    this.groups = rotors.groups.filter(({ parent }) => all.includes(parent));
  }

  /** To be called before the links are read: looks for those that are awake if rotors have gone to sleep, or woken up. */
  update(): void {
    if (this.version === this.rotors.version) return;
    this.version = this.rotors.version;
    const { all, links } = this;
    this.count = 0;
    for (let i = 0; i < all.length; i++) if (!all[i].isDormant) links[this.count++] = all[i];
  }
}
