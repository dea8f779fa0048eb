import type { NearestPointEquations } from "./NearestPointEquations.ts";

/** Residual without dimension below which a solution counts as one. */
const RESIDUAL_LIMIT = 1e-10;
/** A full step shorter than this part of the size is the last: convergence is quadratic, what is left is rounding. */
const LAST_STEP = 1e-8;
/** A step or a residual that is rounding: nothing is left to gain. */
const ROUNDING = 1e-14;
const MAX_STEPS = 40;
const MAX_HALVINGS = 12;

/** Places in the array of scalars: numbers that cross between methods in arrays are not put on the heap. */
const LENGTH = 0;
const PART = 1;

/** Why an iteration ended. */
export const CONVERGED = 0;
export const SINGULAR = 1;
const STUCK = 2;

/**
 * Newton's iteration on the equations (5) from the unknowns in `equations.x`, with a line search on the scaled residual.
 * A step moves a point by half the larger size at most. After success the equations are evaluated at the solution.
 */
export class NewtonIteration {
  readonly equations: NearestPointEquations;
  private readonly longest: number;
  private readonly move = new Float64Array(8);
  private readonly scalars = new Float64Array(2);

  constructor(equations: NearestPointEquations) {
    this.equations = equations;
    const { frameA, frameB, size } = equations;
    this.longest = (0.5 * Math.max(frameA.surface.size, frameB.surface.size)) / size;
  }

  /** Solves to rounding; `CONVERGED`, `SINGULAR` or `STUCK`. */
  run(): number {
    const { equations, scalars } = this;
    const { residual } = equations;
    equations.evaluate();
    for (let step = 0; step < MAX_STEPS; step++) {
      equations.solveNewton();
      if (equations.isSingular()) return SINGULAR;
      this.keepStep();
      const length = scalars[LENGTH];
      const before = residual[0];
      if (length < ROUNDING && before < RESIDUAL_LIMIT) return CONVERGED;
      let part = length > this.longest ? this.longest / length : 1;
      scalars[PART] = part;
      this.apply();
      for (let halving = 0; !(residual[0] <= (1 - 0.01 * part) * before || residual[0] < RESIDUAL_LIMIT); halving++) {
        if (halving === MAX_HALVINGS) return STUCK;
        part *= 0.5;
        scalars[PART] = -part;
        this.apply();
      }
      if (residual[0] < ROUNDING) return CONVERGED;
      if (length < LAST_STEP) return residual[0] < RESIDUAL_LIMIT ? CONVERGED : STUCK;
    }
    return STUCK;
  }

  /** Turns the step into the surfaces' axes and finds the longer of the ways of the two points, by the size. */
  private keepStep(): void {
    const { move, scalars } = this;
    const { delta, frameA, frameB, size } = this.equations;
    const A = frameA.T;
    const B = frameB.T;
    const a0 = delta[0];
    const a1 = delta[1];
    const a2 = delta[2];
    const b0 = delta[3];
    const b1 = delta[4];
    const b2 = delta[5];
    move[0] = A[0] * a0 + A[3] * a1 + A[6] * a2;
    move[1] = A[1] * a0 + A[4] * a1 + A[7] * a2;
    move[2] = A[2] * a0 + A[5] * a1 + A[8] * a2;
    move[3] = B[0] * b0 + B[3] * b1 + B[6] * b2;
    move[4] = B[1] * b0 + B[4] * b1 + B[7] * b2;
    move[5] = B[2] * b0 + B[5] * b1 + B[8] * b2;
    move[6] = delta[6];
    move[7] = delta[7];
    const wayA = a0 * a0 + a1 * a1 + a2 * a2;
    const wayB = b0 * b0 + b1 * b1 + b2 * b2;
    scalars[LENGTH] = Math.sqrt(wayA > wayB ? wayA : wayB) / size;
  }

  /** Goes the chosen part of the step; back, if it is negative. */
  private apply(): void {
    const { move, scalars } = this;
    const { x } = this.equations;
    const part = scalars[PART];
    x[0] += part * move[0];
    x[1] += part * move[1];
    x[2] += part * move[2];
    x[3] += part * move[3];
    x[4] += part * move[4];
    x[5] += part * move[5];
    x[6] += part * move[6];
    x[7] += part * move[7];
    this.equations.evaluate();
  }
}
