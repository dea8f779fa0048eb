import type { Rows } from "../constraints/index.ts";
import type { Link } from "./Link.ts";
import { RowFeatures } from "./RowFeatures.ts";

/** Rows of an operator that act on the same links: all rows of a constraint, or one rate that is wanted. */
export class RowBlock {
  readonly constraint: Rows | null;
  /** The links of the constraint's bodies. */
  readonly ends: readonly Link[];
  /** The wanted rate, or −1. */
  readonly rate: number;
  readonly size: number;
  /** What a multiplier acts on directly: the links from its own to their roots, root first; no bases. */
  readonly path: readonly Link[];
  readonly features: RowFeatures;
  /** Place of the first row in the operator. */
  first = 0;

  private constructor(constraint: Rows | null, ends: readonly Link[], rate: number) {
    this.constraint = constraint;
    this.ends = ends;
    this.rate = rate;
    this.size = constraint ? constraint.rowCount : 1;
    this.path = unite(ends.map(listPath));
    this.features = new RowFeatures(this.size, this.path, ends, rate);
  }

  static ofConstraint(constraint: Rows, ends: readonly Link[]): RowBlock {
    return new RowBlock(constraint, ends, -1);
  }

  static ofRate(rate: number, link: Link): RowBlock {
    return new RowBlock(null, [link], rate);
  }

  /** Whether rows of the other block feel a multiplier of this one. */
  touches(other: RowBlock): boolean {
    return this.path.some((link) => other.path.includes(link));
  }

  /** Names the links that it acts on: blocks that act on the same ones have the same key. */
  get key(): string {
    return this.path.map(({ index }) => index).join(" ");
  }
}

function listPath(end: Link): Link[] {
  const path: Link[] = [];
  for (let link: Link | null = end; link && !link.isBase; link = link.parent) path.push(link);
  return path;
}

/** All links of several lists, each once, root first. */
function unite(lists: readonly (readonly Link[])[]): Link[] {
  return [...new Set(lists.flat())].sort((a, b) => a.index - b.index);
}
