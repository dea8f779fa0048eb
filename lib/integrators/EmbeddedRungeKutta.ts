import { AdaptiveStepper } from "./AdaptiveStepper.ts";
import { combine } from "./combine.ts";
import { evaluateDenseRate } from "./evaluateDenseRate.ts";
import type { OdeProblem } from "./Problem.ts";
import type { StepperOptions } from "./StepperOptions.ts";
import type { Tableau } from "./Tableau.ts";

/** Accepted steps at the limit of stability that make a problem stiff, and steps below it in a row that clear it. */
const stiffSteps = 15;
const clearSteps = 6;
/** Where inside a step its dense output is put to the test, and what part of the misfit there counts as error. */
const insidePlace = 0.5;
const insideShare = 0.05;
/** … which limits steps this much earlier than stability does. */
const insideLimit = 0.6;
/** In this last part of a step its interior may be left out, if it is less than this part of the tolerable error. */
const nearEnd = 1e-3;
const interiorShare = 0.01;

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
  /** Whether the derivative at the new state has been evaluated. */
  private hasLast = false;
  /** State, rate and derivative inside the step that is tried. */
  private readonly inside: readonly [Float64Array, Float64Array, Float64Array];
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
    this.inside = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
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
    this.hasLast = false;
    for (let s = 1; s < last; s++) {
      this.calcSum(s, y, work);
      if (!this.calcStage(s, nodes[s] === 1 ? tNew : t + nodes[s] * h, work)) return;
    }
    this.calcSum(last, y, yNew);
    if (this.lastCounts && !this.calcStage(last, tNew, yNew)) return;
    for (let e = firstError; e < firstDense; e++) this.calcSum(e, this.zero, this.errors[e - firstError]);
    this.problem.calcErrorScale(yNew, this.scaleNew);
    this.calcError();
    if (this.checksInterior && this.error <= 1) this.measureInside(h, tNew);
  }

  /**
   * Lets the error of what lies inside the step count too: the dense output, put into the equation, has to give its own
   * rate. How far they differ there is some times what its values miss.
   */
  private measureInside(h: number, tNew: number): void {
    const { size, t, y, yNew, scale, scaleNew, denseVectors } = this;
    const [value, rate, dydt] = this.inside;
    const end = this.error;
    this.error = Number.NaN;
    if (!this.calcLast(tNew)) return;
    this.calcDenseEnds(h, y, this.dydt, yNew, this.stage[this.tableau.last]);
    if (!this.fillInterior(t, h, y)) return;
    evaluateDenseRate(this.dense, denseVectors, size, insidePlace, value, rate);
    const bad = this.evaluate(t + insidePlace * h, value, dydt);
    if (bad >= 0) {
      this.limiting = bad;
      return;
    }
    this.error = end;
    for (let i = 0; i < size; i++) {
      const miss = (insideShare * Math.abs(h * dydt[i] - rate[i])) / Math.max(scale[i], scaleNew[i]);
      if (miss <= this.error) continue;
      this.error = miss;
      this.limiting = i;
    }
    if (this.error > 1) this.countStiff(true);
  }

  protected override calcNewDerivative(tNew: number): Float64Array | undefined {
    if (!this.hasLast && !this.calcLast(tNew)) return undefined;
    this.hasInterior = this.checksInterior;
    this.countStiff(this.stiffness > (this.checksInterior ? insideLimit : 1));
    return this.stage[this.tableau.last];
  }

  /** The derivative at the new state; false where it is not finite. */
  private calcLast(tNew: number): boolean {
    const { last } = this.tableau;
    if (!this.lastCounts && !this.calcStage(last, tNew, this.yNew)) return false;
    this.hasLast = true;
    this.estimateStiffness(tNew - this.t);
    return true;
  }

  /**
   * The last two stages belong to the same time: how their derivatives differ with their states tells the fastest rate,
   * for in those two the stiff part differs most. [Hairer, IV.2] Components of all sizes compare by their tolerable errors.
   */
  private estimateStiffness(h: number): void {
    const { size, work, yNew, stage, scale } = this;
    const { last } = this.tableau;
    const before = stage[last - 1];
    const after = stage[last];
    let top = 0;
    let bottom = 0;
    for (let i = 0; i < size; i++) {
      const a = (after[i] - before[i]) / scale[i];
      const b = (yNew[i] - work[i]) / scale[i];
      top += a * a;
      bottom += b * b;
    }
    this.stiffness = bottom > 0 ? (h * Math.sqrt(top / bottom)) / this.stabilityLimit : 0;
  }

  /** Notes whether stability limited a step. */
  private countStiff(isLimited: boolean): void {
    if (isLimited) {
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
  protected override calcDenseInterior(t: number, h: number, y: Float64Array): void {
    if (!this.fillInterior(t, h, y)) throw this.underflow(h, true);
  }

  /** Where it costs evaluations: it comes with the square of the distance, and is not larger than the last vector of the cubic. */
  protected override isNearEnd(rest: number): boolean {
    const { size, scale, denseParts, tableau } = this;
    if (!this.sparesInterior || Math.abs(rest) > nearEnd || tableau.firstError === tableau.last + 1) return false;
    const part = (rest * rest) / interiorShare;
    for (let i = 0; i < size; i++) if (!(part * Math.abs(denseParts[3][i]) <= scale[i])) return false;
    return true;
  }

  /** Whether all of it is finite. */
  private fillInterior(t: number, h: number, y: Float64Array): boolean {
    const { tableau, work, denseParts } = this;
    const { last, nodes, firstError, firstDense } = tableau;
    this.scaleWeights(last + 1, firstError, h);
    this.scaleWeights(firstDense, tableau.columns.length, h);
    for (let s = last + 1; s < firstError; s++) {
      this.calcSum(s, y, work);
      if (!this.calcStage(s, t + nodes[s] * h, work)) return false;
    }
    for (let j = 4; j < denseParts.length; j++) this.calcSum(firstDense + j - 4, this.zero, denseParts[j]);
    return true;
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
