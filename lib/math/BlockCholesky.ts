import { planElimination } from "./planElimination.ts";

/** A pivot below this part of the diagonal means that a block depends on others: a method that can tell has to decide. */
const LEAST_PIVOT = 1e-6;

/**
 * Solves `K x = b` with a symmetric, positive semidefinite `K` of blocks of which few are coupled, in the least-squares and
 * least-norm sense, where what `K` does not see lies within blocks: a null vector of a diagonal block is one of all of `K`.
 * Each diagonal block is reduced to its range by Householder reflections with column pivoting, `K_kk Π = Q_k [R; ~0]`; what
 * is left, `Q_iᵀ K_ij Q_j`, is factored block by block in an order with little fill. Works in place on memory of its own.
 */
export class BlockCholesky {
  /** The blocks, each column by column: fill those that `findBlock` knows, then `factor`. */
  readonly values: Float64Array;
  rank = 0;
  /** Multiplications of one factorisation, roughly. */
  readonly cost: number;
  /** The rest by places in the order of elimination: size, rank, first unknown, where the blocks begin. */
  private readonly places: Int32Array;
  private readonly sizes: Int32Array;
  private readonly ranks: Int32Array;
  private readonly firsts: Int32Array;
  private readonly diagonals: Int32Array;
  /** Later places that are coupled with each, where those blocks begin, and the ones that their products go to. */
  private readonly rows: readonly Int32Array[];
  private readonly offsets: readonly Int32Array[];
  private readonly targets: readonly Int32Array[];
  /** Reflections of the diagonal blocks, laid out like these, with their factors by unknowns. */
  private readonly reflections: Float64Array;
  private readonly beta: Float64Array;
  private readonly y: Float64Array;

  /** `neighbours` of a block are those that it is coupled with. */
  constructor(sizes: readonly number[], neighbours: readonly ReadonlySet<number>[]) {
    const { order, rows } = planElimination(neighbours);
    const starts = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + size, 0));
    const count = sizes.reduce((sum, size) => sum + size, 0);
    this.sizes = Int32Array.from(order, (index) => sizes[index]);
    this.firsts = Int32Array.from(order, (index) => starts[index]);
    this.ranks = this.sizes.slice();
    this.places = new Int32Array(sizes.length);
    order.forEach((index, k) => {
      this.places[index] = k;
    });
    let end = 0;
    const take = (length: number) => {
      end += length;
      return end - length;
    };
    this.diagonals = this.sizes.map((size) => take(size * size));
    this.reflections = new Float64Array(end);
    this.rows = rows.map((list) => Int32Array.from(list));
    this.offsets = this.rows.map((list, k) => list.map((i) => take(this.sizes[i] * this.sizes[k])));
    this.targets = this.rows.map((list) =>
      Int32Array.from([...list].flatMap((j, n) => [...list.slice(n)].map((i) => this.getOffset(i, j)))),
    );
    this.values = new Float64Array(end);
    this.beta = new Float64Array(count);
    this.y = new Float64Array(count);
    this.cost = this.rows.reduce((sum, list, k) => {
      const below = list.reduce((total, i) => total + this.sizes[i], 0);
      return sum + this.sizes[k] * (this.sizes[k] + below) ** 2;
    }, 0);
  }

  private getOffset(i: number, k: number): number {
    return i === k ? this.diagonals[k] : this.offsets[k][this.rows[k].indexOf(i)];
  }

  /** Where block (row, column) begins in `values`; −1 if the block across the diagonal stands for it. */
  findBlock(row: number, column: number): number {
    const [i, k] = [this.places[row], this.places[column]];
    return i < k ? -1 : this.getOffset(i, k);
  }

  /**
   * Factors what is in `values`; pivots of diagonal blocks below `cutoff` of their largest count as zero. False if blocks
   * depend on one another, or nearly so: nothing can be solved then.
   */
  factor(cutoff: number): boolean {
    const { rows, offsets, sizes, ranks } = this;
    this.rank = 0;
    for (let k = 0; k < sizes.length; k++) this.rank += this.reduce(k, cutoff);
    for (let k = 0; k < sizes.length; k++) {
      for (let n = 0; n < rows[k].length; n++) {
        const i = rows[k][n];
        if (ranks[k] < sizes[k]) this.reflectColumns(k, offsets[k][n], sizes[i]);
        if (ranks[i] < sizes[i]) this.reflectRows(i, offsets[k][n], sizes[k]);
      }
    }
    for (let k = 0; k < sizes.length; k++) {
      if (!this.factorDiagonal(k)) return false;
      for (let n = 0; n < rows[k].length; n++) this.divide(rows[k][n], k, offsets[k][n]);
      this.subtract(k);
    }
    return true;
  }

  /** The rank of a diagonal block, which becomes `QᵀK Q` if it is not full. */
  private reduce(k: number, cutoff: number): number {
    const { values, reflections: a, beta, sizes } = this;
    const n = sizes[k];
    const to = this.diagonals[k];
    for (let i = to; i < to + n * n; i++) a[i] = values[i];
    let largest = 0;
    let rank = 0;
    for (; rank < n; rank++) {
      let best = rank;
      let most = -1;
      for (let j = rank; j < n; j++) {
        let square = 0;
        for (let i = rank; i < n; i++) square += a[to + j * n + i] * a[to + j * n + i];
        if (square <= most) continue;
        most = square;
        best = j;
      }
      const length = Math.sqrt(most);
      if (rank === 0) largest = length;
      if (!(length > cutoff * largest)) break;
      for (let i = 0; i < n; i++) {
        const value = a[to + rank * n + i];
        a[to + rank * n + i] = a[to + best * n + i];
        a[to + best * n + i] = value;
      }
      const o = to + rank * n;
      const alpha = a[o + rank] > 0 ? -length : length;
      const head = a[o + rank] - alpha;
      beta[this.firsts[k] + rank] = -head / alpha;
      a[o + rank] = 1;
      for (let i = rank + 1; i < n; i++) a[o + i] /= head;
      for (let j = rank + 1; j < n; j++) this.reflect(k, rank, a, to + j * n, 1);
    }
    this.ranks[k] = rank;
    if (rank < n) {
      this.reflectColumns(k, to, n);
      this.reflectRows(k, to, n);
    }
    return rank;
  }

  /** One reflection of block `k` on numbers of `x` from `o` on, `stride` apart. */
  private reflect(k: number, index: number, x: Float64Array, o: number, stride: number): void {
    const { reflections: a, sizes } = this;
    const n = sizes[k];
    const v = this.diagonals[k] + index * n;
    let sum = x[o + index * stride];
    for (let i = index + 1; i < n; i++) sum += a[v + i] * x[o + i * stride];
    sum *= this.beta[this.firsts[k] + index];
    x[o + index * stride] -= sum;
    for (let i = index + 1; i < n; i++) x[o + i * stride] -= sum * a[v + i];
  }

  /** `A ← A Q_k`, with `height` rows from `o` on. */
  private reflectColumns(k: number, o: number, height: number): void {
    for (let index = 0; index < this.ranks[k]; index++) {
      for (let row = 0; row < height; row++) this.reflect(k, index, this.values, o + row, height);
    }
  }

  /** `A ← Q_iᵀ A`, with `width` columns from `o` on. */
  private reflectRows(i: number, o: number, width: number): void {
    for (let index = 0; index < this.ranks[i]; index++) {
      for (let column = 0; column < width; column++) this.reflect(i, index, this.values, o + column * this.sizes[i], 1);
    }
  }

  /** `L Lᵀ` of a diagonal block, in its lower half. */
  private factorDiagonal(k: number): boolean {
    const { values: a, ranks } = this;
    const n = this.sizes[k];
    const o = this.diagonals[k];
    for (let j = 0; j < ranks[k]; j++) {
      let pivot = a[o + j * n + j];
      for (let l = 0; l < j; l++) pivot -= a[o + l * n + j] * a[o + l * n + j];
      // Not a number, too, ends here.
      if (!(pivot > LEAST_PIVOT)) return false;
      const root = Math.sqrt(pivot);
      a[o + j * n + j] = root;
      for (let i = j + 1; i < ranks[k]; i++) {
        let sum = a[o + j * n + i];
        for (let l = 0; l < j; l++) sum -= a[o + l * n + i] * a[o + l * n + j];
        a[o + j * n + i] = sum / root;
      }
    }
    return true;
  }

  /** `L_ik = A_ik L_kk⁻ᵀ` */
  private divide(i: number, k: number, o: number): void {
    const { values: a, ranks } = this;
    const height = this.sizes[i];
    const n = this.sizes[k];
    const d = this.diagonals[k];
    for (let j = 0; j < ranks[k]; j++) {
      for (let row = 0; row < ranks[i]; row++) {
        let sum = a[o + j * height + row];
        for (let l = 0; l < j; l++) sum -= a[o + l * height + row] * a[d + l * n + j];
        a[o + j * height + row] = sum / a[d + j * n + j];
      }
    }
  }

  /** `A_ij ← A_ij − L_ik L_jkᵀ` for all that are coupled through block `k`. */
  private subtract(k: number): void {
    const { values: a, ranks, sizes, rows, offsets, targets } = this;
    let pair = 0;
    for (let n = 0; n < rows[k].length; n++) {
      const j = rows[k][n];
      for (let m = n; m < rows[k].length; m++) {
        const i = rows[k][m];
        const target = targets[k][pair++];
        for (let column = 0; column < ranks[j]; column++) {
          for (let row = 0; row < ranks[i]; row++) {
            let sum = 0;
            for (let l = 0; l < ranks[k]; l++) {
              sum += a[offsets[k][m] + l * sizes[i] + row] * a[offsets[k][n] + l * sizes[j] + column];
            }
            a[target + column * sizes[i] + row] -= sum;
          }
        }
      }
    }
  }

  /** The least-norm least-squares solution of `K x = b` into `x`; `b` is left alone. */
  solve(b: Float64Array, x: Float64Array): void {
    const { y, sizes, ranks, firsts } = this;
    for (let i = 0; i < y.length; i++) y[i] = b[i];
    for (let k = 0; k < sizes.length; k++) {
      if (ranks[k] === sizes[k]) continue;
      for (let index = 0; index < ranks[k]; index++) this.reflect(k, index, y, firsts[k], 1);
      // What lies outside the range cannot be met.
      for (let i = ranks[k]; i < sizes[k]; i++) y[firsts[k] + i] = 0;
    }
    for (let k = 0; k < sizes.length; k++) this.solveForward(k);
    for (let k = sizes.length - 1; k >= 0; k--) this.solveBack(k);
    for (let k = 0; k < sizes.length; k++) {
      if (ranks[k] === sizes[k]) continue;
      for (let index = ranks[k] - 1; index >= 0; index--) this.reflect(k, index, y, firsts[k], 1);
    }
    for (let i = 0; i < y.length; i++) x[i] = y[i];
  }

  /** `L y = b`, the part of block `k`. */
  private solveForward(k: number): void {
    const { values: a, y, sizes, ranks, firsts, rows, offsets } = this;
    const n = sizes[k];
    const f = firsts[k];
    const d = this.diagonals[k];
    for (let j = 0; j < ranks[k]; j++) {
      for (let l = 0; l < j; l++) y[f + j] -= a[d + l * n + j] * y[f + l];
      y[f + j] /= a[d + j * n + j];
    }
    for (let m = 0; m < rows[k].length; m++) {
      const i = rows[k][m];
      for (let j = 0; j < ranks[k]; j++) {
        const o = offsets[k][m] + j * sizes[i];
        for (let row = 0; row < ranks[i]; row++) y[firsts[i] + row] -= a[o + row] * y[f + j];
      }
    }
  }

  /** `Lᵀ x = y`, the part of block `k`. */
  private solveBack(k: number): void {
    const { values: a, y, sizes, ranks, firsts, rows, offsets } = this;
    const n = sizes[k];
    const f = firsts[k];
    const d = this.diagonals[k];
    for (let m = 0; m < rows[k].length; m++) {
      const i = rows[k][m];
      for (let j = 0; j < ranks[k]; j++) {
        const o = offsets[k][m] + j * sizes[i];
        for (let row = 0; row < ranks[i]; row++) y[f + j] -= a[o + row] * y[firsts[i] + row];
      }
    }
    for (let j = ranks[k] - 1; j >= 0; j--) {
      for (let l = j + 1; l < ranks[k]; l++) y[f + j] -= a[d + j * n + l] * y[f + l];
      y[f + j] /= a[d + j * n + j];
    }
  }
}
