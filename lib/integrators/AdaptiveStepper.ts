import { checkBoolean, ModelError, otherwise } from "../math/index.ts";
import type { OdeProblem } from "./Problem.ts";
import { Stepper } from "./Stepper.ts";
import type { StepperOptions } from "./StepperOptions.ts";

/** How a method changes its step: h·clamp(safety · err^(−exponent) · (previous err)^beta). */
export interface StepControl {
  readonly exponent: number;
  /** Weight of the previous error (PI control); 0: none. */
  readonly beta: number;
  readonly largestShrink: number;
  readonly largestGrowth: number;
}

const OPTIONS = ["maxStep", "initialStep", "minStep", "checksInterior", "passesJumps", "sparesInterior"];

const safety = 0.9;
const nonFiniteShrink = 0.1;
/** The last step may be this much longer than planned, rather than leave a sliver for one more. */
const landingStretch = 1.01;
/** … and that much longer than allowed: the clock collects rounding errors over many steps of the same size. */
const maxStepStretch = 1 + 1e-6;
const clockResolution = 16 * Number.EPSILON;
/** No step is shorter, also at t = 0, where the clock could tell. */
const shortestStep = 1e-290;
/** Steps in a row that have to keep their tolerance before another jump may be stepped over. */
const stepsBetweenJumps = 5;

/** A method that estimates the error of a step, and repeats the step with a smaller size where it is too large. */
export abstract class AdaptiveStepper extends Stepper {
  /** What an attempt finds: the new state, and the error in units of the tolerable one (NaN: values not finite). */
  protected readonly yNew: Float64Array;
  protected error = 0;
  /** Tolerable errors at `y` and at `yNew`; the larger one counts. */
  protected readonly scale: Float64Array;
  protected readonly scaleNew: Float64Array;
  protected abstract readonly control: StepControl;

  protected readonly checksInterior: boolean;
  protected readonly sparesInterior: boolean;
  private readonly passesJumps: boolean;
  private previousError = 1;
  /** Accepted steps from which on a jump may be stepped over. */
  private nextJump = 0;

  /** `more` are the names of options of the method's own. */
  protected constructor(
    problem: OdeProblem,
    denseVectors: number,
    options: StepperOptions,
    more: readonly string[] = [],
  ) {
    super(problem, denseVectors, options, [...OPTIONS, ...more]);
    this.checksInterior = checkBoolean("integrator", "checksInterior", otherwise(options.checksInterior, false));
    this.sparesInterior = checkBoolean("integrator", "sparesInterior", otherwise(options.sparesInterior, false));
    this.passesJumps = checkBoolean("integrator", "passesJumps", otherwise(options.passesJumps, false));
    this.yNew = new Float64Array(this.size);
    this.scale = new Float64Array(this.size);
    this.scaleNew = new Float64Array(this.size);
  }

  /**
   * Tries a step of size `h` from (t, y): fills `yNew`, `scaleNew`, `error` and `limiting`. Nothing is evaluated after
   * `tNew`, which `t + h` may miss by a rounding: there may be a discontinuity.
   */
  protected abstract attempt(h: number, tNew: number): void;

  /**
   * The derivative at (tNew, yNew), asked for when the error is small enough; undefined where it is not finite
   * (`limiting` says in which component).
   */
  protected abstract calcNewDerivative(tNew: number): Float64Array | undefined;

  protected override step(tEnd: number): void {
    const { t, control } = this;
    const remaining = tEnd - t;
    const resolution = clockResolution * Math.max(Math.abs(t), Math.min(this.hNext, remaining));
    const smallest = Math.max(this.minStep, resolution, shortestStep);
    let planned = Math.max(this.hNext, smallest);
    let growth = control.largestGrowth;
    let isJump = false;
    // Every attempt is shorter than the one before: there are some hundred at most.
    for (;;) {
      const lands = remaining <= Math.min(landingStretch * planned, maxStepStretch * this.maxStep);
      const tNew = lands ? tEnd : t + planned;
      const h = tNew - t;
      this.attempt(h, tNew);
      const { error } = this;
      // Where Newton's method fails there is no state to accept.
      if (error <= 1 || (isJump && error < Number.MAX_VALUE)) {
        const dydtNew = this.calcNewDerivative(tNew);
        if (dydtNew !== undefined) {
          this.acceptStep(tNew, h, this.yNew, dydtNew);
          this.scale.set(this.scaleNew);
          const wish = h * this.calcGrowth(h, growth);
          // A step cut short by the end says nothing against the size that was planned.
          this.hNext = Math.min(lands ? Math.max(wish, planned) : wish, this.maxStep);
          if (error > 1) this.passJump();
          return;
        }
        this.error = Number.NaN;
      }
      this.rejected++;
      planned = h * this.calcShrink();
      growth = 1;
      // NaN, too, ends here.
      if (planned >= smallest) continue;
      if (isJump || !this.mayJump()) throw this.underflow(planned, !Number.isFinite(this.error));
      isJump = true;
      planned = smallest;
    }
  }

  /** Whether the shortest step, tried next, may miss its tolerance. */
  private mayJump(): boolean {
    return this.passesJumps && Number.isFinite(this.error) && this.accepted >= this.nextJump;
  }

  private passJump(): void {
    this.nextJump = this.accepted + 1 + stepsBetweenJumps;
    this.jumps++;
    this.forgetSteps();
  }

  /** The steps before say nothing of those to come. */
  protected override forgetSteps(): void {
    this.previousError = 1;
  }

  /** The largest component of an estimate in units of the tolerable one, into `error` and `limiting`. */
  protected measure(estimate: Float64Array): void {
    const { size, scale, scaleNew } = this;
    let largest = 0;
    let limiting = -1;
    for (let i = 0; i < size; i++) {
      const e = Math.abs(estimate[i]) / Math.max(scale[i], scaleNew[i]);
      if (e <= largest) continue;
      largest = e;
      limiting = i;
      if (Number.isNaN(e)) break;
    }
    this.error = largest;
    this.limiting = limiting;
  }

  /** How the step changes after an accepted one of size `h`; `growth` at most. */
  protected calcGrowth(_h: number, growth: number): number {
    const { error, previousError } = this;
    const { exponent, beta, largestShrink } = this.control;
    this.previousError = Math.max(error, 1e-4);
    const factor = safety * error ** (0.75 * beta - exponent) * previousError ** beta;
    return Math.max(largestShrink, Math.min(growth, factor));
  }

  /** How the step changes after a rejected one. */
  protected calcShrink(): number {
    const { error } = this;
    const { largestShrink, exponent } = this.control;
    return Number.isFinite(error) ? Math.max(largestShrink, safety * error ** -exponent) : nonFiniteShrink;
  }

  protected override stateChanged(): void {
    const { size, scale } = this;
    this.problem.calcErrorScale(this.y, scale);
    for (let i = 0; i < size; i++) {
      if (scale[i] > 0) continue;
      throw new ModelError(`integrator: the tolerable error of component ${i} is ${scale[i]}; give one above zero`);
    }
  }

  /** One explicit Euler step shows how fast the derivative changes. [Hairer, II.4] */
  protected override calcFirstStep(firstStep: number | undefined): number {
    this.forgetSteps();
    if (firstStep !== undefined) return firstStep;
    const { size, t, y, dydt, scale, yNew, scaleNew: dydtNew } = this;
    let d0 = 0;
    let d1 = 0;
    for (let i = 0; i < size; i++) {
      d0 = Math.max(d0, Math.abs(y[i]) / scale[i]);
      d1 = Math.max(d1, Math.abs(dydt[i]) / scale[i]);
    }
    // Where d1 is infinite their quotient is nothing to begin with.
    const guess = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * (d0 / d1);
    let h = Math.min(guess >= shortestStep ? guess : shortestStep, this.maxStep);
    const smallest = Math.max(this.minStep, clockResolution * Math.max(Math.abs(t), h), shortestStep);
    for (;;) {
      h = Math.max(h, smallest);
      for (let i = 0; i < size; i++) yNew[i] = y[i] + h * dydt[i];
      const bad = this.evaluate(t + h, yNew, dydtNew);
      if (bad < 0) break;
      this.limiting = bad;
      h *= nonFiniteShrink;
      if (!(h >= smallest)) throw this.underflow(h, true);
    }
    let d2 = 0;
    for (let i = 0; i < size; i++) d2 = Math.max(d2, Math.abs(dydtNew[i] - dydt[i]) / scale[i] / h);
    const fastest = Math.max(d1, d2);
    // Faster than numbers can tell: no step is short enough.
    if (d1 === Number.POSITIVE_INFINITY) {
      this.limiting = dydt.findIndex((rate, i) => Math.abs(rate) / scale[i] === d1);
      throw this.underflow(0, false);
    }
    if (!(fastest < Number.POSITIVE_INFINITY)) return smallest;
    const wish = fastest <= 1e-15 ? Math.max(1e-6, 1e-3 * h) : (0.01 / fastest) ** (1 / this.order);
    return Math.max(smallest, Math.min(100 * h, wish));
  }
}
