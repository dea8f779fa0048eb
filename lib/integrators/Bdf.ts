import { checkCount } from "../math/index.ts";
import { AdaptiveStepper } from "./AdaptiveStepper.ts";
import { BdfHistory, MOST_ORDER } from "./BdfHistory.ts";
import { DaeMatrix } from "./DaeMatrix.ts";
import { type DaeProblem, OdeResidual } from "./DaeProblem.ts";
import { findNonFinite } from "./findNonFinite.ts";
import { findTolerances } from "./findTolerances.ts";
import type { OdeProblem } from "./Problem.ts";
import type { StepperOptions } from "./StepperOptions.ts";

export interface BdfOptions extends StepperOptions {
  /** The highest order, 1 to 5. Default: 5. */
  readonly maxOrder?: number;
}

const maxIterations = 4;
/** What Newton's method may leave, in units of the tolerable error, and what the first correction may be to be the last. */
const newtonShare = 0.05;
const firstShare = 1e-3;
/** Corrections that small (in the same units) and no smaller from one to the next are rounding. */
const stalled = 0.3;
/** What the estimated error may be, in parts of τ^(6/5) (see below), and no less than what numbers can hold. */
const estimateShare = 0.3;
const finest = 2e-14;
/** Where corrections shrink by less from one to the next Newton's method fails; by less than this the matrix is renewed next. */
const worstContraction = 0.9;
const poorContraction = 0.3;
/** Corrections do not get smaller than that part of a component. */
const rounding = 10 * Number.EPSILON;
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
 * differential-algebraic equations of index 1 [Brenan, Campbell, Petzold, 5; codes DASSL and IDA]. Order and step follow from
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
  /** Matrices that were computed by differences, and factored. */
  jacobians = 0;
  factorizations = 0;
  protected override readonly control = { exponent: 1 / 2, beta: 0, largestShrink: leastShrink, largestGrowth: 2 };

  private readonly dae: DaeProblem;
  private readonly maxOrder: number;
  private history: BdfHistory;
  private matrix: DaeMatrix;
  /** All unknowns and their rates as Newton's method goes on, what they are beyond the prediction, and a residual. */
  private unknowns: Float64Array;
  private unknownRates: Float64Array;
  private excess: Float64Array;
  private residual: Float64Array;
  private rates: Float64Array;
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
  private hasNewtonFailed = false;
  private matrixServes = false;

  constructor(problem: OdeProblem | DaeProblem, options: BdfOptions = {}) {
    super(problem, MOST_ORDER + 1, options, ["maxOrder"]);
    const { maxOrder = MOST_ORDER } = options;
    this.maxOrder = checkCount("integrator", "maxOrder", maxOrder, 1, MOST_ORDER);
    this.dae = "calcResidual" in problem ? problem : new OdeResidual(problem);
    this.change = new Float64Array(this.size);
    this.tightening = findTolerances(problem).map((tolerance) =>
      Math.max(estimateShare * tolerance ** 0.2, Math.min(1, finest / tolerance)),
    );
    this.history = new BdfHistory(0);
    this.matrix = new DaeMatrix(this.dae);
    this.unknowns = this.change;
    this.unknownRates = this.change;
    this.excess = this.change;
    this.residual = this.change;
    this.rates = this.change;
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
    this.fit(size + dae.multiplierCount);
    const { unknowns, unknownRates } = this;
    unknowns.fill(0);
    unknowns.set(y);
    unknownRates.set(dydt);
    dae.readMultipliers(unknownRates, size);
    this.history.start(unknowns, unknownRates);
    this.present = 1;
    this.isStarting = true;
    this.equalSteps = 0;
    this.lastOrder = 0;
    this.failures = 0;
    this.matrixServes = false;
  }

  /** Takes memory for so many unknowns: their number changes at starts only. */
  private fit(count: number): void {
    if (this.history.size === count) return;
    this.history = new BdfHistory(count);
    this.matrix = new DaeMatrix(this.dae);
    this.unknowns = new Float64Array(count);
    this.unknownRates = new Float64Array(count);
    this.excess = new Float64Array(count);
    this.residual = new Float64Array(count);
    this.rates = this.unknownRates.subarray(0, this.size);
  }

  protected override attempt(h: number, tNew: number): void {
    const { history, yNew, unknowns, scaleNew, excess } = this;
    this.error = Number.NaN;
    this.hasNewtonFailed = false;
    history.prepare(h, this.present);
    history.predict(unknowns, this.unknownRates);
    if (!this.solve(tNew)) return;
    for (let i = 0; i < yNew.length; i++) yNew[i] = unknowns[i];
    this.problem.calcErrorScale(yNew, scaleNew);
    this.tighten(scaleNew);
    this.reviewOrder();
    this.measure(excess);
    this.error *= history.errorFactor;
  }

  /** Newton's method from the prediction, with a new matrix where the old one does not serve; false where it fails. */
  private solve(t: number): boolean {
    const { history, matrix } = this;
    if (this.matrixServes) {
      const isSame = Math.abs(history.leading - matrix.leading) <= sameStep * history.leading;
      if ((isSame || this.factor()) && this.iterate(t)) return true;
      if (!this.hasNewtonFailed) return false;
      history.predict(this.unknowns, this.unknownRates);
    }
    this.hasNewtonFailed = false;
    this.jacobians++;
    this.evaluations += matrix.calc(t, this.unknowns, this.unknownRates);
    this.matrixServes = matrix.limiting < 0;
    if (!this.matrixServes) {
      this.limiting = this.name(matrix.limiting);
      return false;
    }
    return this.factor() && this.iterate(t);
  }

  /** Unknowns beyond the state have no name. */
  private name(component: number): number {
    return component < this.size ? component : -1;
  }

  private factor(): boolean {
    this.factorizations++;
    return this.matrix.factor(this.history.leading) || this.fail(this.matrix.limiting);
  }

  /** The step fails for another reason than its error or values that are not finite. */
  private fail(component: number): false {
    this.limiting = this.name(component);
    this.hasNewtonFailed = true;
    this.error = Number.MAX_VALUE;
    return false;
  }

  private iterate(t: number): boolean {
    const { dae, history, matrix, unknowns, unknownRates, excess, residual } = this;
    const count = history.size;
    const { leading } = history;
    excess.fill(0);
    let last = 0;
    for (let n = 1; n <= maxIterations; n++) {
      this.evaluations++;
      dae.calcResidual(t, unknowns, unknownRates, residual);
      const bad = findNonFinite(residual);
      if (bad >= 0) {
        this.limiting = this.name(bad);
        return false;
      }
      matrix.solve(residual);
      for (let i = 0; i < count; i++) {
        const correction = residual[i];
        unknowns[i] -= correction;
        excess[i] -= correction;
        unknownRates[i] -= leading * correction;
      }
      const change = this.measureCorrection();
      if (n === 1) {
        if (change <= firstShare * newtonShare) return true;
      } else {
        const contraction = change / last;
        if (!(contraction < worstContraction)) return change <= stalled || this.fail(this.limiting);
        if (contraction > poorContraction) this.matrixServes = false;
        if ((contraction / (1 - contraction)) * change <= newtonShare) return true;
      }
      last = change;
    }
    return this.fail(this.limiting);
  }

  /** The last correction of the state, largest component in units of the tolerable error; rounding is none. */
  private measureCorrection(): number {
    const { size, residual, scale, unknowns } = this;
    let largest = 0;
    for (let i = 0; i < size; i++) {
      const correction = Math.abs(residual[i]);
      const change = correction <= rounding * Math.abs(unknowns[i]) ? 0 : correction / scale[i];
      if (change <= largest) continue;
      largest = change;
      this.limiting = i;
    }
    return largest;
  }

  /** How large the error would have been at lower orders: the differences there, with what the step is beyond its prediction. */
  private reviewOrder(): void {
    const { size, history, excess, change, present: k } = this;
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
    return this.rates;
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
    history.accept(this.excess);
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
    const { size, change, excess } = this;
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
    if (this.hasNewtonFailed || !Number.isFinite(this.error)) return newtonShrink;
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
