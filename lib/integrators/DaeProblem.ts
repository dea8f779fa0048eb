import type { OdeProblem } from "./Problem.ts";

/**
 * A differential-algebraic equation `F(t, y, ẏ) = 0` of index 1. The unknowns are the `size` components of the state and,
 * behind them, integrals of multipliers, of which F contains the rates alone: so equations of motion keep their constraint
 * forces as unknowns. Errors are controlled in the state only.
 *
 * `calcDerivative` gives rates of the state that are consistent with F at a state that is; a method asks for them at its start.
 */
export interface DaeProblem extends OdeProblem {
  /** How many integrals of multipliers there are; it may change with `prepare`. */
  readonly multiplierCount: number;
  /** Before a start at (t, y), where `calcDerivative` has just been called: which equations hold from now on. */
  prepare(t: number, y: Float64Array): void;
  /** The multipliers where `calcDerivative` was called for the start, to begin with, into `out` from `offset` on. */
  readMultipliers(out: Float64Array, offset: number): void;
  /** `F` into `out`; `y`, `rates` and `out` have a place for each unknown. */
  calcResidual(t: number, y: Float64Array, rates: Float64Array, out: Float64Array): void;
  /** `∂F/∂ẏ`, one row of all unknowns after the other; where `calcResidual` was just called. */
  calcRateMatrix(t: number, y: Float64Array, rates: Float64Array, out: Float64Array): void;
}
