import { isSensor } from "../constraints/capabilities/Senses.ts";
import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import type { Constraint } from "../constraints/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import type { Link } from "../kernel/Link.ts";
import { TreeGroups } from "../kernel/TreeGroups.ts";

/** A constraint and the links that it may act on. */
interface Bridge<C extends Constraint> {
  readonly constraint: C;
  readonly links: readonly Link[];
}

/**
 * The contacts of a kernel in islands: those that share trees of links with others that are closed, or near enough to touch, or
 * with rows and forces between trees. What an event does in one island changes nothing in the others, but by laws that read
 * what they do not act on.
 */
export class ContactIslands {
  private static readonly all = new WeakMap<Kernel, ContactIslands>();
  private readonly contacts: readonly Bridge<Unilateral>[];
  /** What else acts between several trees: rods, loops, springs. */
  private readonly bridges: readonly Bridge<Constraint>[];
  private readonly groups: TreeGroups;
  /** Trees that are open, by their numbers. */
  readonly opened: Uint8Array;

  private constructor(kernel: Kernel) {
    const build = <C extends Constraint>(constraint: C): Bridge<C> => {
      const links = new Map(constraint.bodies.map((body) => [kernel.getLink(body).tree, kernel.getLink(body)]));
      return { constraint, links: [...links.values()] };
    };
    this.contacts = kernel.contacts.map(build);
    this.bridges = kernel.acting
      .filter((constraint) => !constraint.isUnilateral && !isSensor(constraint))
      .map(build)
      .filter(({ links }) => links.filter(({ isBase }) => !isBase).length > 1);
    this.groups = new TreeGroups(kernel.treeCount);
    this.opened = new Uint8Array(kernel.treeCount + 1);
  }

  /** Those of a kernel, made on first use. */
  static of(kernel: Kernel): ContactIslands {
    let islands = ContactIslands.all.get(kernel);
    if (!islands) {
      islands = new ContactIslands(kernel);
      ContactIslands.all.set(kernel, islands);
    }
    return islands;
  }

  /**
   * Opens the trees of the island of a contact, none without one; returns all contacts that are on and act on them. Gaps up to
   * `slack` times the size count as touching; contacts that are open are measured.
   */
  open(touched: Unilateral | undefined, slack: number): Unilateral[] {
    const { contacts, groups, opened } = this;
    opened.fill(0);
    if (!touched) return [];
    groups.reset();
    for (const { constraint, links } of this.bridges) if (constraint.isOn) groups.join(links);
    for (const { constraint, links } of contacts) {
      if (constraint === touched || isJoining(constraint, slack)) groups.join(links);
    }
    const seed = contacts.find(({ constraint }) => constraint === touched) as Bridge<Unilateral>;
    const island = groups.find(seed.links);
    for (let tree = 0; tree < opened.length; tree++) opened[tree] = groups.get(tree) === island ? 1 : 0;
    return contacts.flatMap(({ constraint, links }) =>
      constraint === touched || (constraint.isOn && links.some(({ tree }) => tree > 0 && opened[tree] === 1))
        ? [constraint]
        : [],
    );
  }
}

const isJoining = (contact: Unilateral, slack: number): boolean =>
  contact.isOn && (contact.isClosed || !(contact.gap > slack * contact.size));
