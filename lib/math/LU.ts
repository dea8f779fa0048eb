/**
 * Solves square systems `A x = b` by elimination with partial pivoting, `P A = L U`, in place on memory of its own: fill
 * `matrix`, `factor`, then `solve` as often as needed. Nothing is allocated after construction.
 */
export class LU {
  readonly size: number;
  /** The matrix, row by row; after `factor` the factors. */
  readonly matrix: Float64Array;
  /** Which row was swapped into place k. */
  private readonly pivots: Int32Array;

  constructor(size: number) {
    this.size = size;
    this.matrix = new Float64Array(size * size);
    this.pivots = new Int32Array(size);
  }

  /**
   * Returns -1, or the first column without a usable pivot: the matrix is singular there, or holds values that are not
   * finite. Two columns are eliminated at a time, so that the rest of the matrix is read and written half as often.
   */
  factor(): number {
    const { matrix: a, size: n } = this;
    let k = 0;
    for (; k + 1 < n; k += 2) {
      if (!this.bringPivot(k)) return k;
      const first = k * n;
      const second = first + n;
      const pivot = 1 / a[first + k];
      // The second column, as it is after the first step; then the second pivot can be chosen.
      const top = a[first + k + 1];
      for (let i = k + 1; i < n; i++) {
        const factor = a[i * n + k] * pivot;
        a[i * n + k] = factor;
        a[i * n + k + 1] -= factor * top;
      }
      if (!this.bringPivot(k + 1)) return k + 1;
      const across = a[second + k];
      for (let j = k + 2; j < n; j++) a[second + j] -= across * a[first + j];
      const pivot2 = 1 / a[second + k + 1];
      for (let i = k + 2; i < n; i++) {
        const row = i * n;
        const f = a[row + k];
        const g = a[row + k + 1] * pivot2;
        a[row + k + 1] = g;
        if (f === 0 && g === 0) continue;
        for (let j = k + 2; j < n; j++) a[row + j] -= f * a[first + j] + g * a[second + j];
      }
    }
    return k < n && !this.bringPivot(k) ? k : -1;
  }

  /** Swaps the row with the largest entry of column k, from the diagonal down, to place k; false if all are zero. */
  private bringPivot(k: number): boolean {
    const { matrix: a, size: n, pivots } = this;
    let best = k;
    let largest = Math.abs(a[k * n + k]);
    for (let i = k + 1; i < n; i++) {
      const value = Math.abs(a[i * n + k]);
      if (value <= largest) continue;
      largest = value;
      best = i;
    }
    pivots[k] = best;
    if (best !== k) {
      const row = k * n;
      const other = best * n;
      for (let j = 0; j < n; j++) {
        const value = a[row + j];
        a[row + j] = a[other + j];
        a[other + j] = value;
      }
    }
    return largest > 0 && largest < Number.POSITIVE_INFINITY;
  }

  /** Replaces the right-hand side `b` by the solution. */
  solve(b: Float64Array): void {
    const { matrix: a, size: n, pivots } = this;
    for (let k = 0; k < n; k++) {
      const place = pivots[k];
      const value = b[place];
      b[place] = b[k];
      b[k] = value;
    }
    for (let i = 1; i < n; i++) {
      const row = i * n;
      let sum = b[i];
      for (let j = 0; j < i; j++) sum -= a[row + j] * b[j];
      b[i] = sum;
    }
    for (let i = n - 1; i >= 0; i--) {
      const row = i * n;
      let sum = b[i];
      for (let j = i + 1; j < n; j++) sum -= a[row + j] * b[j];
      b[i] = sum / a[row + i];
    }
  }
}
