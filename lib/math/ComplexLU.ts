/**
 * Solves square systems `A x = b` of complex numbers by elimination with partial pivoting, as `LU` does: fill `real` and
 * `imaginary`, `factor`, then `solve`. Nothing is allocated after construction.
 */
export class ComplexLU {
  readonly size: number;
  /** The parts of the matrix, row by row; after `factor` those of the factors. */
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  private readonly pivots: Int32Array;

  constructor(size: number) {
    this.size = size;
    this.real = new Float64Array(size * size);
    this.imaginary = new Float64Array(size * size);
    this.pivots = new Int32Array(size);
  }

  /** Returns -1, or the first column without a usable pivot: the matrix is singular there, or not finite. */
  factor(): number {
    const { real: a, imaginary: b, size: n } = this;
    for (let k = 0; k < n; k++) {
      if (!this.bringPivot(k)) return k;
      const first = k * n;
      const square = a[first + k] * a[first + k] + b[first + k] * b[first + k];
      const p = a[first + k] / square;
      const q = -b[first + k] / square;
      for (let i = k + 1; i < n; i++) {
        const row = i * n;
        const x = a[row + k];
        const y = b[row + k];
        if (x === 0 && y === 0) continue;
        const f = x * p - y * q;
        const g = x * q + y * p;
        a[row + k] = f;
        b[row + k] = g;
        for (let j = k + 1; j < n; j++) {
          const u = a[first + j];
          const v = b[first + j];
          a[row + j] -= f * u - g * v;
          b[row + j] -= f * v + g * u;
        }
      }
    }
    return -1;
  }

  /** Swaps the row with the largest entry of column k, from the diagonal down, to place k; false if all are zero. */
  private bringPivot(k: number): boolean {
    const { real: a, imaginary: b, size: n, pivots } = this;
    let best = k;
    let largest = 0;
    for (let i = k; i < n; i++) {
      const o = i * n + k;
      const value = Math.abs(a[o]) + Math.abs(b[o]);
      if (value <= largest) continue;
      largest = value;
      best = i;
    }
    pivots[k] = best;
    if (best !== k) {
      swapRows(a, k * n, best * n, n);
      swapRows(b, k * n, best * n, n);
    }
    return largest > 0 && largest < Number.POSITIVE_INFINITY;
  }

  /** Replaces the right-hand side `x + i y` by the solution. */
  solve(x: Float64Array, y: Float64Array): void {
    const { real: a, imaginary: b, size: n, pivots } = this;
    for (let k = 0; k < n; k++) {
      const place = pivots[k];
      const re = x[place];
      const im = y[place];
      x[place] = x[k];
      y[place] = y[k];
      x[k] = re;
      y[k] = im;
    }
    for (let i = 1; i < n; i++) {
      const row = i * n;
      let re = x[i];
      let im = y[i];
      for (let j = 0; j < i; j++) {
        re -= a[row + j] * x[j] - b[row + j] * y[j];
        im -= a[row + j] * y[j] + b[row + j] * x[j];
      }
      x[i] = re;
      y[i] = im;
    }
    for (let i = n - 1; i >= 0; i--) {
      const row = i * n;
      let re = x[i];
      let im = y[i];
      for (let j = i + 1; j < n; j++) {
        re -= a[row + j] * x[j] - b[row + j] * y[j];
        im -= a[row + j] * y[j] + b[row + j] * x[j];
      }
      const p = a[row + i];
      const q = b[row + i];
      const square = p * p + q * q;
      x[i] = (re * p + im * q) / square;
      y[i] = (im * p - re * q) / square;
    }
  }
}

function swapRows(a: Float64Array, row: number, other: number, n: number): void {
  for (let j = 0; j < n; j++) {
    const value = a[row + j];
    a[row + j] = a[other + j];
    a[other + j] = value;
  }
}
