import { checkCount } from "./check.ts";

/** Equations in one system: more take longer than anybody waits. */
const LARGEST = 4000;

/**
 * Solves `A z = b` with a symmetric, positive semidefinite `A`, in the least-squares sense, with the least `Σ (z_i/w_i)²` of
 * weights `w`. Cholesky with diagonal pivoting, `Πᵀ A Π = [L₁; L₂] [L₁; L₂]ᵀ` with a triangle `L₁` of the size of the rank. If
 * that is not full, the rest follows: `T = L₂ L₁⁻¹`, the range of A is `[y; T y]`, its null space `N = [−Tᵀ; 1]`. Works on
 * memory of its own; sizes up to `capacity`.
 */
export class PivotedCholesky {
  readonly capacity: number;
  size = 0;
  rank = 0;
  /** Column by column, rows in the order of the pivots; T, row by row. */
  private readonly L: Float64Array;
  private T: Float64Array;
  /** Factors of `1 + T Tᵀ` and of `Nᵀ w⁻² N`. */
  private outside: Float64Array;
  private inside: Float64Array;
  private readonly order: Int32Array;
  private readonly diagonal: Float64Array;
  /** Of the rows in the order of the pivots: `w⁻²`, and the unknowns. */
  private readonly costs: Float64Array;
  private readonly y: Float64Array;
  private readonly v: Float64Array;

  constructor(capacity: number) {
    this.capacity = checkCount("PivotedCholesky", "capacity", capacity, 0, LARGEST);
    this.L = new Float64Array(capacity * capacity);
    this.T = new Float64Array(0);
    this.outside = this.T;
    this.inside = this.T;
    this.order = new Int32Array(capacity);
    this.diagonal = new Float64Array(capacity);
    this.costs = new Float64Array(capacity);
    this.y = new Float64Array(capacity);
    this.v = new Float64Array(capacity);
  }

  /**
   * Factors `A`, `size` numbers per column, of which the lower half is read and left alone; pivots below `cutoff` of the
   * largest count as zero.
   */
  factor(A: Float64Array, size: number, cutoff: number, weights: Float64Array): void {
    const { L, order, diagonal, costs } = this;
    const n = size;
    this.size = n;
    for (let i = 0; i < n; i++) {
      order[i] = i;
      diagonal[i] = A[i * n + i];
    }
    let least = 0;
    let rank = 0;
    for (; rank < n; rank++) {
      const k = rank;
      let best = k;
      for (let i = k + 1; i < n; i++) if (diagonal[i] > diagonal[best]) best = i;
      if (best !== k) this.swap(k, best);
      const pivot = diagonal[k];
      if (k === 0) least = cutoff * pivot;
      if (!(pivot > least)) break;
      const column = k * n;
      const own = order[k];
      for (let i = k + 1; i < n; i++) {
        const other = order[i];
        L[column + i] = other > own ? A[own * n + other] : A[other * n + own];
      }
      for (let l = 0; l < k; l++) {
        const part = L[l * n + k];
        const from = l * n;
        for (let i = k + 1; i < n; i++) L[column + i] -= part * L[from + i];
      }
      const root = Math.sqrt(pivot);
      L[column + k] = root;
      const inverse = 1 / root;
      for (let i = k + 1; i < n; i++) {
        const value = L[column + i] * inverse;
        L[column + i] = value;
        diagonal[i] -= value * value;
      }
    }
    this.rank = rank;
    if (rank === n) return;
    for (let i = 0; i < n; i++) costs[i] = 1 / (weights[order[i]] * weights[order[i]]);
    this.factorRest();
  }

  /** Whether row `i` was taken as independent of the others. */
  isIndependent(i: number): boolean {
    return this.order.subarray(0, this.rank).includes(i);
  }

  private swap(i: number, j: number): void {
    const { L, order, diagonal, size: n } = this;
    for (let l = 0; l < i; l++) {
      const value = L[l * n + i];
      L[l * n + i] = L[l * n + j];
      L[l * n + j] = value;
    }
    const place = order[i];
    order[i] = order[j];
    order[j] = place;
    const value = diagonal[i];
    diagonal[i] = diagonal[j];
    diagonal[j] = value;
  }

  /** T, and the factors of `1 + T Tᵀ` and of `Nᵀ w⁻² N`. */
  private factorRest(): void {
    const { L, size: n, rank, costs } = this;
    const count = n - rank;
    if (this.T.length < n * count || this.outside.length < count * count) {
      this.T = new Float64Array(n * count);
      this.outside = new Float64Array(count * count);
      this.inside = new Float64Array(count * count);
    }
    const { T, outside, inside } = this;
    for (let i = 0; i < count; i++) {
      const o = i * n;
      for (let k = rank - 1; k >= 0; k--) {
        let sum = L[k * n + rank + i];
        for (let l = k + 1; l < rank; l++) sum -= L[k * n + l] * T[o + l];
        T[o + k] = sum / L[k * n + k];
      }
      for (let j = 0; j <= i; j++) {
        let out = i === j ? 1 : 0;
        let within = i === j ? costs[rank + i] : 0;
        for (let l = 0; l < rank; l++) {
          const product = T[o + l] * T[j * n + l];
          out += product;
          within += product * costs[l];
        }
        outside[i * count + j] = out;
        inside[i * count + j] = within;
      }
    }
    factorSmall(outside, count);
    factorSmall(inside, count);
  }

  /** The solution into `z`; `b` is left alone. */
  solve(b: Float64Array, z: Float64Array): void {
    const { L, size: n, rank, order, y } = this;
    for (let i = 0; i < n; i++) y[i] = b[order[i]];
    if (rank < n) this.reduce();
    for (let k = 0; k < rank; k++) {
      const value = y[k] / L[k * n + k];
      y[k] = value;
      for (let i = k + 1; i < rank; i++) y[i] -= L[k * n + i] * value;
    }
    for (let k = rank - 1; k >= 0; k--) {
      let sum = y[k];
      for (let i = k + 1; i < rank; i++) sum -= L[k * n + i] * y[i];
      y[k] = sum / L[k * n + k];
    }
    if (rank < n) this.share();
    for (let i = 0; i < n; i++) z[order[i]] = y[i];
  }

  /** The nearest right-hand side that can be met: `y₁ = b₁ + Tᵀ (1 + T Tᵀ)⁻¹ (b₂ − T b₁)`. */
  private reduce(): void {
    const { T, size: n, rank, y, v } = this;
    const count = n - rank;
    for (let i = 0; i < count; i++) {
      let sum = y[rank + i];
      for (let l = 0; l < rank; l++) sum -= T[i * n + l] * y[l];
      v[i] = sum;
    }
    solveSmall(this.outside, count, v);
    for (let i = 0; i < count; i++) for (let l = 0; l < rank; l++) y[l] += T[i * n + l] * v[i];
  }

  /** The least of all solutions `[z₁; 0] + N v`: `v = (Nᵀ w⁻² N)⁻¹ T w₁⁻² z₁`. */
  private share(): void {
    const { T, size: n, rank, y, v, costs } = this;
    const count = n - rank;
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let l = 0; l < rank; l++) sum += T[i * n + l] * costs[l] * y[l];
      v[i] = sum;
    }
    solveSmall(this.inside, count, v);
    for (let i = 0; i < count; i++) {
      for (let l = 0; l < rank; l++) y[l] -= T[i * n + l] * v[i];
      y[rank + i] = v[i];
    }
  }
}

/** `L Lᵀ` of a positive definite matrix, in its lower half, row by row. */
function factorSmall(a: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j];
      for (let l = 0; l < j; l++) sum -= a[i * n + l] * a[j * n + l];
      a[i * n + j] = i === j ? Math.sqrt(sum) : sum / a[j * n + j];
    }
  }
}

/** `x ← (L Lᵀ)⁻¹ x` */
function solveSmall(a: Float64Array, n: number, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = x[i];
    for (let j = 0; j < i; j++) sum -= a[i * n + j] * x[j];
    x[i] = sum / a[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i];
    for (let j = i + 1; j < n; j++) sum -= a[j * n + i] * x[j];
    x[i] = sum / a[i * n + i];
  }
}
