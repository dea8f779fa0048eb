import type { Rows } from "../constraints/index.ts";
import type { Link } from "./Link.ts";

/** Several wrenches on their way from leaf to root. */
export interface WrenchSweep {
  readonly count: number;
  /** p′ at P of each link of a path: `6 count` numbers a link. */
  readonly wrenches: Float64Array;
  /** For each wrench, `width` numbers apart: efforts along the open directions, and the answers `D⁻¹` of them. */
  readonly efforts: Float64Array;
  readonly answers: Float64Array;
  readonly width: number;
}

/**
 * The rows of a block as the open directions of its links feel them. A unit multiplier goes from leaf to root; what it asks
 * of the open directions of link k, once everything beyond has given way, is the effort `e_k = τ − Sᵀp′`. With `D` of the
 * recursion the response of row i to multiplier j is `Σ_k e_k(i) D_k⁻¹ e_k(j)` over the links that both act on: no sweep from
 * root to leaf, and a symmetric matrix.
 */
export class RowFeatures implements WrenchSweep {
  readonly count: number;
  readonly width: number;
  readonly wrenches: Float64Array;
  efforts: Float64Array;
  readonly answers: Float64Array;
  private readonly path: readonly Link[];
  private readonly ends: readonly Link[];
  /** Places of the ends in the path, and of each link's parent; −1: a base. */
  private readonly endPlaces: Int32Array;
  private readonly parents: Int32Array;
  /** Where the open directions of each link begin. */
  private readonly offsets: Int32Array;
  /** The wanted rate among the open directions, or −1. */
  private readonly wanted: number;
  /** Efforts of the rows, where the wrenches are others. */
  private readonly own: Float64Array;
  private readonly others: Float64Array;

  constructor(count: number, path: readonly Link[], ends: readonly Link[], rate: number) {
    this.count = count;
    this.path = path;
    this.ends = ends;
    this.endPlaces = Int32Array.from(ends, (link) => path.indexOf(link));
    this.parents = Int32Array.from(path, ({ parent }) => (parent ? path.indexOf(parent) : -1));
    let width = 0;
    this.offsets = Int32Array.from(path, ({ rateCount }) => {
      width += rateCount;
      return width - rateCount;
    });
    this.width = width;
    this.wanted = rate < 0 ? -1 : this.offsets[this.endPlaces[0]] + rate - ends[0].rate;
    this.wrenches = new Float64Array(6 * count * path.length);
    this.own = new Float64Array(count * width);
    this.others = new Float64Array(count * width);
    this.answers = new Float64Array(count * width);
    this.efforts = this.own;
  }

  /** Efforts of the rows, and answers to the wrenches of their multipliers: those of the rows, or with friction. */
  calc(constraint: Rows | null, hasFriction: boolean): void {
    if (constraint && hasFriction && constraint.columns !== constraint.jacobian) {
      this.sweep(constraint.jacobian);
      this.efforts = this.others;
      this.sweep(constraint.columns);
      this.efforts = this.own;
    } else this.sweep(constraint ? constraint.jacobian : null);
  }

  private sweep(J: Float64Array | null): void {
    const { wrenches, path, ends, endPlaces, parents, offsets, count, efforts } = this;
    for (let i = 0; i < wrenches.length; i++) wrenches[i] = 0;
    for (let i = 0; i < efforts.length; i++) efforts[i] = 0;
    if (this.wanted >= 0) efforts[this.wanted] = 1;
    for (let b = 0; J && b < ends.length; b++) {
      if (endPlaces[b] < 0) continue;
      for (let row = 0; row < count; row++) {
        ends[b].takeWrench(J, 6 * (row * ends.length + b), wrenches, 6 * (endPlaces[b] * count + row));
      }
    }
    for (let k = path.length - 1; k >= 0; k--) {
      path[k].sweepRows(this, 6 * k * count, 6 * parents[k] * count, offsets[k]);
    }
  }

  /** The open directions that two blocks share: triples of first place here, first place there, and length. */
  findShared(other: RowFeatures): Int32Array {
    const found: number[] = [];
    this.path.forEach((link, k) => {
      const place = other.path.indexOf(link);
      if (place < 0 || link.rateCount === 0) return;
      const [a, b, length] = [this.offsets[k], other.offsets[place], link.rateCount];
      const n = found.length;
      if (n > 0 && found[n - 3] + found[n - 1] === a && found[n - 2] + found[n - 1] === b) found[n - 1] += length;
      else found.push(a, b, length);
    });
    return Int32Array.from(found);
  }
}
