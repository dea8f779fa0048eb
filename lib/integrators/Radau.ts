import { AdaptiveStepper } from "./AdaptiveStepper.ts";
import { findTolerances } from "./findTolerances.ts";
import { Jacobian } from "./Jacobian.ts";
import type { OdeProblem } from "./Problem.ts";
import { RadauStages } from "./RadauStages.ts";
import { RadauSystem } from "./RadauSystem.ts";
import { C1, C2, E1, E2, E3, GAMMA } from "./radauTable.ts";
import type { StepperOptions } from "./StepperOptions.ts";

const safety = 0.9;
const maxIterations = 7;
/** Where the corrections shrink by less from one to the next, the matrix is renewed at once; by more, it is kept. */
const poorContraction = 0.3;
const goodContraction = 0.05;
/** Of rough problems: a last correction that is rounding, and by what part a larger one has to shrink once more. */
const negligible = 1e-8;
const stubborn = 0.5;
/** A step that could grow by less than this stays, and keeps its factors; so do steps that differ by roundings. */
const smallGrowth = 1.2;
const sameStep = 1e-9;
/** What Newton's method may leave, in units of the tolerable error; and of a component that is not controlled. */
const newtonShare = 0.1;
const newtonDefault = 1e-14;
/** Up to this size a new matrix costs no more than iterations with one that does not fit. */
const smallProblem = 24;
/** Corrections do not get smaller than that part of a component. */
const rounding = 10 * Number.EPSILON;

/** Where the matrix of derivatives was computed: in a step before, where the stages began, where they are now. */
const [OLD, PREDICTED, CORRECTED] = [0, 1, 2];

/**
 * The Radau IIA method of order 5, implicit and L-stable: for stiff problems, where it takes the steps that the slow part
 * of the motion needs [Hairer, IV.8, code RADAU5]. The stages are found by Newton's method with a matrix by differences,
 * which is kept while it serves. An iteration costs three evaluations, a matrix one per component and one more.
 *
 * The error estimate goes like h⁴, but errors add up to something like h⁵. So the estimate may be τ^(−1/5) times what is
 * tolerable (τ: the tolerable error of a component of size 1): the error of a run then follows the tolerance.
 *
 * The dense output, of order 4, needs no evaluation: it is the collocation polynomial, of order 3, and a term of degree 4
 * with the error estimate. It meets the states at both ends, a replaced one too, but the derivatives only to its order:
 * those of a stiff component show the errors of its state many times enlarged.
 */
export class Radau extends AdaptiveStepper {
  override readonly method = "radau";
  override readonly order = 5;
  /** Matrices of derivatives that were computed, and pairs of matrices (real, complex) that were factored. */
  jacobians = 0;
  factorizations = 0;
  protected override readonly control = { exponent: 1 / 4, beta: 0, largestShrink: 1 / 5, largestGrowth: 8 };

  private readonly jacobian: Jacobian;
  private readonly system: RadauSystem;
  private readonly stages: RadauStages;
  /** From the tolerable error to that of the estimate; what Newton's method may leave. */
  private readonly loosening: Float64Array;
  private readonly newtonScale: Float64Array;
  private readonly work: Float64Array;
  /** The estimate of the error, and what of it does not depend on the derivative at the start. */
  private readonly estimate: Float64Array;
  private readonly slope: Float64Array;

  private matrixOrigin = OLD;
  private matrixServes = false;
  /** Whether the step was rejected before. */
  private isRepeated = false;
  private iterations = 0;
  /** By how much the last correction was smaller than the one before, and all that are to come, by that one. */
  private contraction = 0;
  private remainder = 1;
  /** Where Newton's method failed: how to change the step; 0: it did not. */
  private newtonShrink = 0;
  private acceptedError = 0;

  constructor(problem: OdeProblem, options: StepperOptions = {}) {
    super(problem, 5, options);
    const { size } = this;
    this.jacobian = new Jacobian(problem);
    this.system = new RadauSystem(this.jacobian);
    this.stages = new RadauStages(size);
    this.work = new Float64Array(size);
    this.estimate = new Float64Array(size);
    this.slope = new Float64Array(size);
    this.loosening = findTolerances(problem).map((tolerance) => tolerance ** -0.2);
    this.newtonScale = new Float64Array(size);
  }

  protected override stateChanged(): void {
    super.stateChanged();
    this.loosen(this.scale);
  }

  private loosen(scale: Float64Array): void {
    const { size, loosening } = this;
    for (let i = 0; i < size; i++) scale[i] *= loosening[i];
  }

  protected override forgetSteps(): void {
    super.forgetSteps();
    this.isRepeated = false;
    // The matrix of before may serve on: where it does not, Newton's method says so in its second iteration.
    this.matrixServes = this.size > smallProblem && this.jacobians > 0 && this.jacobian.limiting < 0;
    this.stages.oldStep = 0;
    this.remainder = 1;
  }

  protected override attempt(h: number, tNew: number): void {
    this.error = Number.NaN;
    this.newtonShrink = 0;
    this.stages.predict(h);
    if (!this.prepareMatrix(h)) return;
    while (!this.iterate(h, tNew)) {
      if (this.newtonShrink === 0 || this.matrixOrigin === CORRECTED) return;
      this.newtonShrink = 0;
      if (this.matrixOrigin === OLD) this.stages.predict(h);
      if (!this.renewMatrix(h, this.matrixOrigin + 1)) return;
    }
    const { size, y, yNew, scaleNew } = this;
    const [, , z3] = this.stages.z;
    for (let i = 0; i < size; i++) yNew[i] = y[i] + z3[i];
    this.problem.calcErrorScale(yNew, scaleNew);
    this.loosen(scaleNew);
    this.calcError(h);
    const interior = this.stages.measureInterior(h, this.scale);
    if (!(interior > this.error)) return;
    this.error = interior;
    this.limiting = this.stages.limiting;
  }

  /** Sees to matrix and factors; false where there are none for this step. */
  private prepareMatrix(h: number): boolean {
    if (!this.matrixServes) return this.renewMatrix(h, PREDICTED);
    this.matrixOrigin = OLD;
    return Math.abs(h - this.system.h) <= sameStep * h || this.factor(h);
  }

  /**
   * The matrix between the first two stages as they are now, which is nearer to all three than the start of the step; at
   * the start where that is all there is.
   */
  private renewMatrix(h: number, origin: number): boolean {
    const { size, jacobian, stages, t, y, dydt, scale, work, slope } = this;
    const [z1, z2] = stages.z;
    this.matrixOrigin = origin;
    let isBetween = stages.oldStep > 0 || origin === CORRECTED;
    const middle = t + 0.5 * (C1 + C2) * h;
    if (isBetween) {
      for (let i = 0; i < size; i++) work[i] = y[i] + 0.5 * (z1[i] + z2[i]);
      isBetween = this.evaluate(middle, work, slope) < 0;
    }
    this.jacobians++;
    this.evaluations += isBetween ? jacobian.calc(middle, work, slope, scale) : jacobian.calc(t, y, dydt, scale);
    this.matrixServes = jacobian.limiting < 0;
    if (!this.matrixServes) this.limiting = jacobian.limiting;
    return this.matrixServes && this.factor(h);
  }

  private factor(h: number): boolean {
    this.factorizations++;
    const bad = this.system.factor(h);
    if (bad < 0) return true;
    this.limiting = bad;
    return this.fail(0.5);
  }

  /** The step fails for another reason than its error or values that are not finite. */
  private fail(shrink: number): false {
    this.newtonShrink = shrink;
    this.error = Number.MAX_VALUE;
    return false;
  }

  /** Newton's method for the stages; false where it fails. [Hairer, IV.8] */
  private iterate(h: number, tNew: number): boolean {
    const { y, scale, stages, loosening, newtonScale } = this;
    for (let i = 0; i < y.length; i++) {
      const s = (newtonShare * scale[i]) / loosening[i];
      const size = Math.abs(y[i]);
      newtonScale[i] = s < Number.POSITIVE_INFINITY ? Math.max(s, rounding * size) : newtonDefault * (1 + size);
    }
    const worst = this.matrixOrigin === CORRECTED ? 0.99 : poorContraction;
    this.remainder = Math.max(this.remainder, Number.EPSILON) ** 0.8;
    this.contraction = 0;
    const { isRough = false } = this.problem;
    let isNearly = false;
    let change = 0;
    let quotient = 0;
    for (let k = 1; k <= maxIterations; k++) {
      this.iterations = k;
      if (!this.calcStages(h, tNew)) return false;
      const lastChange = change;
      change = stages.correct(h, this.system, newtonScale);
      if (k === 1 && this.problem.tolerance !== undefined) change = this.measureFirst();
      this.limiting = stages.limiting;
      if (k > 1) {
        const lastQuotient = quotient;
        quotient = change / Math.max(lastChange, Number.EPSILON);
        this.contraction = k === 2 ? quotient : Math.sqrt(quotient * lastQuotient);
        if (!(this.contraction < 0.99)) return this.fail(0.5);
        this.remainder = this.contraction / (1 - this.contraction);
      }
      const left = this.remainder * change;
      if (left <= 1) {
        if (!isRough || change <= negligible) return true;
        // A correction that does not go away is that of a matrix far stiffer than the problem.
        if (isNearly) return quotient < stubborn || this.fail(0.5);
        isNearly = true;
        continue;
      }
      if (k === 1) continue;
      const rest = maxIterations - k;
      const expected = left * this.contraction ** rest;
      if (expected >= 1) return this.fail(0.8 * Math.min(20, expected) ** (-1 / (4 + rest)));
      if (this.contraction > worst) return this.fail(0.5);
    }
    return this.fail(0.5);
  }

  /**
   * The first correction once more. From next to nothing components of any size grow within a step: what is tolerable at its
   * end counts.
   */
  private measureFirst(): number {
    const { size, y, work, scaleNew, newtonScale, stages } = this;
    const [, , z3] = stages.z;
    for (let i = 0; i < size; i++) work[i] = y[i] + z3[i];
    this.problem.calcErrorScale(work, scaleNew);
    for (let i = 0; i < size; i++) newtonScale[i] = Math.max(newtonScale[i], newtonShare * scaleNew[i]);
    return stages.measureCorrection(newtonScale);
  }

  private calcStages(h: number, tNew: number): boolean {
    const { stages, t } = this;
    const [z1, z2, z3] = stages.z;
    const [f1, f2, f3] = stages.f;
    return this.calcStage(t + C1 * h, z1, f1) && this.calcStage(t + C2 * h, z2, f2) && this.calcStage(tNew, z3, f3);
  }

  private calcStage(t: number, z: Float64Array, out: Float64Array): boolean {
    const { size, y, work } = this;
    for (let i = 0; i < size; i++) work[i] = y[i] + z[i];
    const bad = this.evaluate(t, work, out);
    if (bad >= 0) this.limiting = bad;
    return bad < 0;
  }

  /**
   * The polynomial of the stages misses the derivative at the start by `f₀ − u'(0)`, which goes like h³; `(GAMMA/h − J)⁻¹`
   * of that stays bounded in stiff components. Too much at a start or after a rejection, it is filtered once more.
   */
  private calcError(h: number): void {
    const { size, dydt, estimate, slope, work, y, system } = this;
    const [z1, z2, z3] = this.stages.z;
    const [f1] = this.stages.f;
    for (let i = 0; i < size; i++) {
      slope[i] = (E1 * z1[i] + E2 * z2[i] + E3 * z3[i]) / h;
      estimate[i] = dydt[i] + slope[i];
    }
    system.solveReal(estimate);
    this.measure(estimate);
    if (this.checksInterior || !(this.error > 1 && (this.stages.oldStep === 0 || this.isRepeated))) return;
    for (let i = 0; i < size; i++) work[i] = y[i] + estimate[i];
    if (this.evaluate(this.t, work, f1) >= 0) return;
    for (let i = 0; i < size; i++) estimate[i] = f1[i] + slope[i];
    system.solveReal(estimate);
    this.measure(estimate);
  }

  protected override calcNewDerivative(tNew: number): Float64Array | undefined {
    const [out] = this.stages.f;
    const bad = this.evaluate(tNew, this.yNew, out);
    if (bad < 0) return out;
    this.limiting = bad;
    return undefined;
  }

  /** What the error allows, with more care where Newton's method worked hard. */
  private calcErrorFactor(): number {
    const ease = (1 + 2 * maxIterations) / (this.iterations + 2 * maxIterations);
    return safety * ease * this.error ** -this.control.exponent;
  }

  /** Two steps together tell where the error is heading. [Gustafsson; Hairer, IV.8] */
  protected override calcGrowth(h: number, growth: number): number {
    const { error, control, stages } = this;
    let factor = this.calcErrorFactor();
    if (stages.oldStep > 0) {
      const trend = (h / stages.oldStep) * (this.acceptedError / (error * error)) ** control.exponent;
      factor = Math.min(factor, safety * trend);
    }
    factor = Math.max(control.largestShrink, Math.min(growth, factor));
    this.acceptedError = Math.max(error, 1e-2);
    this.isRepeated = false;
    this.matrixServes = this.contraction <= goodContraction;
    stages.accept(h);
    return this.matrixServes && factor >= 1 && factor <= smallGrowth ? 1 : factor;
  }

  protected override calcShrink(): number {
    const { error, control, newtonShrink } = this;
    this.isRepeated = true;
    this.matrixServes &&= newtonShrink === 0 && this.contraction <= goodContraction;
    if (newtonShrink > 0) return newtonShrink;
    if (!Number.isFinite(error) || this.stages.oldStep === 0) return 0.1;
    return Math.max(control.largestShrink, this.calcErrorFactor());
  }

  /**
   * The polynomial, and what it misses of the derivative at the start times `θ(1−θ)²(1 − 5/2 θ)`: the integral of
   * (1−θ)(c₁−θ)(c₂−θ) / (c₁c₂), which has the derivative 1 there and 0 at the stages, and is 0 at both ends.
   */
  protected override calcDenseEnds(): void {
    const { size, y, yOld, estimate, denseParts, stages } = this;
    const [, bend, skew] = stages.polynomial;
    const [c0, c1, c2, c3, c4] = denseParts;
    for (let i = 0; i < size; i++) {
      const missing = GAMMA * estimate[i];
      c0[i] = yOld[i];
      c1[i] = y[i] - yOld[i];
      c2[i] = bend[i] + missing;
      c3[i] = skew[i] - missing;
      c4[i] = -2.5 * missing;
    }
  }
}
