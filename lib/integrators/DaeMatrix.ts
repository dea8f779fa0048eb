import { LU } from "../math/LU.ts";
import type { DaeProblem } from "./DaeProblem.ts";
import { findNonFinite } from "./findNonFinite.ts";
import { findTolerances } from "./findTolerances.ts";
import { sortComponents } from "./sortComponents.ts";

const rootEpsilon = Math.sqrt(Number.EPSILON);
/** Still small for a position or an angle. */
const smallIncrement = 1e-10;

/**
 * The matrix `∂F/∂y + c ∂F/∂ẏ` of Newton's method. The first part by differences, of the state alone, for F does not contain the
 * integrals of multipliers themselves; the second as the problem gives it. They are kept apart, so another c costs no
 * evaluation.
 *
 * Rows of components whose derivative is another component (`OdeProblem.rates`, plus rates of multipliers) have c in their
 * own place and nothing of other such components: they are eliminated by hand, block by block, and a mechanism
 * costs a matrix of the size of its rates and multipliers.
 */
export class DaeMatrix {
  /** The coefficient the factors belong to; 0: none. */
  leading = 0;
  /** The first component of the residual that was not finite at a state nearby, or that has no pivot; -1: none. */
  limiting = -1;
  readonly count: number;
  private readonly problem: DaeProblem;
  /** Unknowns that are solved for, and those that follow from them. */
  private readonly free: Int32Array;
  private readonly bound: Int32Array;
  /** ∂F/∂y and ∂F/∂ẏ, and their sum, row by row. */
  private readonly statePart: Float64Array;
  private readonly ratePart: Float64Array;
  private readonly sum: Float64Array;
  private readonly lu: LU;
  private readonly near: Float64Array;
  private readonly residual: Float64Array;
  private readonly nearby: Float64Array;
  private readonly x: Float64Array;
  /** The least increments of components for differences. */
  private readonly increments: Float64Array;

  constructor(problem: DaeProblem) {
    const count = problem.size + problem.multiplierCount;
    const { free, bound, rates } = sortComponents(problem, count);
    this.problem = problem;
    this.count = count;
    this.free = free;
    this.bound = bound;
    this.statePart = new Float64Array(count * count);
    this.ratePart = new Float64Array(count * count);
    this.sum = new Float64Array(count * count);
    this.lu = new LU(free.length);
    this.near = new Float64Array(count);
    this.residual = new Float64Array(count);
    this.nearby = new Float64Array(count);
    this.x = new Float64Array(free.length);
    this.increments = findTolerances(problem).map((tolerance) => Math.min(tolerance, smallIncrement));
    for (let k = 0; k < bound.length; k++) this.statePart[bound[k] * count + free[rates[k]]] = -1;
  }

  /**
   * Both parts at (t, y, ẏ); returns the number of evaluations, `limiting` tells whether all went well. The increment is half
   * the digits of a component, and of one that is about zero what is tolerable of it.
   */
  calc(t: number, y: Float64Array, rates: Float64Array): number {
    const { problem, count, free, near, residual, nearby, statePart } = this;
    this.leading = 0;
    problem.calcResidual(t, y, rates, residual);
    this.limiting = findNonFinite(residual);
    if (this.limiting >= 0) return 1;
    problem.calcRateMatrix(t, y, rates, this.ratePart);
    near.set(y.subarray(0, count));
    for (let j = 0; j < problem.size; j++) {
      const size = Math.max(rootEpsilon * Math.abs(y[j]), this.increments[j]);
      // Forwards in time first; if there is nothing to evaluate on that side, on the other.
      let step = rates[j] < 0 ? -size : size;
      for (let side = 0; side < 2; side++) {
        near[j] = y[j] + step;
        problem.calcResidual(t, near, rates, nearby);
        this.limiting = findNonFinite(nearby);
        if (this.limiting < 0) break;
        step = -step;
      }
      if (this.limiting >= 0) return j + 2;
      const factor = 1 / (near[j] - y[j]);
      near[j] = y[j];
      for (let r = 0; r < free.length; r++) {
        const i = free[r];
        statePart[i * count + j] = factor * (nearby[i] - residual[i]);
      }
    }
    return problem.size + 1;
  }

  /** Factors the matrix with the coefficient `c`; false where it is singular. */
  factor(c: number): boolean {
    const { count, free, bound, statePart, ratePart, sum, lu } = this;
    const n = free.length;
    const m = bound.length;
    for (let k = 0; k < count * count; k++) sum[k] = statePart[k] + c * ratePart[k];
    const { matrix } = lu;
    for (let r = 0; r < n; r++) {
      const row = free[r] * count;
      for (let j = 0; j < n; j++) matrix[r * n + j] = sum[row + free[j]];
    }
    const inverse = 1 / c;
    for (let k = 0; k < m; k++) {
      const row = bound[k] * count;
      for (let j = 0; j < n; j++) {
        const value = inverse * sum[row + free[j]];
        if (value === 0) continue;
        for (let r = 0; r < n; r++) matrix[r * n + j] -= sum[free[r] * count + bound[k]] * value;
      }
    }
    const bad = lu.factor();
    this.leading = bad < 0 ? c : 0;
    this.limiting = bad < 0 ? -1 : free[bad];
    return bad < 0;
  }

  /** Replaces `r` by the solution. */
  solve(r: Float64Array): void {
    const { count, free, bound, sum, x, lu } = this;
    const n = free.length;
    const m = bound.length;
    const inverse = 1 / this.leading;
    for (let k = 0; k < m; k++) r[bound[k]] *= inverse;
    for (let i = 0; i < n; i++) {
      let value = r[free[i]];
      const row = free[i] * count;
      for (let k = 0; k < m; k++) value -= sum[row + bound[k]] * r[bound[k]];
      x[i] = value;
    }
    lu.solve(x);
    for (let i = 0; i < n; i++) r[free[i]] = x[i];
    for (let k = 0; k < m; k++) {
      const row = bound[k] * count;
      let value = 0;
      for (let j = 0; j < n; j++) value += sum[row + free[j]] * x[j];
      r[bound[k]] -= inverse * value;
    }
  }
}
