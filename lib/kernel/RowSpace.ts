/** What is left of a row beyond the others, relative to the longest row, when it still counts as independent of them. */
const CUTOFF = 1e-7;

/** A rate is taken that is this much as free as the freest one. */
const PREFERENCE = 0.3;

/** The motions that rows leave free, by some of the rates. */
export interface Freedoms {
  /** Rates that can be chosen freely, and those that follow from them. */
  readonly independent: readonly number[];
  readonly dependent: readonly number[];
  /** For each independent rate all rates that go with it: itself 1, the other independent ones 0. */
  readonly directions: readonly Float64Array[];
}

/** The space that rows of numbers span, by an orthonormal basis (Gram–Schmidt, twice over). */
export class RowSpace {
  private readonly size: number;
  private readonly scale: number;
  private readonly cutoff: number;
  private readonly basis: Float64Array[] = [];
  /** The least that an independent row was beyond the others, relative to the longest row. */
  margin = 1;

  /** `scale` is the length of the longest row there will be; what is left of a row below the `cutoff` part of it is zero. */
  constructor(size: number, scale: number, cutoff = CUTOFF) {
    this.size = size;
    this.scale = scale;
    this.cutoff = cutoff;
  }

  get rank(): number {
    return this.basis.length;
  }

  private subtract(row: Float64Array, basis: readonly Float64Array[]): Float64Array {
    const rest = row.slice();
    for (let pass = 0; pass < 2; pass++) {
      for (const b of basis) {
        let part = 0;
        for (let i = 0; i < rest.length; i++) part += rest[i] * b[i];
        for (let i = 0; i < rest.length; i++) rest[i] -= part * b[i];
      }
    }
    return rest;
  }

  /** Adds rows, the most independent first; returns how many of them say something new. */
  add(rows: readonly Float64Array[]): number {
    const before = this.rank;
    let rest = rows.map((row) => this.subtract(row, this.basis));
    while (rest.length > 0) {
      const lengths = rest.map((row) => Math.hypot(...row));
      const best = lengths.indexOf(Math.max(...lengths));
      if (!(lengths[best] > this.cutoff * this.scale)) break;
      this.margin = Math.min(this.margin, lengths[best] / this.scale);
      const unit = rest[best].map((x) => x / lengths[best]);
      this.basis.push(unit);
      rest = rest.filter((_, i) => i !== best).map((row) => this.subtract(row, [unit]));
    }
    return this.rank - before;
  }

  /**
   * Chooses independent rates: those in `preferred` as far as they are free of one another, then always the first that
   * the rows and the ones chosen before bind little.
   */
  findFreedoms(preferred: readonly number[] = []): Freedoms {
    const { size, basis } = this;
    const free: Float64Array[] = [];
    const independent: number[] = [];
    let rests = Array.from({ length: size }, (_, i) => {
      const unit = new Float64Array(size);
      unit[i] = 1;
      return this.subtract(unit, basis);
    });
    const take = (index: number, length: number) => {
      const unit = rests[index].map((x) => x / length);
      independent.push(index);
      free.push(unit);
      rests = rests.map((row) => this.subtract(row, [unit]));
    };
    for (const index of preferred) {
      const length = Math.hypot(...rests[index]);
      if (length > CUTOFF && !independent.includes(index)) take(index, length);
    }
    while (independent.length < size - this.rank) {
      const lengths = rests.map((row, i) => (independent.includes(i) ? 0 : Math.hypot(...row)));
      const limit = PREFERENCE * Math.max(...lengths);
      const index = lengths.findIndex((length) => length > limit);
      take(index, lengths[index]);
    }
    // free[k] has no part along independent rates before k, so unit parts follow from the last to the first.
    const directions: Float64Array[] = [];
    for (let k = free.length - 1; k >= 0; k--) {
      const own = free[k][independent[k]];
      const column = free[k].map((x) => x / own);
      for (let l = k + 1; l < free.length; l++) {
        const part = column[independent[l]];
        for (let i = 0; i < size; i++) column[i] -= part * directions[l][i];
      }
      directions[k] = column;
    }
    const dependent = Array.from({ length: size }, (_, i) => i).filter((i) => !independent.includes(i));
    return { independent, dependent, directions };
  }
}
