import { ModelError } from "../../math/index.ts";
import { LU } from "../../math/LU.ts";
import type { Plan } from "./Plan.ts";

/** What the solver asks its model for. */
export interface TornModel {
  /** Takes values of the torn variables and everything that follows from them. */
  assume(z: Float64Array): void;
  calcResiduals(out: Float64Array): void;
}

const MOST_STEPS = 300;
/** Steps of Newton's method that change values by less than this part of them have arrived. */
const ROUNDING = 1e-14;
const MOST_HALVINGS = 30;
/** Where residuals no longer fall, the step that is left has to be below this part of the values. */
const ARRIVED = 1e-9;

/** There is no solution at the present states; there may be one at others. */
export class NoSolution extends ModelError {}

/** Finds the values of torn variables that come out as they were assumed. */
export class TearSolver {
  private readonly plan: Plan;
  private readonly model: TornModel;
  private readonly lu: LU;
  private readonly z: Float64Array;
  private readonly residuals: Float64Array;
  private readonly trial: Float64Array;
  private readonly step: Float64Array;
  private isFactored = false;

  constructor(plan: Plan, model: TornModel) {
    const size = plan.tears.length;
    this.plan = plan;
    this.model = model;
    this.lu = new LU(size);
    this.z = new Float64Array(size);
    this.residuals = new Float64Array(size);
    this.trial = new Float64Array(size);
    this.step = new Float64Array(size);
  }

  solve(): void {
    const { plan, z } = this;
    z.fill(0);
    if (plan.isLinear) {
      this.evaluate(z, this.residuals);
      if (!this.isFactored || !plan.isConstant) this.factor(false);
      this.correct();
      // Once more: what rounding has left.
      this.evaluate(z, this.residuals);
      this.correct();
      this.model.assume(z);
    } else this.iterate();
  }

  private evaluate(z: Float64Array, out: Float64Array): void {
    this.model.assume(z);
    this.model.calcResiduals(out);
  }

  /** Columns of the Jacobian: differences over one for a linear problem, over a small step for others. */
  private factor(isLocal: boolean): void {
    const { z, trial, residuals, step, lu, plan } = this;
    const n = z.length;
    for (let j = 0; j < n; j++) {
      const change = isLocal ? 1e-7 * Math.max(1e-3, Math.abs(z[j])) : 1;
      trial.set(z);
      trial[j] += change;
      this.evaluate(trial, step);
      for (let i = 0; i < n; i++) lu.matrix[i * n + j] = (step[i] - residuals[i]) / (trial[j] - z[j]);
    }
    const bad = lu.factor();
    this.isFactored = bad < 0;
    if (bad < 0) return;
    throw new NoSolution(
      `BondGraph: the loop through ${plan.tears.map(({ element }) => element.label).join(", ")} has no unique solution; ` +
        "check its numbers (a gain of one around a loop, a resistance of zero), or put a C or an I into it",
    );
  }

  private correct(): void {
    const { residuals, lu, z } = this;
    lu.solve(residuals);
    for (let i = 0; i < z.length; i++) z[i] -= residuals[i];
  }

  /** Newton's method from zero, with steps halved until the residuals fall. */
  private iterate(): void {
    const { z, trial, residuals } = this;
    this.evaluate(z, residuals);
    for (let count = 0; count < MOST_STEPS; count++) {
      const size = norm(residuals);
      if (size === 0) break;
      this.factor(true);
      this.step.set(residuals);
      this.lu.solve(this.step);
      const part = this.descend(size);
      if (part === 0) {
        this.checkArrival(size);
        break;
      }
      const hasArrived = this.isSmall(part);
      z.set(trial);
      if (hasArrived) break;
      if (count === MOST_STEPS - 1) this.refuse();
    }
    this.model.assume(z);
  }

  /** The part of the step that makes the residuals smaller, with `trial` and `residuals` there; zero if there is none. */
  private descend(size: number): number {
    const { z, trial, residuals, step } = this;
    let part = 1;
    for (let halvings = 0; halvings <= MOST_HALVINGS; halvings++) {
      for (let i = 0; i < z.length; i++) trial[i] = z[i] - part * step[i];
      this.evaluate(trial, residuals);
      if (norm(residuals) < size) return part;
      if (this.isSmall(part)) return 0;
      part /= 2;
    }
    return 0;
  }

  private isSmall(part: number): boolean {
    const { step, z } = this;
    let scale = 0;
    for (const value of z) scale = Math.max(scale, Math.abs(value));
    return step.every((value) => Math.abs(part * value) <= ROUNDING * Math.max(scale, Number.MIN_VALUE));
  }

  /** No step makes the residuals smaller: that is rounding where the step is short, else there is no solution. */
  private checkArrival(size: number): void {
    const { z, step } = this;
    let scale = 0;
    for (const value of z) scale = Math.max(scale, Math.abs(value));
    const isShort = step.every((value) => Math.abs(value) <= ARRIVED * Math.max(Number.MIN_VALUE, scale));
    if (!Number.isFinite(size) || !isShort) this.refuse();
  }

  private refuse(): never {
    const names = this.plan.tears.map(({ element }) => element.label).join(", ");
    throw new NoSolution(
      `BondGraph: Newton's method finds no solution of the loop through ${names}; ` +
        "check that their laws grow and have values there, or put a C or an I between them",
    );
  }
}

function norm(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i];
  return Math.sqrt(sum);
}
