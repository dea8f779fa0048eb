import { checkCount } from "./check.ts";

/** Equations in one system: more take longer than anybody waits. */
const LARGEST = 4000;

/**
 * Solves square systems `K x = b` that may be rank deficient, in the least-squares and least-norm sense: Householder QR
 * with column pivoting, `K Π = Q [R11 R12; 0 ~0]`; if rows of R are negligible, a second set of reflections from the right
 * gives the complete orthogonal decomposition. Works in place on memory of its own; sizes up to `capacity`.
 */
export class RankRevealingSolver {
  /** The matrix, column by column: fill it, then `factor`. */
  readonly matrix: Float64Array;
  readonly capacity: number;
  size = 0;
  rank = 0;
  private readonly beta: Float64Array;
  private readonly betaRight: Float64Array;
  private readonly norms: Float64Array;
  private readonly work: Float64Array;
  private readonly order: Int32Array;
  private readonly rest = new Float64Array(1);

  constructor(capacity: number) {
    this.capacity = checkCount("RankRevealingSolver", "capacity", capacity, 0, LARGEST);
    this.matrix = new Float64Array(capacity * capacity);
    this.beta = new Float64Array(capacity);
    this.betaRight = new Float64Array(capacity);
    this.norms = new Float64Array(capacity);
    this.work = new Float64Array(capacity);
    this.order = new Int32Array(capacity);
  }

  /** Norm of what the last solution left of its right-hand side. */
  get residual(): number {
    return this.rest[0];
  }

  /** Factors the leading `size × size` matrix, stored with `size` numbers per column; pivots below `cutoff` of the
   * largest count as zero. */
  factor(size: number, cutoff: number): void {
    const { matrix: a, beta, norms, order } = this;
    const n = size;
    this.size = n;
    for (let j = 0; j < n; j++) {
      order[j] = j;
      let sum = 0;
      for (let i = 0; i < n; i++) sum += a[j * n + i] * a[j * n + i];
      norms[j] = sum;
    }
    let largest = 0;
    let rank = n;
    for (let k = 0; k < n; k++) {
      let best = k;
      for (let j = k + 1; j < n; j++) if (norms[j] > norms[best]) best = j;
      if (best !== k) this.swapColumns(k, best);
      const o = k * n;
      let square = 0;
      for (let i = k; i < n; i++) square += a[o + i] * a[o + i];
      const length = Math.sqrt(square);
      if (k === 0) largest = length;
      if (!(length > cutoff * largest)) {
        rank = k;
        break;
      }
      const alpha = a[o + k] > 0 ? -length : length;
      const head = a[o + k] - alpha;
      // v = (1, a_{k+1}/head, …), H = 1 − β v vᵀ
      beta[k] = -head / alpha;
      for (let i = k + 1; i < n; i++) a[o + i] /= head;
      a[o + k] = alpha;
      for (let j = k + 1; j < n; j++) {
        const p = j * n;
        let sum = a[p + k];
        for (let i = k + 1; i < n; i++) sum += a[o + i] * a[p + i];
        sum *= beta[k];
        a[p + k] -= sum;
        for (let i = k + 1; i < n; i++) a[p + i] -= sum * a[o + i];
        let rest = 0;
        for (let i = k + 1; i < n; i++) rest += a[p + i] * a[p + i];
        norms[j] = rest;
      }
    }
    this.rank = rank;
    if (rank < n) this.reduceRight();
  }

  private swapColumns(i: number, j: number): void {
    const { matrix: a, norms, order, size: n } = this;
    for (let k = 0; k < n; k++) {
      const value = a[i * n + k];
      a[i * n + k] = a[j * n + k];
      a[j * n + k] = value;
    }
    norms[j] = norms[i];
    const place = order[i];
    order[i] = order[j];
    order[j] = place;
  }

  /** `[R11 R12] = [L 0] Z`: reflections from the right, row by row from below. */
  private reduceRight(): void {
    const { matrix: a, size: n, rank, betaRight } = this;
    for (let k = rank - 1; k >= 0; k--) {
      let square = a[k * n + k] * a[k * n + k];
      for (let j = rank; j < n; j++) square += a[j * n + k] * a[j * n + k];
      const length = Math.sqrt(square);
      const alpha = a[k * n + k] > 0 ? -length : length;
      const head = a[k * n + k] - alpha;
      betaRight[k] = -head / alpha;
      for (let j = rank; j < n; j++) a[j * n + k] /= head;
      a[k * n + k] = alpha;
      for (let i = 0; i < k; i++) {
        let sum = a[k * n + i];
        for (let j = rank; j < n; j++) sum += a[j * n + k] * a[j * n + i];
        sum *= betaRight[k];
        a[k * n + i] -= sum;
        for (let j = rank; j < n; j++) a[j * n + i] -= sum * a[j * n + k];
      }
    }
  }

  /** Vectors that the factored matrix maps to nothing, orthonormal, one after the other; there are `size − rank`. */
  findNullSpace(): Float64Array[] {
    const { matrix: a, size: n, rank, betaRight, order } = this;
    return Array.from({ length: n - rank }, (_, v) => {
      const y = new Float64Array(n);
      y[rank + v] = 1;
      for (let k = 0; k < rank; k++) {
        let sum = y[k];
        for (let j = rank; j < n; j++) sum += a[j * n + k] * y[j];
        sum *= betaRight[k];
        y[k] -= sum;
        for (let j = rank; j < n; j++) y[j] -= sum * a[j * n + k];
      }
      const x = new Float64Array(n);
      for (let i = 0; i < n; i++) x[order[i]] = y[i];
      return x;
    });
  }

  /** The least-norm least-squares solution of `K x = b` into `x`; `b` is left alone. */
  solve(b: Float64Array, x: Float64Array): void {
    const { matrix: a, size: n, rank, beta, betaRight, order, work: y } = this;
    for (let i = 0; i < n; i++) y[i] = b[i];
    for (let k = 0; k < rank; k++) {
      const o = k * n;
      let sum = y[k];
      for (let i = k + 1; i < n; i++) sum += a[o + i] * y[i];
      sum *= beta[k];
      y[k] -= sum;
      for (let i = k + 1; i < n; i++) y[i] -= sum * a[o + i];
    }
    let square = 0;
    for (let i = rank; i < n; i++) {
      square += y[i] * y[i];
      y[i] = 0;
    }
    this.rest[0] = Math.sqrt(square);
    for (let k = rank - 1; k >= 0; k--) {
      let sum = y[k];
      for (let j = k + 1; j < rank; j++) sum -= a[j * n + k] * y[j];
      y[k] = sum / a[k * n + k];
    }
    if (rank < n) {
      for (let k = 0; k < rank; k++) {
        let sum = y[k];
        for (let j = rank; j < n; j++) sum += a[j * n + k] * y[j];
        sum *= betaRight[k];
        y[k] -= sum;
        for (let j = rank; j < n; j++) y[j] -= sum * a[j * n + k];
      }
    }
    for (let i = 0; i < n; i++) x[order[i]] = y[i];
  }
}
