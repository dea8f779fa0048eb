import { checkCount } from "../math/index.ts";
import { AdaptiveStepper } from "./AdaptiveStepper.ts";
import { type BdfHistory, MOST_ORDER } from "./BdfHistory.ts";
import { BdfNewton } from "./BdfNewton.ts";
import type { DaeProblem } from "./DaeProblem.ts";
import { findTolerances } from "./findTolerances.ts";
import { OdeResidual } from "./OdeResidual.ts";
import type { OdeProblem } from "./Problem.ts";
import type { StepperOptions } from "./StepperOptions.ts";

export interface BdfOptions extends StepperOptions {
  /** The highest order, 1 to 5. Default: 5. */
  readonly maxOrder?: number;
}

/** What the estimated error may be, in parts of τ^(6/5) (see below), and no less than what numbers can hold. */
const estimateShare = 0.3;
const finest = 2e-14;
/** Where Newton's method fails, or values are not finite. */
const newtonShrink = 0.25;
/** Steps that differ by roundings are of one size. */
const sameStep = 1e-9;
/** Up to this order the cubic with the rates at both ends is the better dense output. */
const cubicOrder = 3;
/** How far ahead a start looks, in parts of the state. */
const probe = 1e-8;
/** After so many rejections in a row nothing of the past is trusted. */
const manyFailures = 3;
const [leastShrink, mostShrink] = [0.25, 0.9];
const leastChange = 0.5;

/**
 * Backward differentiation formulas of order 1 to 5 with a fixed leading coefficient, for ordinary and for
 * differential-algebraic equations of index 1 [Brenan, 5], as in the codes DASSL and IDA. Order and step follow from
 * the differences of the past: both grow with every step after a start, until an error says otherwise; later the
 * step doubles, or falls, and the order changes by one where the estimates of the neighbouring orders agree. Newton's
 * method works with a matrix that is kept while it serves.
 *
 * The error estimate of the highest order goes like h⁶, but errors add up to something like h⁵. So the estimate has to be
 * τ^(1/5) times less than what is tolerable (τ: the tolerable error of a component of size 1): the error of a run then follows
 * the tolerance.
 *
 * The dense output is the polynomial through the last points, of the order of the step; its error counts, too. Up to order 3 it
 * is the cubic with the rates at both ends, which is no less exact: after an impact a straight line between two points would
 * go back at once where the motion goes on for a moment. The end of a step is not evaluated: `dydt` is what the formula says.
 */
export class Bdf extends AdaptiveStepper {
  override readonly method = "bdf";
  override readonly hasStages = false;
  protected override readonly control = { exponent: 1 / 2, beta: 0, largestShrink: leastShrink, largestGrowth: 2 };

  private readonly dae: DaeProblem;
  private readonly maxOrder: number;
  private readonly newton: BdfNewton;
  private readonly change: Float64Array;
  /** From the tolerable error to that of the estimate. */
  private readonly tightening: Float64Array;

  /** Order of the next step; it is better to be `nextOrder` where the present one was rejected. */
  private present = 1;
  private nextOrder = 1;
  /** Errors of the last attempt at its order and at the one below, times these orders plus one. */
  private ownError = 0;
  private lowerError = 0;
  /** Whether order and step still grow with every step. */
  private isStarting = true;
  /** Steps in a row of one size and order, and those of the last one. */
  private equalSteps = 0;
  private lastStep = 0;
  private lastOrder = 0;
  private failures = 0;

  constructor(problem: OdeProblem | DaeProblem, options: BdfOptions = {}) {
    super(problem, MOST_ORDER + 1, options, ["maxOrder"]);
    const { maxOrder = MOST_ORDER } = options;
    this.maxOrder = checkCount("integrator", "maxOrder", maxOrder, 1, MOST_ORDER);
    this.dae = "calcResidual" in problem ? problem : new OdeResidual(problem);
    this.change = new Float64Array(this.size);
    this.tightening = findTolerances(problem).map((tolerance) =>
      Math.max(estimateShare * tolerance ** 0.2, Math.min(1, finest / tolerance)),
    );
    this.newton = new BdfNewton(this.dae);
  }

  /** Matrices that were computed by differences. */
  get jacobians(): number {
    return this.newton.jacobians;
  }

  private get history(): BdfHistory {
    return this.newton.history;
  }

  /** That of the next step. */
  override get order(): number {
    return this.present;
  }

  /**
   * The second derivative, which is seen where the state has moved by half its digits, makes a start of order two: what flies
   * freely is exact from the first step on. What steps of other starts were, or the last one before an event, says nothing of
   * the first one: only the option `initialStep` makes it shorter.
   */
  protected override calcFirstStep(): number {
    this.forgetSteps();
    const { size, t, y, dydt, scale, yNew, scaleNew: dydtNew, change } = this;
    let largest = 1;
    let fastest = 0;
    for (let i = 0; i < size; i++) {
      largest = Math.max(largest, Math.abs(y[i]));
      fastest = Math.max(fastest, Math.abs(dydt[i]));
    }
    let h = Math.min((probe * largest) / Math.max(fastest, 1e-2 * largest), this.maxStep);
    for (;;) {
      for (let i = 0; i < size; i++) yNew[i] = y[i] + h * dydt[i];
      const bad = this.evaluate(t + h, yNew, dydtNew);
      if (bad < 0) break;
      this.limiting = bad;
      h *= newtonShrink;
      if (!(t + h > t)) throw this.underflow(h, true);
    }
    let largestBend = 0;
    for (let i = 0; i < size; i++) {
      change[i] = (dydtNew[i] - dydt[i]) / h;
      largestBend = Math.max(largestBend, Math.abs(change[i]) / scale[i]);
    }
    this.history.setBends(change);
    this.present = Math.min(2, this.maxOrder);
    const own = Math.sqrt(2 / Math.max(largestBend, 1e-12));
    return Math.min(own, this.initialStep ?? Number.POSITIVE_INFINITY);
  }

  protected override stateChanged(): void {
    super.stateChanged();
    this.tighten(this.scale);
  }

  private tighten(scale: Float64Array): void {
    const { size, tightening } = this;
    for (let i = 0; i < size; i++) scale[i] *= tightening[i];
  }

  protected override forgetSteps(): void {
    super.forgetSteps();
    const { dae, size, t, y, dydt } = this;
    dae.prepare(t, y);
    this.newton.restart();
    const { unknowns, rates, history } = this.newton;
    unknowns.fill(0);
    unknowns.set(y);
    rates.set(dydt);
    dae.readMultipliers(rates, size);
    history.start(unknowns, rates);
    this.present = 1;
    this.isStarting = true;
    this.equalSteps = 0;
    this.lastOrder = 0;
    this.failures = 0;
  }

  protected override attempt(h: number, tNew: number): void {
    const { newton, history, yNew, scale, scaleNew } = this;
    const { unknowns, excess, evaluations } = newton;
    history.prepare(h, this.present);
    const isSolved = newton.solve(tNew, scale);
    this.evaluations += newton.evaluations - evaluations;
    this.limiting = newton.limiting;
    if (!isSolved) {
      this.error = newton.hasDiverged ? Number.MAX_VALUE : Number.NaN;
      return;
    }
    for (let i = 0; i < yNew.length; i++) yNew[i] = unknowns[i];
    this.problem.calcErrorScale(yNew, scaleNew);
    this.tighten(scaleNew);
    this.reviewOrder();
    this.measure(excess);
    this.error *= history.errorFactor;
  }

  /** How large the error would have been at lower orders: the differences there, with what the step is beyond its prediction. */
  private reviewOrder(): void {
    const { size, history, change, present: k } = this;
    const { excess } = this.newton;
    const { orderFactors, differences } = history;
    this.measure(excess);
    this.ownError = (k + 1) * orderFactors[k] * this.error;
    this.nextOrder = k;
    if (k === 1) return;
    let factor = history.getFactor(k);
    for (let i = 0; i < size; i++) change[i] = factor * differences[k][i] + excess[i];
    this.measure(change);
    this.lowerError = k * orderFactors[k - 1] * this.error;
    if (k === 2) {
      if (this.lowerError <= 0.5 * this.ownError) this.nextOrder = 1;
      return;
    }
    factor = history.getFactor(k - 1);
    for (let i = 0; i < size; i++) change[i] += factor * differences[k - 1][i];
    this.measure(change);
    const lowest = (k - 1) * orderFactors[k - 2] * this.error;
    if (Math.max(this.lowerError, lowest) <= this.ownError) this.nextOrder = k - 1;
  }

  protected override calcNewDerivative(): Float64Array {
    const { size, change } = this;
    const { rates } = this.newton;
    for (let i = 0; i < size; i++) change[i] = rates[i];
    return change;
  }

  protected override calcGrowth(h: number, growth: number): number {
    const { history, present: k, maxOrder } = this;
    const isEqual = k === this.lastOrder && Math.abs(h - this.lastStep) <= sameStep * h;
    this.equalSteps = isEqual ? this.equalSteps + 1 : 1;
    this.lastOrder = k;
    this.lastStep = h;
    this.failures = 0;
    // Where order and step grow no more an error has to say so, or the order is as high as it can be.
    if (this.nextOrder < k || k === maxOrder || growth <= 1) this.isStarting = false;
    let error = this.chooseOrder();
    history.accept(this.newton.excess);
    if (this.isStarting) {
      this.present = k + 1;
      return growth;
    }
    error /= this.present + 1;
    const factor = (2 * error + 1e-4) ** (-1 / (this.present + 1));
    if (factor >= 2) return growth;
    return factor > 1 ? 1 : Math.max(leastChange, Math.min(mostShrink, factor));
  }

  /** Sets the order of the next step; returns the error to be expected of it, times the order plus one. */
  private chooseOrder(): number {
    const { present: k, maxOrder, ownError, lowerError } = this;
    if (this.nextOrder < k) {
      this.present = k - 1;
      return lowerError;
    }
    // Only steps of one size and order show what a higher one would do.
    if (k === maxOrder || this.equalSteps <= k + 1) return ownError;
    const { size, change } = this;
    const { excess } = this.newton;
    const difference = this.history.differences[k + 1];
    for (let i = 0; i < size; i++) change[i] = excess[i] - difference[i];
    const { limiting } = this;
    this.measure(change);
    this.limiting = limiting;
    const higherError = this.error;
    if (k > 1 && lowerError <= Math.min(ownError, higherError)) {
      this.present = k - 1;
      return lowerError;
    }
    if (higherError >= (k === 1 ? 0.5 : 1) * ownError) return ownError;
    this.present = k + 1;
    return higherError;
  }

  protected override calcShrink(): number {
    if (!(this.error < Number.MAX_VALUE)) return newtonShrink;
    this.isStarting = false;
    this.failures++;
    if (this.failures >= manyFailures) this.nextOrder = 1;
    const error = this.nextOrder < this.present ? this.lowerError : this.ownError;
    this.present = this.nextOrder;
    if (this.failures > 1) return leastShrink;
    const factor = mostShrink * ((2 * error) / (this.present + 1) + 1e-4) ** (-1 / (this.present + 1));
    return Math.max(leastShrink, Math.min(mostShrink, factor));
  }

  override replaceState(y: Float64Array): void {
    const { size, change } = this;
    for (let i = 0; i < size; i++) change[i] = y[i] - this.y[i];
    super.replaceState(y);
    this.history.shift(change);
  }

  protected override calcDenseEnds(
    h: number,
    yOld: Float64Array,
    dydtOld: Float64Array,
    y: Float64Array,
    dydt: Float64Array,
  ): void {
    const { size, denseParts, history } = this;
    const [c0, c1, , , c4, c5] = denseParts;
    if (history.order <= cubicOrder) {
      super.calcDenseEnds(h, yOld, dydtOld, y, dydt);
      c4.fill(0);
      c5.fill(0);
      return;
    }
    for (let i = 0; i < size; i++) {
      c0[i] = yOld[i];
      c1[i] = y[i] - yOld[i];
    }
    history.calcDense(denseParts, size);
  }
}
