import { AdaptiveStepper } from "./AdaptiveStepper.ts";
import { combine } from "./combine.ts";
import type { OdeProblem, StepperOptions } from "./Stepper.ts";
import type { Tableau } from "./Tableau.ts";

/** Accepted steps at the limit of stability that make a problem stiff, and steps below it in a row that clear it. */
const stiffSteps = 15;
const clearSteps = 6;

/** An explicit Runge–Kutta method with an error estimate from the same stages; its coefficients are a `Tableau`. */
export abstract class EmbeddedRungeKutta extends AdaptiveStepper {
  /** The sums of the error estimates, h included. */
  protected readonly errors: readonly Float64Array[];
  /** How far `h` times the fastest decay may go before the method is unstable. */
  protected abstract readonly stabilityLimit: number;
  /** How close the last accepted step came to that; stability, not the error, limits steps where it stays above 1. */
  stiffness = 0;

  private readonly tableau: Tableau;
  /** The weights times the step size, where they are in use. */
  private readonly weights: Float64Array;
  /** All stages in one array, and each by itself. */
  private readonly stages: Float64Array;
  private readonly stage: readonly Float64Array[];
  /** Per sum of the tableau, where its stages begin. */
  private readonly starts: readonly Int32Array[];
  private readonly work: Float64Array;
  private readonly zero: Float64Array;
  /** Whether the derivative at the new state is part of the error estimate. */
  private readonly lastCounts: boolean;
  private stiffCount = 0;
  private clearCount = 0;

  protected constructor(problem: OdeProblem, tableau: Tableau, options: StepperOptions) {
    super(problem, 4 + tableau.columns.length - tableau.firstDense, options);
    const { size } = this;
    this.tableau = tableau;
    this.weights = new Float64Array(tableau.weights.length);
    this.stages = new Float64Array(tableau.nodes.length * size);
    this.stage = Array.from(tableau.nodes, (_, s) => this.stages.subarray(s * size, (s + 1) * size));
    this.starts = tableau.columns.map((columns) => Int32Array.from(columns, (s) => s * size));
    this.work = new Float64Array(size);
    this.zero = new Float64Array(size);
    const errorSums = tableau.columns.slice(tableau.firstError, tableau.firstDense);
    this.errors = errorSums.map(() => new Float64Array(size));
    this.lastCounts = errorSums.some((columns) => columns.includes(tableau.last));
  }

  /** The error from `errors` in units of the tolerable one, into `error` and `limiting`. */
  protected abstract calcError(): void;

  protected override attempt(h: number, tNew: number): void {
    const { tableau, stage, t, y, yNew, work } = this;
    const { last, nodes, firstError, firstDense } = tableau;
    this.scaleWeights(0, last + 1, h);
    this.scaleWeights(firstError, firstDense, h);
    stage[0].set(this.dydt);
    this.error = Number.NaN;
    for (let s = 1; s < last; s++) {
      this.calcSum(s, y, work);
      if (!this.calcStage(s, nodes[s] === 1 ? tNew : t + nodes[s] * h, work)) return;
    }
    this.calcSum(last, y, yNew);
    if (this.lastCounts && !this.calcStage(last, tNew, yNew)) return;
    for (let e = firstError; e < firstDense; e++) this.calcSum(e, this.zero, this.errors[e - firstError]);
    this.problem.calcErrorScale(yNew, this.scaleNew);
    this.calcError();
  }

  protected override calcNewDerivative(tNew: number): Float64Array | undefined {
    const { last } = this.tableau;
    if (!this.lastCounts && !this.calcStage(last, tNew, this.yNew)) return undefined;
    this.watchStability(tNew - this.t);
    return this.stage[last];
  }

  /**
   * The last two stages belong to the same time: how their derivatives differ with their states tells the fastest rate,
   * for in those two the stiff part differs most. [Hairer, IV.2]
   */
  private watchStability(h: number): void {
    const { size, work, yNew, stage } = this;
    const { last } = this.tableau;
    const before = stage[last - 1];
    const after = stage[last];
    let top = 0;
    let bottom = 0;
    for (let i = 0; i < size; i++) {
      const a = after[i] - before[i];
      const b = yNew[i] - work[i];
      top += a * a;
      bottom += b * b;
    }
    this.stiffness = bottom > 0 ? (h * Math.sqrt(top / bottom)) / this.stabilityLimit : 0;
    if (this.stiffness > 1) {
      this.clearCount = 0;
      if (++this.stiffCount >= stiffSteps) this.isStiff = true;
    } else if (++this.clearCount >= clearSteps) {
      this.stiffCount = 0;
      this.isStiff = false;
    }
  }

  protected override calcFirstStep(firstStep: number | undefined): number {
    this.stiffness = 0;
    this.stiffCount = 0;
    this.clearCount = 0;
    return super.calcFirstStep(firstStep);
  }

  /**
   * The stages are still those of the step, the last one included, where the state was replaced: the interior keeps
   * the shape of the unprojected solution and only its ends move.
   */
  protected override calcDenseInterior(): void {
    const { tableau, yOld, tOld, h, work, denseParts } = this;
    const { last, nodes, firstError, firstDense } = tableau;
    this.scaleWeights(last + 1, firstError, h);
    this.scaleWeights(firstDense, tableau.columns.length, h);
    for (let s = last + 1; s < firstError; s++) {
      this.calcSum(s, yOld, work);
      if (!this.calcStage(s, tOld + nodes[s] * h, work)) throw this.underflow(h, true);
    }
    for (let j = 4; j < denseParts.length; j++) this.calcSum(firstDense + j - 4, this.zero, denseParts[j]);
  }

  /** Brings the weights of some sums to the step size. */
  private scaleWeights(firstSum: number, endSum: number, h: number): void {
    const { weights, offsets } = this.tableau;
    const end = offsets[endSum];
    for (let j = offsets[firstSum]; j < end; j++) this.weights[j] = h * weights[j];
  }

  private calcSum(sum: number, base: Float64Array, out: Float64Array): void {
    combine(base, this.weights, this.tableau.offsets[sum], this.stages, this.starts[sum], out);
  }

  /** Whether the stage is finite; `limiting` says which component is not. */
  private calcStage(s: number, t: number, y: Float64Array): boolean {
    const bad = this.evaluate(t, y, this.stage[s]);
    if (bad >= 0) this.limiting = bad;
    return bad < 0;
  }
}
