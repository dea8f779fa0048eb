import {
  callGiven,
  checkFunction,
  checkNumber,
  checkOptions,
  checkPositive,
  describe,
  ModelError,
} from "../math/index.ts";
import { evaluateDense } from "./dense.ts";
import { DENSE_REACH } from "./denseReach.ts";
import { findNonFinite } from "./findNonFinite.ts";
import type { OdeProblem } from "./Problem.ts";
import type { StepperOptions } from "./StepperOptions.ts";
import { StepUnderflow } from "./StepUnderflow.ts";

const owner = "integrator";
const mostComponents = 1e6;

/**
 * Takes a state forward in time, one accepted step after the other, with dense output inside the last step.
 *
 * The public fields are to be read only; `y` and `dydt` are the stepper's own arrays, the same ones at every step, and
 * change with the next one. Counters run on through `start`, so a run that restarts after an event counts as one.
 */
export abstract class Stepper {
  abstract readonly method: string;
  abstract readonly order: number;
  /** Vectors per step of the dense output, see `evaluateDense`. */
  readonly denseVectors: number;
  readonly size: number;

  /** Where the state is, and where the last step began. */
  t = Number.NaN;
  tOld = Number.NaN;
  /** Size of the step just taken; 0: none since the start. */
  h = 0;
  /** Size of the step that will be tried next. */
  hNext = Number.NaN;
  /** Accepted state at `t`. */
  readonly y: Float64Array;
  /** Derivative at (t, y). */
  readonly dydt: Float64Array;

  evaluations = 0;
  accepted = 0;
  rejected = 0;
  /** Jumps that were stepped over. */
  jumps = 0;
  /** The component that dominated the error of the last attempt, or that was not finite in it; -1: none. */
  limiting = -1;
  /** Whether stability, not the error, limits the steps of an explicit method; decided anew after `start`. */
  isStiff = false;

  /** Whether it evaluates the problem inside its steps, not at their ends only. */
  readonly hasStages: boolean = true;

  protected readonly problem: OdeProblem;
  protected readonly maxStep: number;
  protected readonly minStep: number;
  protected readonly initialStep: number | undefined;
  /** State and derivative at `tOld`. */
  protected readonly yOld: Float64Array;
  protected readonly dydtOld: Float64Array;
  private readonly projected: Float64Array;
  /** Coefficients of the dense output, and each vector of them by itself. */
  protected readonly dense: Float64Array;
  protected readonly denseParts: readonly Float64Array[];

  /** What of `dense` belongs to the step just taken: the ends (vectors 0 to 3), the interior (the rest). */
  private hasEnds = false;
  protected hasInterior = false;
  private hasStep = false;
  /** Whether the last step was taken to a given state. */
  isGiven = false;
  private readonly given: Float64Array;

  protected constructor(
    problem: OdeProblem,
    denseVectors: number,
    options: StepperOptions,
    optionNames: readonly string[],
  ) {
    if (problem === null || typeof problem !== "object") {
      throw new ModelError(
        `${owner}: the problem is ${describe(problem)}; give an object { size, calcDerivative, calcErrorScale }`,
      );
    }
    const n = callGiven(owner, "the problem", () => problem.size);
    if (!Number.isInteger(n) || n < 1 || n > mostComponents) {
      throw new ModelError(
        `${owner}: the problem has size ${describe(n)}; give one with at least one component, and at most ${mostComponents}`,
      );
    }
    checkFunction(owner, "calcDerivative", problem.calcDerivative);
    checkFunction(owner, "calcErrorScale", problem.calcErrorScale);
    if (problem.project !== undefined) checkFunction(owner, "project", problem.project);
    checkOptions(owner, options, optionNames);
    const { maxStep = Number.POSITIVE_INFINITY, minStep = 0, initialStep } = options;
    if (typeof maxStep !== "number" || !(maxStep > 0)) {
      throw new ModelError(`${owner}: maxStep is ${describe(maxStep)}; give a number greater than zero`);
    }
    if (typeof minStep !== "number" || !(minStep >= 0 && minStep <= maxStep)) {
      throw new ModelError(`${owner}: minStep is ${describe(minStep)}; give a number from zero to maxStep, ${maxStep}`);
    }
    if (initialStep !== undefined) checkPositive(owner, "initialStep", initialStep);
    this.problem = problem;
    this.denseVectors = denseVectors;
    this.size = n;
    this.maxStep = maxStep;
    this.minStep = minStep;
    this.initialStep = initialStep;
    this.y = new Float64Array(n);
    this.dydt = new Float64Array(n);
    this.yOld = new Float64Array(n);
    this.dydtOld = new Float64Array(n);
    this.projected = new Float64Array(n);
    this.given = new Float64Array(n);
    this.dense = new Float64Array(n * denseVectors);
    this.denseParts = Array.from({ length: denseVectors }, (_, j) => this.dense.subarray(j * n, (j + 1) * n));
  }

  /**
   * Begins at (t, y); `y` is copied. `firstStep` replaces the option `initialStep`, for one who knows (a restart). An
   * adaptive method that is given neither evaluates once more, a little later than `t`, to choose.
   */
  start(t: number, y: Float64Array, firstStep: number | undefined = this.initialStep): void {
    this.checkState(y);
    checkNumber(owner, "the start time", t);
    if (firstStep !== undefined) checkPositive(owner, "the first step", firstStep);
    this.t = t;
    this.tOld = t;
    this.h = 0;
    this.limiting = -1;
    this.isStiff = false;
    this.forgetDense();
    this.y.set(y);
    this.refresh();
    this.hNext = Math.min(this.calcFirstStep(firstStep), this.maxStep);
  }

  /** Begins where another stepper of the same problem is, and counts on from there: a run that changes its method. */
  continueFrom(other: Stepper): void {
    if (!(other instanceof Stepper)) {
      throw new ModelError(`${owner}: there is nothing to continue from in ${describe(other)}; give a stepper`);
    }
    this.evaluations = other.evaluations;
    this.accepted = other.accepted;
    this.rejected = other.rejected;
    this.jumps = other.jumps;
    this.start(other.t, other.y, other.hNext);
  }

  /**
   * Takes exactly one accepted step, never beyond `tEnd`, and lands exactly on `tEnd` when it is near.
   * Throws `StepUnderflow` where no acceptable step is found; `t`, `y` and `dydt` are then still those of the last
   * accepted step, its dense output is lost.
   */
  advance(tEnd: number): void {
    if (typeof tEnd !== "number" || !(tEnd > this.t)) {
      throw new ModelError(
        `${owner}: the end ${describe(tEnd)} s does not lie after the present time, ${this.t} s; give a later one`,
      );
    }
    this.forgetDense();
    this.step(tEnd);
    this.accepted++;
    this.hasStep = true;
  }

  /** The step that was just taken is no good: begins again where it began, at (t, y), with a step of another size. */
  retry(t: number, y: Float64Array, step: number): void {
    this.accepted--;
    this.rejected++;
    this.start(t, y, step);
  }

  /** Takes a step to a state that was found in another way: only the derivative there is evaluated; dense output is cubic. */
  take(t: number, y: Float64Array): void {
    this.checkState(y);
    this.forgetDense();
    const { given } = this;
    const bad = this.evaluate(t, y, given);
    if (bad >= 0) {
      this.limiting = bad;
      throw this.underflow(t - this.t, true);
    }
    this.acceptStep(t, t - this.t, y, given);
    this.forgetSteps();
    this.stateChanged();
    this.accepted++;
    this.hasStep = true;
    this.isGiven = true;
  }

  /**
   * Replaces the state at the end of the step by a slightly different one, one that was projected onto constraints:
   * the derivative is evaluated again and the dense output bends to end at the new state with the new derivative.
   */
  replaceState(y: Float64Array): void {
    this.checkState(y);
    this.y.set(y);
    this.hasEnds = false;
    this.refresh();
  }

  /** Tries no longer step than this next. */
  shorten(h: number): void {
    checkPositive(owner, "the next step", h);
    this.hNext = Math.min(this.hNext, h);
  }

  /** Evaluates the derivative again, before the next step: the problem answers a little differently from now on. */
  renewRate(): void {
    this.refresh();
  }

  /** Brings the state at the end of the step onto the equations that the problem has besides the differential ones. */
  project(): void {
    const { problem, t, y, projected } = this;
    projected.set(y);
    if (problem.project?.(t, projected)) this.replaceState(projected);
  }

  /** How far the dense output can be read: a little beyond the end of the step, where it has the same derivative. */
  get reach(): number {
    return this.t + DENSE_REACH * this.h;
  }

  /** The state at `t` inside the last step. Methods with a costly dense output evaluate the problem here: see there. */
  interpolate(t: number, out: Float64Array): void {
    if (!this.hasStep) throw new ModelError(`${owner}: there is no dense output before a step; call advance first`);
    if (typeof t !== "number" || !(t >= this.tOld && t <= this.reach)) {
      throw new ModelError(
        `${owner}: ${describe(t)} s lies outside the last step; give a time from ${this.tOld} s to ${this.t} s`,
      );
    }
    this.checkRoom(out, 0, this.size);
    if (t === this.t) {
      out.set(this.y);
      return;
    }
    const theta = (t - this.tOld) / this.h;
    this.prepareEnds();
    const isCubic = !this.hasInterior && this.isNearEnd(1 - theta);
    if (!isCubic) this.prepareDense();
    evaluateDense(this.dense, 0, isCubic ? 4 : this.denseVectors, this.size, theta, out);
  }

  /** Writes the dense coefficients of the last step, `denseVectors × size` numbers for `evaluateDense`. */
  copyDense(out: Float64Array, offset: number): void {
    this.prepareDense();
    this.checkRoom(out, offset, this.dense.length);
    out.set(this.dense, offset);
  }

  /** The size of the first step; `firstStep` is the one asked for. State and derivative are in `y` and `dydt`. */
  protected abstract calcFirstStep(firstStep: number | undefined): number;

  /** Finds an acceptable step and hands it to `acceptStep`. */
  protected abstract step(tEnd: number): void;

  /**
   * Fills the dense vectors from the fifth on, of the step of size `h` from (t, y): the one just tried, or accepted,
   * projection aside.
   */
  protected calcDenseInterior(_t: number, _h: number, _y: Float64Array): void {}

  /** Whether so near to the end of the step (in parts of it) its interior does not matter: the cubic through both ends will do. */
  protected isNearEnd(_rest: number): boolean {
    return false;
  }

  /** What was learned of earlier steps says nothing of the next one. */
  protected forgetSteps(): void {}

  /** What else depends on the state at `t`. */
  protected stateChanged(): void {}

  /** Evaluates and counts; returns the first component that is not finite, -1 if all are. */
  protected evaluate(t: number, y: Float64Array, out: Float64Array): number {
    this.evaluations++;
    this.problem.calcDerivative(t, y, out);
    return findNonFinite(out);
  }

  protected acceptStep(t: number, h: number, y: Float64Array, dydt: Float64Array): void {
    this.yOld.set(this.y);
    this.dydtOld.set(this.dydt);
    this.y.set(y);
    this.dydt.set(dydt);
    this.tOld = this.t;
    this.t = t;
    this.h = h;
  }

  protected underflow(h: number, nonFinite: boolean): StepUnderflow {
    return new StepUnderflow(this.method, this.t, h, this.limiting, nonFinite);
  }

  private refresh(): void {
    const bad = this.evaluate(this.t, this.y, this.dydt);
    if (bad >= 0) {
      this.limiting = bad;
      throw this.underflow(0, true);
    }
    this.stateChanged();
  }

  private forgetDense(): void {
    this.hasStep = false;
    this.hasEnds = false;
    this.hasInterior = false;
    this.isGiven = false;
  }

  private prepareDense(): void {
    if (!this.hasStep) throw new ModelError(`${owner}: there is no dense output before a step; call advance first`);
    this.prepareEnds();
    if (!this.hasInterior) this.calcDenseInterior(this.tOld, this.h, this.yOld);
    this.hasInterior = true;
  }

  private prepareEnds(): void {
    const { h, yOld, dydtOld, y, dydt } = this;
    if (!this.hasEnds && this.isGiven) {
      this.dense.fill(0);
      this.calcCubic(h, yOld, dydtOld, y, dydt);
      this.hasInterior = true;
    } else if (!this.hasEnds) this.calcDenseEnds(h, yOld, dydtOld, y, dydt);
    this.hasEnds = true;
  }

  protected calcDenseEnds(
    h: number,
    yOld: Float64Array,
    dydtOld: Float64Array,
    y: Float64Array,
    dydt: Float64Array,
  ): void {
    this.calcCubic(h, yOld, dydtOld, y, dydt);
  }

  /** The cubic through both states with both derivatives: c1 = Δ, c2 = h f₀ − c1, c3 = c1 − h f₁ − c2. */
  private calcCubic(h: number, yOld: Float64Array, dydtOld: Float64Array, y: Float64Array, dydt: Float64Array): void {
    const { size } = this;
    const [c0, c1, c2, c3] = this.denseParts as [Float64Array, Float64Array, Float64Array, Float64Array];
    for (let i = 0; i < size; i++) {
      const change = y[i] - yOld[i];
      const bend = h * dydtOld[i] - change;
      c0[i] = yOld[i];
      c1[i] = change;
      c2[i] = bend;
      c3[i] = change - h * dydt[i] - bend;
    }
  }

  private checkRoom(out: Float64Array, offset: number, size: number): void {
    if (out instanceof Float64Array && offset >= 0 && offset + size <= out.length) return;
    throw new ModelError(
      `${owner}: ${size} numbers do not fit into ${describe(out)} from place ${describe(offset)} on`,
    );
  }

  private checkState(y: Float64Array): void {
    if (!(y instanceof Float64Array)) {
      throw new ModelError(`${owner}: the state is ${describe(y)}; give a Float64Array of ${this.size} numbers`);
    }
    if (y.length !== this.size) {
      throw new ModelError(`${owner}: the state has ${y.length} components; give ${this.size}, as the problem has`);
    }
  }
}
