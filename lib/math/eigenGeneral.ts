import { ModelError } from "./ModelError.ts";

/** Usually two or three sweeps split off one eigenvalue. */
const MAX_SWEEPS = 1000;

/** A complex number. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** Eigenvalues of a real matrix, each with its vector; a conjugate pair is listed once, by its upper member. */
export interface EigenPair {
  readonly value: Complex;
  /** Of unit length, real and imaginary parts. */
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/**
 * Eigenvalues with `im ≥ 0` and right eigenvectors of the real `n × n` matrix `a` (row by row): balancing, Householder
 * reflections to Hessenberg form, the complex QR algorithm with Wilkinson's shifts to triangular form `A = U T Uᴴ`, and
 * back substitution [Golub, 7]. Vectors of a repeated eigenvalue are independent if the matrix has as many.
 */
export function eigenGeneral(a: ArrayLike<number>, n: number): EigenPair[] {
  if (!Array.from(a).every(Number.isFinite)) {
    throw new ModelError("eigenGeneral: the matrix has an entry that is not a finite number; look where it came from");
  }
  const T = Array.from({ length: n }, (_, i) => Float64Array.from({ length: n }, (_, j) => a[i * n + j]));
  const zero = () => Array.from({ length: n }, () => new Float64Array(n));
  const scales = balance(T);
  const Ti = zero();
  const U = zero();
  const Ui = zero();
  for (let i = 0; i < n; i++) U[i][i] = 1;
  reduceToHessenberg(T, U);
  reduceToTriangle(T, Ti, U, Ui);
  const size = Math.max(0, ...T.map((row, i) => Math.max(...row.map((x, j) => Math.hypot(x, Ti[i][j])))));
  const pairs: EigenPair[] = [];
  for (const [k, value] of findUpper(T, Ti)) {
    const [yr, yi] = solveBack(T, Ti, k, size);
    const re = new Float64Array(n);
    const im = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= k; j++) {
        re[i] += scales[i] * (U[i][j] * yr[j] - Ui[i][j] * yi[j]);
        im[i] += scales[i] * (U[i][j] * yi[j] + Ui[i][j] * yr[j]);
      }
    }
    const length = Math.hypot(...re, ...im);
    pairs.push({ value, re: re.map((x) => x / length), im: im.map((x) => x / length) });
  }
  return pairs;
}

/** Scales rows and columns by powers of two until their norms are alike; `A = D B D⁻¹`, returns D. */
function balance(A: Float64Array[]): Float64Array {
  const n = A.length;
  const scales = new Float64Array(n).fill(1);
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (let i = 0; i < n; i++) {
      let column = 0;
      let row = 0;
      for (let j = 0; j < n; j++) {
        if (j === i) continue;
        column += Math.abs(A[j][i]);
        row += Math.abs(A[i][j]);
      }
      if (column === 0 || row === 0) continue;
      const factor = 2 ** Math.round(Math.log2(row / column) / 2);
      if (column * factor + row / factor >= 0.95 * (column + row)) continue;
      isDone = false;
      scales[i] *= factor;
      for (let j = 0; j < n; j++) {
        A[i][j] /= factor;
        A[j][i] *= factor;
      }
    }
  }
  return scales;
}

/** Householder reflections from both sides; their product is collected in U. */
function reduceToHessenberg(A: Float64Array[], U: Float64Array[]): void {
  const n = A.length;
  const v = new Float64Array(n);
  for (let k = 0; k < n - 2; k++) {
    let square = 0;
    for (let i = k + 1; i < n; i++) {
      v[i] = A[i][k];
      square += v[i] * v[i];
    }
    const below = square - v[k + 1] * v[k + 1];
    if (below === 0) continue;
    const alpha = v[k + 1] > 0 ? -Math.sqrt(square) : Math.sqrt(square);
    v[k + 1] -= alpha;
    const beta = 2 / (below + v[k + 1] * v[k + 1]);
    for (let j = k; j < n; j++) {
      let sum = 0;
      for (let i = k + 1; i < n; i++) sum += v[i] * A[i][j];
      for (let i = k + 1; i < n; i++) A[i][j] -= beta * sum * v[i];
    }
    for (const M of [A, U]) {
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = k + 1; j < n; j++) sum += M[i][j] * v[j];
        for (let j = k + 1; j < n; j++) M[i][j] -= beta * sum * v[j];
      }
    }
    for (let i = k + 2; i < n; i++) A[i][k] = 0;
  }
}

/** The complex QR algorithm: Givens rotations with shifts until nothing is left below the diagonal. */
function reduceToTriangle(H: Float64Array[], Hi: Float64Array[], U: Float64Array[], Ui: Float64Array[]): void {
  const n = H.length;
  const cosines = new Float64Array(n);
  const sr = new Float64Array(n);
  const si = new Float64Array(n);
  for (let high = n - 1, count = 0; high > 0; ) {
    let low = high;
    for (; low > 0; low--) {
      const near =
        Math.abs(H[low][low]) + Math.abs(Hi[low][low]) + Math.abs(H[low - 1][low - 1]) + Math.abs(Hi[low - 1][low - 1]);
      const below = Math.abs(H[low][low - 1]) + Math.abs(Hi[low][low - 1]);
      if (below <= Number.EPSILON * near) break;
    }
    if (low > 0) H[low][low - 1] = Hi[low][low - 1] = 0;
    if (low === high) {
      high--;
      count = 0;
      continue;
    }
    if (++count > MAX_SWEEPS) throw new ModelError(`eigenGeneral: no eigenvalue was found in ${MAX_SWEEPS} sweeps`);
    const [mr, mi] = count % 10 === 0 ? [Math.abs(H[high][high - 1]), 0] : findShift(H, Hi, high);
    for (let i = low; i <= high; i++) {
      H[i][i] -= mr;
      Hi[i][i] -= mi;
    }
    for (let k = low; k < high; k++) {
      // G = [[c, s], [−s̄, c]] with real c turns (x, y) into (r, 0).
      const [xr, xi, yr, yi] = [H[k][k], Hi[k][k], H[k + 1][k], Hi[k + 1][k]];
      const x = Math.hypot(xr, xi);
      const length = Math.hypot(x, yr, yi);
      if (length === 0) {
        cosines[k] = 1;
        sr[k] = si[k] = 0;
        continue;
      }
      const c = x / length;
      // s = (x/|x|) ȳ / length; x/|x| = 1 if x is zero.
      const [er, ei] = x === 0 ? [1, 0] : [xr / x, xi / x];
      cosines[k] = c;
      sr[k] = (er * yr + ei * yi) / length;
      si[k] = (ei * yr - er * yi) / length;
      for (let j = k; j < n; j++) turn(H[k], Hi[k], j, H[k + 1], Hi[k + 1], j, c, sr[k], si[k]);
    }
    for (let k = low; k < high; k++) {
      // Columns times Gᴴ: (x c + y s̄, −x s + y c), the same turn with s̄.
      for (let i = 0; i <= k + 1; i++) turn(H[i], Hi[i], k, H[i], Hi[i], k + 1, cosines[k], sr[k], -si[k]);
      for (let i = 0; i < n; i++) turn(U[i], Ui[i], k, U[i], Ui[i], k + 1, cosines[k], sr[k], -si[k]);
    }
    for (let i = low; i <= high; i++) {
      H[i][i] += mr;
      Hi[i][i] += mi;
    }
  }
}

/** `(x, y) ← (c x + s y, −s̄ x + c y)` */
function turn(
  xr: Float64Array,
  xi: Float64Array,
  i: number,
  yr: Float64Array,
  yi: Float64Array,
  j: number,
  c: number,
  sr: number,
  si: number,
): void {
  const [a, b, d, e] = [xr[i], xi[i], yr[j], yi[j]];
  xr[i] = c * a + sr * d - si * e;
  xi[i] = c * b + sr * e + si * d;
  yr[j] = c * d - sr * a - si * b;
  yi[j] = c * e - sr * b + si * a;
}

/** The eigenvalue of the last 2×2 block that is nearer to its last entry. */
function findShift(H: Float64Array[], Hi: Float64Array[], k: number): [number, number] {
  const [dr, di] = [H[k][k], Hi[k][k]];
  const [pr, pi] = [(H[k - 1][k - 1] - dr) / 2, (Hi[k - 1][k - 1] - di) / 2];
  const [br, bi, cr, ci] = [H[k - 1][k], Hi[k - 1][k], H[k][k - 1], Hi[k][k - 1]];
  const [qr, qi] = [br * cr - bi * ci, br * ci + bi * cr];
  // d + p ± √(p² + bc), the lesser of p ± √… in size; it is −bc divided by the other one.
  let [wr, wi] = squareRoot(pr * pr - pi * pi + qr, 2 * pr * pi + qi);
  if (pr * wr + pi * wi < 0) [wr, wi] = [-wr, -wi];
  const square = (pr + wr) ** 2 + (pi + wi) ** 2;
  if (square === 0) return [dr, di];
  return [dr - (qr * (pr + wr) + qi * (pi + wi)) / square, di - (qi * (pr + wr) - qr * (pi + wi)) / square];
}

function squareRoot(re: number, im: number): [number, number] {
  const size = Math.sqrt((Math.hypot(re, im) + Math.abs(re)) / 2);
  if (size === 0) return [0, 0];
  const other = im / (2 * size);
  return re >= 0 ? [size, other] : [Math.abs(other), im < 0 ? -size : size];
}

/**
 * The places of the diagonal with `im ≥ 0` and their eigenvalues. The matrix was real: every value has its conjugate in
 * the list, or is real if it is nearer to its own conjugate than any other one is; rounding is taken off by that.
 */
function findUpper(T: Float64Array[], Ti: Float64Array[]): [number, Complex][] {
  const rest = new Set(T.map((_, i) => i));
  const order = [...rest].sort((i, j) => Ti[j][j] - Ti[i][i] || i - j);
  const found: [number, Complex][] = [];
  for (const i of order) {
    if (!rest.delete(i)) continue;
    const [re, im] = [T[i][i], Ti[i][i]];
    let best = -1;
    let distance = 2 * Math.abs(im);
    for (const j of rest) {
      const other = Math.hypot(T[j][j] - re, Ti[j][j] + im);
      if (other >= distance) continue;
      best = j;
      distance = other;
    }
    rest.delete(best);
    found.push([i, best < 0 ? { re, im: 0 } : { re: (re + T[best][best]) / 2, im: (im - Ti[best][best]) / 2 }]);
  }
  return found;
}

/** The eigenvector of the triangle `T` for its k-th diagonal entry: back substitution from there. */
function solveBack(T: Float64Array[], Ti: Float64Array[], k: number, size: number): [Float64Array, Float64Array] {
  const n = T.length;
  const yr = new Float64Array(n);
  const yi = new Float64Array(n);
  yr[k] = 1;
  const least = Number.EPSILON * size || Number.MIN_VALUE;
  for (let i = k - 1; i >= 0; i--) {
    let sr = 0;
    let si = 0;
    for (let j = i + 1; j <= k; j++) {
      sr -= T[i][j] * yr[j] - Ti[i][j] * yi[j];
      si -= T[i][j] * yi[j] + Ti[i][j] * yr[j];
    }
    let dr = T[i][i] - T[k][k];
    const di = Ti[i][i] - Ti[k][k];
    // A repeated eigenvalue: a difference of rounding size keeps the vector finite.
    if (Math.hypot(dr, di) < least) dr = least;
    const square = dr * dr + di * di;
    yr[i] = (sr * dr + si * di) / square;
    yi[i] = (si * dr - sr * di) / square;
    const large = Math.max(Math.abs(yr[i]), Math.abs(yi[i]));
    if (large < 1e100) continue;
    for (let j = i; j <= k; j++) {
      yr[j] /= large;
      yi[j] /= large;
    }
  }
  return [yr, yi];
}
