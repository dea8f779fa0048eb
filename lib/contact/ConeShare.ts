import { LU } from "../math/LU.ts";

/** A force of one contact as a function of `z`: `N = n0 + n·z`, `T_k = t0_k + t_k·z`, and the limits of friction `μ_k`. */
export interface ShareCone {
  readonly n0: number;
  readonly n: Float64Array;
  readonly t0: readonly number[];
  readonly t: readonly Float64Array[];
  readonly limits: readonly number[];
}

/** The share that was found, and the margin: what part of the scale of forces all cones have left; below zero there is none. */
export interface Share {
  readonly z: Float64Array;
  readonly margin: number;
}

/** Margins above this are large enough to know that there is a share. */
const ENOUGH = 1e-3;
/** Margins of a known share above this are no rounding. */
const TRUSTED = 1e-6;
/** By how much the weight of what is sought grows, its last value, and Newton steps for each. */
const GROWTH = 12;
const LAST_WEIGHT = 1e13;
const NEWTON_STEPS = 30;
/** Keeps self-stresses, which may grow for ever, in bounds. */
const LEASH = 1e-8;
/** A decrement (squared) below this ends Newton's method. */
const CONVERGED = 1e-14;

/**
 * Of the forces `λ(z)` of contacts that share their load in no unique way, the least (`|z|`) that respect every cone of
 * friction `√Σ (T_k/μ_k)² ≤ N`: a convex problem with second-order cones, solved by an interior-point method with the
 * logarithmic barrier of [Boyd]. First the margin by which all cones can be respected is maximised, as far as it matters;
 * then, if there is one, `|z|²` minimised from there. Everything in units of `scale`. With `isRough` any share will do that
 * respects the cones, a `known` one as well.
 */
export function findShare(
  cones: readonly ShareCone[],
  size: number,
  scale: number,
  known?: Float64Array,
  isRough = false,
): Share {
  const barrier = new Barrier(cones, size, scale);
  const margin = (known && barrier.tryShare(known)) ?? barrier.maximiseMargin();
  if (margin > 0 && !isRough) barrier.minimiseNorm();
  return { z: barrier.z.map((value) => value * scale).slice(0, size), margin };
}

class Barrier {
  /** `z`, then the margin; in units of the scale. */
  readonly z: Float64Array;
  private readonly cones: readonly ShareCone[];
  private readonly size: number;
  private readonly scale: number;
  private readonly lu: LU;
  private readonly gradient: Float64Array;
  private readonly hessian: Float64Array;
  private readonly step: Float64Array;
  private readonly trial: Float64Array;
  private readonly slope: Float64Array;
  /** Whether the margin is an unknown too. */
  private hasMargin = true;

  constructor(cones: readonly ShareCone[], size: number, scale: number) {
    this.cones = cones;
    this.size = size;
    this.scale = scale;
    this.z = new Float64Array(size + 1);
    this.lu = new LU(size + 1);
    this.gradient = new Float64Array(size + 1);
    this.hessian = new Float64Array((size + 1) ** 2);
    this.step = new Float64Array(size + 1);
    this.trial = new Float64Array(size + 1);
    this.slope = new Float64Array(size + 1);
  }

  /** The margin of a given share; nothing where that is too little to know. */
  tryShare(share: Float64Array): number | undefined {
    const { z, size, scale, cones } = this;
    for (let j = 0; j < size; j++) z[j] = share[j] / scale;
    let least = Number.POSITIVE_INFINITY;
    for (const cone of cones) least = Math.min(least, this.getMargin(cone, z));
    if (least > TRUSTED) return least;
    z.fill(0);
    return undefined;
  }

  /** The largest margin, or one that is large enough. */
  maximiseMargin(): number {
    const { z, size, cones } = this;
    let least = 0;
    for (const cone of cones) least = Math.min(least, this.getMargin(cone, z));
    z[size] = least - 1;
    for (let weight = 1; weight < LAST_WEIGHT; weight *= GROWTH) {
      this.centre(weight, LEASH);
      if (z[size] > ENOUGH) break;
      // The barrier is at most so far from the largest margin.
      if (z[size] + (2 * cones.length + 1) / weight < 0) break;
    }
    return z[size];
  }

  minimiseNorm(): void {
    this.z[this.size] = 0;
    this.hasMargin = false;
    for (let weight = 1; weight < LAST_WEIGHT; weight *= GROWTH) this.centre(0, weight);
  }

  /** Newton's method for `−weight · margin + leash |z|²/2 −` the logarithms of all margins. */
  private centre(weight: number, leash: number): void {
    const { z, step, trial, gradient } = this;
    const n = z.length;
    for (let k = 0; k < NEWTON_STEPS; k++) {
      const value = this.evaluate(z, weight, leash);
      this.differentiate(weight, leash);
      if (!this.solve()) return;
      let decrement = 0;
      for (let i = 0; i < n; i++) decrement -= gradient[i] * step[i];
      if (!(decrement > CONVERGED)) return;
      let part = 1;
      for (; part > 1e-10; part /= 2) {
        trial.set(z);
        for (let i = 0; i < n; i++) trial[i] += part * step[i];
        if (this.evaluate(trial, weight, leash) <= value - 0.1 * part * decrement) break;
      }
      if (!(part > 1e-10)) return;
      z.set(trial);
    }
  }

  private solve(): boolean {
    const { lu, hessian, gradient, step } = this;
    lu.matrix.set(hessian);
    if (lu.factor() >= 0) return false;
    for (let i = 0; i < step.length; i++) step[i] = -gradient[i];
    lu.solve(step);
    return true;
  }

  private getNormal({ n0, n }: ShareCone, z: Float64Array): number {
    let sum = n0 / this.scale;
    for (let j = 0; j < this.size; j++) sum += n[j] * z[j];
    return sum;
  }

  private getTangent({ t0, t, limits }: ShareCone, k: number, z: Float64Array): number {
    let sum = t0[k] / this.scale;
    for (let j = 0; j < this.size; j++) sum += t[k][j] * z[j];
    return sum / limits[k];
  }

  private getMargin(cone: ShareCone, z: Float64Array): number {
    let square = 0;
    for (let k = 0; k < cone.t.length; k++) square += this.getTangent(cone, k, z) ** 2;
    return this.getNormal(cone, z) - Math.sqrt(square);
  }

  private evaluate(z: Float64Array, weight: number, leash: number): number {
    const { size } = this;
    let value = 0;
    for (let j = 0; j < size; j++) value += 0.5 * leash * z[j] * z[j];
    if (this.hasMargin) {
      if (!(z[size] < 1)) return Number.POSITIVE_INFINITY;
      value -= weight * z[size] + Math.log(1 - z[size]);
    }
    for (const cone of this.cones) {
      const normal = this.getNormal(cone, z) - z[size];
      let rest = normal * normal;
      for (let k = 0; k < cone.t.length; k++) rest -= this.getTangent(cone, k, z) ** 2;
      if (!(normal > 0 && rest > 0)) return Number.POSITIVE_INFINITY;
      value -= Math.log(cone.t.length > 0 ? rest : normal);
    }
    return value;
  }

  /** `q = N² − |T|²`: of `−ln q` the gradient is `−∇q/q`, the Hessian `∇q∇qᵀ/q² − ∇²q/q`. */
  private differentiate(weight: number, leash: number): void {
    const { z, size, gradient, hessian, slope, cones } = this;
    const m = size + 1;
    gradient.fill(0);
    hessian.fill(0);
    for (let j = 0; j < size; j++) {
      gradient[j] = leash * z[j];
      hessian[j * m + j] = leash;
    }
    if (this.hasMargin) {
      const room = 1 - z[size];
      gradient[size] = -weight + 1 / room;
      hessian[size * m + size] = 1 / (room * room);
    }
    for (const cone of cones) {
      const normal = this.getNormal(cone, z) - z[size];
      const { n, t, limits } = cone;
      const count = t.length;
      let q = count > 0 ? normal * normal : normal;
      const factor = count > 0 ? 2 * normal : 1;
      for (let j = 0; j < size; j++) slope[j] = factor * n[j];
      slope[size] = -factor;
      for (let k = 0; k < count; k++) {
        const tangent = this.getTangent(cone, k, z);
        q -= tangent * tangent;
        const part = (2 * tangent) / limits[k];
        for (let j = 0; j < size; j++) slope[j] -= part * t[k][j];
      }
      for (let j = 0; j < m; j++) gradient[j] -= slope[j] / q;
      addProduct(hessian, m, slope, m, 1 / (q * q));
      if (count === 0) continue;
      // The margin goes with the normal force: −1 is its place in n.
      const bend = -2 / q;
      addProduct(hessian, m, n, size, bend);
      for (let j = 0; j < size; j++) hessian[size * m + j] -= bend * n[j];
      hessian[size * m + size] += bend;
      for (let k = 0; k < count; k++) addProduct(hessian, m, t[k], size, -bend / (limits[k] * limits[k]));
    }
    for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) hessian[j * m + i] = hessian[i * m + j];
    if (!this.hasMargin) this.fixMargin();
  }

  private fixMargin(): void {
    const { size, gradient, hessian } = this;
    gradient[size] = 0;
    for (let j = 0; j < size; j++) {
      hessian[size * (size + 1) + j] = 0;
      hessian[j * (size + 1) + size] = 0;
    }
    hessian[size * (size + 1) + size] = 1;
  }
}

/** Adds `factor v vᵀ` to the lower half of a matrix with `m` numbers a row, of the first `count` components. */
function addProduct(matrix: Float64Array, m: number, v: Float64Array, count: number, factor: number): void {
  for (let i = 0; i < count; i++) {
    const part = factor * v[i];
    const row = i * m;
    for (let j = 0; j <= i; j++) matrix[row + j] += part * v[j];
  }
}
