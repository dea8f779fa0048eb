import { BdfHistory } from "./BdfHistory.ts";
import { DaeMatrix } from "./DaeMatrix.ts";
import type { DaeProblem } from "./DaeProblem.ts";
import { findNonFinite } from "./findNonFinite.ts";

const maxIterations = 4;
/** What Newton's method may leave, in units of the tolerable error, and what the first correction may be to be the last. */
const newtonShare = 0.05;
const firstShare = 1e-3;
/** Corrections that small (in the same units) and no smaller from one to the next are rounding. */
const stalled = 0.3;
/** Where corrections shrink by less from one to the next the method fails; by less than this the matrix is renewed next. */
const worstContraction = 0.9;
const poorContraction = 0.3;
/** Corrections do not get smaller than that part of a component. */
const rounding = 10 * Number.EPSILON;
/** Leading coefficients that differ by roundings are the same. */
const sameLeading = 1e-9;

/**
 * Newton's method for `F(t, y, ẏ⁰ + c (y − y⁰)) = 0`, from the prediction of a history on, with a matrix that is kept while it
 * serves. The number of unknowns changes at starts only.
 */
export class BdfNewton {
  history = new BdfHistory(0);
  /** All unknowns and their rates as they are found, and what the unknowns are beyond the prediction. */
  unknowns = new Float64Array(0);
  rates = new Float64Array(0);
  excess = new Float64Array(0);
  /** Evaluations, matrices that were computed by differences, and factored. */
  evaluations = 0;
  jacobians = 0;
  factorizations = 0;
  /** The component of the state with the largest correction, or that was not finite; -1: none. */
  limiting = -1;
  /** Whether it did not converge, where it gave no solution; else values were not finite. */
  hasDiverged = false;

  private readonly dae: DaeProblem;
  private matrix: DaeMatrix | undefined;
  private residual = new Float64Array(0);
  private matrixServes = false;

  constructor(dae: DaeProblem) {
    this.dae = dae;
  }

  /** Before a start, with another number of unknowns perhaps: the matrix of before is none. */
  restart(): void {
    const { dae } = this;
    const count = dae.size + dae.multiplierCount;
    this.matrixServes = false;
    if (this.history.size === count) return;
    this.history = new BdfHistory(count);
    this.matrix = new DaeMatrix(dae);
    this.unknowns = new Float64Array(count);
    this.rates = new Float64Array(count);
    this.excess = new Float64Array(count);
    this.residual = new Float64Array(count);
  }

  /** The unknowns at the end of the step that `history` is prepared for; false where there are none. */
  solve(t: number, scale: Float64Array): boolean {
    const { history } = this;
    const matrix = this.matrix as DaeMatrix;
    this.hasDiverged = false;
    history.predict(this.unknowns, this.rates);
    if (this.matrixServes) {
      const isSame = Math.abs(history.leading - matrix.leading) <= sameLeading * history.leading;
      if ((isSame || this.factor(matrix)) && this.iterate(matrix, t, scale)) return true;
      if (!this.hasDiverged) return false;
      history.predict(this.unknowns, this.rates);
    }
    this.hasDiverged = false;
    this.jacobians++;
    this.evaluations += matrix.calc(t, this.unknowns, this.rates);
    this.matrixServes = matrix.limiting < 0;
    if (!this.matrixServes) {
      this.limiting = this.name(matrix.limiting);
      return false;
    }
    return this.factor(matrix) && this.iterate(matrix, t, scale);
  }

  /** Unknowns beyond the state have no name. */
  private name(component: number): number {
    return component < this.dae.size ? component : -1;
  }

  private factor(matrix: DaeMatrix): boolean {
    this.factorizations++;
    return matrix.factor(this.history.leading) || this.fail(matrix.limiting);
  }

  private fail(component: number): false {
    this.limiting = this.name(component);
    this.hasDiverged = true;
    return false;
  }

  private iterate(matrix: DaeMatrix, t: number, scale: Float64Array): boolean {
    const { dae, history, unknowns, rates, excess, residual } = this;
    const { leading, size: count } = history;
    excess.fill(0);
    let last = 0;
    for (let n = 1; n <= maxIterations; n++) {
      this.evaluations++;
      dae.calcResidual(t, unknowns, rates, residual);
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
        rates[i] -= leading * correction;
      }
      const change = this.measureCorrection(scale);
      if (n === 1) {
        if (change <= firstShare * newtonShare) return true;
      } else {
        const contraction = change / last;
        if (!(contraction < worstContraction)) return change <= stalled || this.fail(this.limiting);
        if (contraction > poorContraction && change > newtonShare) this.matrixServes = false;
        if ((contraction / (1 - contraction)) * change <= newtonShare) return true;
      }
      last = change;
    }
    return this.fail(this.limiting);
  }

  /** The last correction of the state, largest component in units of the tolerable error; rounding is none. */
  private measureCorrection(scale: Float64Array): number {
    const { residual, unknowns, dae } = this;
    let largest = 0;
    for (let i = 0; i < dae.size; i++) {
      const correction = Math.abs(residual[i]);
      const change = correction <= rounding * Math.abs(unknowns[i]) ? 0 : correction / scale[i];
      if (change <= largest) continue;
      largest = change;
      this.limiting = i;
    }
    return largest;
  }
}
