import type { NearestPointEquations } from "./NearestPointEquations.ts";

/** Residual without dimension below which a solution counts as one. */
export const RESIDUAL_LIMIT = 1e-10;
/** A full step shorter than this part of the size is the last: convergence is quadratic, what is left is rounding. */
const LAST_STEP = 1e-8;
/** A residual that is rounding: nothing is left to gain. */
const ROUNDING = 1e-14;
const MAX_STEPS = 40;
const MAX_HALVINGS = 12;

/** Why an iteration ended. */
export const CONVERGED = 0;
export const SINGULAR = 1;
export const STUCK = 2;

/**
 * Newton's iteration on the equations (5) from the unknowns in `equations.x`, with a line search on the scaled residual.
 * A step moves a point by half the larger size at most. After success the equations are evaluated at the solution.
 */
export class NewtonIteration {
  readonly equations: NearestPointEquations;
  private readonly longest: number;
  private readonly base = new Float64Array(8);
  private readonly move = new Float64Array(8);

  constructor(equations: NearestPointEquations) {
    this.equations = equations;
    const { frameA, frameB, size } = equations;
    this.longest = (0.5 * Math.max(frameA.surface.size, frameB.surface.size)) / size;
  }

  /** Solves to rounding; `CONVERGED`, `SINGULAR` or `STUCK`. */
  run(): number {
    const { equations } = this;
    const { residual, size } = equations;
    equations.evaluate();
    for (let step = 0; step < MAX_STEPS; step++) {
      equations.solveNewton();
      if (equations.isSingular()) return SINGULAR;
      const length = this.keepStep() / size;
      let part = length > this.longest ? this.longest / length : 1;
      const before = residual[0];
      this.apply(part);
      for (let halving = 0; !(residual[0] <= (1 - 0.01 * part) * before || residual[0] < RESIDUAL_LIMIT); halving++) {
        if (halving === MAX_HALVINGS) return STUCK;
        part /= 2;
        this.apply(part);
      }
      if (residual[0] < ROUNDING) return CONVERGED;
      if (length < LAST_STEP) return residual[0] < RESIDUAL_LIMIT ? CONVERGED : STUCK;
    }
    return STUCK;
  }

  /** Turns the step into the surfaces' axes; the longer of the ways of the two points. */
  private keepStep(): number {
    const { base, move } = this;
    const { x, delta: d, frameA, frameB } = this.equations;
    const A = frameA.T;
    const B = frameB.T;
    for (let i = 0; i < 3; i++) {
      base[i] = x[i];
      base[i + 3] = x[i + 3];
      move[i] = A[i] * d[0] + A[i + 3] * d[1] + A[i + 6] * d[2];
      move[i + 3] = B[i] * d[3] + B[i + 3] * d[4] + B[i + 6] * d[5];
    }
    base[6] = x[6];
    base[7] = x[7];
    move[6] = d[6];
    move[7] = d[7];
    return Math.sqrt(Math.max(d[0] * d[0] + d[1] * d[1] + d[2] * d[2], d[3] * d[3] + d[4] * d[4] + d[5] * d[5]));
  }

  private apply(part: number): void {
    const { base, move } = this;
    const { x } = this.equations;
    for (let i = 0; i < 8; i++) x[i] = base[i] + part * move[i];
    this.equations.evaluate();
  }
}
