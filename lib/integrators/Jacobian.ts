import { findNonFinite } from "./findNonFinite.ts";
import type { OdeProblem } from "./Problem.ts";
import { sortComponents } from "./sortComponents.ts";

const rootEpsilon = Math.sqrt(Number.EPSILON);

/**
 * The matrix ∂f/∂y of a problem by differences, without the rows that are known: those of components whose derivative
 * simply is another component (`OdeProblem.rates`).
 */
export class Jacobian {
  readonly size: number;
  /** Components with a derivative of their own, and those whose derivative is one of them. */
  readonly free: Int32Array;
  readonly bound: Int32Array;
  /** For each of `bound` the place of its rate in `free`. */
  readonly rates: Int32Array;
  /** ∂f/∂y, one row for each of `free`: the columns of the free components, those of the bound ones. */
  readonly freePart: Float64Array;
  readonly boundPart: Float64Array;
  /** The first component of the derivative that was not finite at a state nearby; -1: none. */
  limiting = -1;

  private readonly problem: OdeProblem;
  private readonly y: Float64Array;
  private readonly derivative: Float64Array;

  constructor(problem: OdeProblem) {
    const { size } = problem;
    const { free, bound, rates } = sortComponents(problem, size);
    this.problem = problem;
    this.size = size;
    this.free = free;
    this.bound = bound;
    this.rates = rates;
    this.freePart = new Float64Array(this.free.length ** 2);
    this.boundPart = new Float64Array(this.free.length * this.bound.length);
    this.y = new Float64Array(size);
    this.derivative = new Float64Array(size);
  }

  /**
   * One-sided differences at (t, y), where the derivative is `dydt`. Returns the number of evaluations; `limiting` tells
   * whether all went well.
   *
   * The increment is half the digits of the component. One that is about zero gets a small part of the error that is
   * tolerable for it, for Newton's method works with changes of that size and larger; but not more than what is still
   * small for a position or an angle, however loose the tolerance.
   */
  calc(t: number, y: Float64Array, dydt: Float64Array, scale: Float64Array): number {
    this.limiting = -1;
    this.y.set(y);
    this.problem.beginProbe?.(t, y);
    try {
      const evaluations = this.calcColumns(t, y, dydt, scale, this.free, this.freePart);
      if (this.limiting >= 0) return evaluations;
      return evaluations + this.calcColumns(t, y, dydt, scale, this.bound, this.boundPart);
    } finally {
      this.problem.endProbe?.();
    }
  }

  private calcColumns(
    t: number,
    y: Float64Array,
    dydt: Float64Array,
    scale: Float64Array,
    components: Int32Array,
    out: Float64Array,
  ): number {
    const { problem, y: near, derivative, free } = this;
    const count = components.length;
    let evaluations = 0;
    for (let c = 0; c < count; c++) {
      const j = components[c];
      const size = Math.max(rootEpsilon * Math.abs(y[j]), Math.min(1e-3 * scale[j], 1e-10));
      // Forwards in time first; if there is nothing to evaluate on that side, on the other.
      let step = dydt[j] < 0 ? -size : size;
      for (let side = 0; side < 2; side++) {
        near[j] = y[j] + step;
        evaluations++;
        problem.calcDerivative(t, near, derivative);
        this.limiting = findNonFinite(derivative);
        if (this.limiting < 0) break;
        step = -step;
      }
      if (this.limiting >= 0) return evaluations;
      const factor = 1 / (near[j] - y[j]);
      near[j] = y[j];
      for (let r = 0; r < free.length; r++) {
        const i = free[r];
        out[r * count + c] = factor * (derivative[i] - dydt[i]);
      }
    }
    return evaluations;
  }
}
