import { ComplexLU } from "../math/ComplexLU.ts";
import { LU } from "../math/LU.ts";
import type { Jacobian } from "./Jacobian.ts";
import { ALPHA, BETA, GAMMA } from "./radauTable.ts";

/**
 * The linear systems of Newton's method, `(GAMMA/h − J) x = r` and `((ALPHA + i BETA)/h − J) x = r`.
 *
 * Where the derivative of component i is component j, row i reads `μ xᵢ − xⱼ = rᵢ`: such components are eliminated by
 * hand, so a mechanism costs matrices of the size of its rates instead of twice that.
 */
export class RadauSystem {
  /** The step the factors belong to; 0: none. */
  h = 0;

  private readonly jacobian: Jacobian;
  private readonly real: LU;
  private readonly complex: ComplexLU;
  private readonly x: Float64Array;
  private readonly y: Float64Array;

  constructor(jacobian: Jacobian) {
    const n = jacobian.free.length;
    this.jacobian = jacobian;
    this.real = new LU(n);
    this.complex = new ComplexLU(n);
    this.x = new Float64Array(n);
    this.y = new Float64Array(n);
  }

  /** Returns -1, or the component without a pivot: the step is to be changed. */
  factor(h: number): number {
    const { jacobian, real, complex } = this;
    const { free, rates, freePart, boundPart } = jacobian;
    const n = free.length;
    const m = rates.length;
    const a = real.matrix;
    const { real: b, imaginary: c } = complex;
    // μ and 1/μ
    const gamma = GAMMA / h;
    const alpha = ALPHA / h;
    const beta = BETA / h;
    const square = alpha * alpha + beta * beta;
    const p = alpha / square;
    const q = -beta / square;
    for (let k = 0; k < n * n; k++) {
      const value = -freePart[k];
      a[k] = value;
      b[k] = value;
      c[k] = 0;
    }
    for (let r = 0; r < n; r++) {
      for (let k = 0; k < m; k++) {
        const value = boundPart[r * m + k];
        const o = r * n + rates[k];
        a[o] -= value / gamma;
        b[o] -= value * p;
        c[o] -= value * q;
      }
      const o = r * n + r;
      a[o] += gamma;
      b[o] += alpha;
      c[o] += beta;
    }
    this.h = 0;
    let bad = real.factor();
    if (bad < 0) bad = complex.factor();
    if (bad >= 0) return free[bad];
    this.h = h;
    return -1;
  }

  /** Replaces `r` by the solution of the real system. */
  solveReal(r: Float64Array): void {
    const { jacobian, x, h } = this;
    const { free, bound, rates, boundPart } = jacobian;
    const n = free.length;
    const m = bound.length;
    const inverse = h / GAMMA;
    for (let k = 0; k < m; k++) r[bound[k]] *= inverse;
    for (let i = 0; i < n; i++) {
      let sum = r[free[i]];
      for (let k = 0; k < m; k++) sum += boundPart[i * m + k] * r[bound[k]];
      x[i] = sum;
    }
    this.real.solve(x);
    for (let i = 0; i < n; i++) r[free[i]] = x[i];
    for (let k = 0; k < m; k++) r[bound[k]] += inverse * x[rates[k]];
  }

  /** Replaces `r + i s` by the solution of the complex system. */
  solveComplex(r: Float64Array, s: Float64Array): void {
    const { jacobian, x, y, h } = this;
    const { free, bound, rates, boundPart } = jacobian;
    const n = free.length;
    const m = bound.length;
    const square = ALPHA * ALPHA + BETA * BETA;
    const p = (h * ALPHA) / square;
    const q = (-h * BETA) / square;
    for (let k = 0; k < m; k++) {
      const j = bound[k];
      const re = r[j];
      const im = s[j];
      r[j] = p * re - q * im;
      s[j] = p * im + q * re;
    }
    for (let i = 0; i < n; i++) {
      let re = r[free[i]];
      let im = s[free[i]];
      for (let k = 0; k < m; k++) {
        const value = boundPart[i * m + k];
        re += value * r[bound[k]];
        im += value * s[bound[k]];
      }
      x[i] = re;
      y[i] = im;
    }
    this.complex.solve(x, y);
    for (let i = 0; i < n; i++) {
      r[free[i]] = x[i];
      s[free[i]] = y[i];
    }
    for (let k = 0; k < m; k++) {
      const j = bound[k];
      const re = x[rates[k]];
      const im = y[rates[k]];
      r[j] += p * re - q * im;
      s[j] += p * im + q * re;
    }
  }
}
