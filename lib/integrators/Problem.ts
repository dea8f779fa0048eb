/**
 * What every method sees of a problem: how large its state is, which errors of it are tolerable, and onto which equations it
 * has to be brought besides the differential ones. How the state changes is said by what extends this: an `OdeProblem`
 * gives the derivative, with multipliers eliminated inside, a `DaeProblem` a residual, with multipliers among its unknowns.
 */
export interface Problem {
  readonly size: number;
  /**
   * The error of one step that is tolerable in each component at `y` (tolerance included) into `out`; all > 0.
   * Infinity switches the control of a component off. Methods ask for states that they try and then reject: what such a
   * state is must not be remembered.
   */
  calcErrorScale(y: Float64Array, out: Float64Array): void;
  /** The part of a component that is tolerable, where components are of any size. Default: what is tolerable at one. */
  readonly tolerance?: number;
  /**
   * Brings `y` onto the equations that it has to obey at `t` (closed loops), and returns whether there are any now.
   * Throws where that is not possible. Default: there are none.
   */
  project?(t: number, y: Float64Array): boolean;
}

/** An ordinary differential equation `dy/dt = f(t, y)`. */
export interface OdeProblem extends Problem {
  /** dy/dt at (t, y) into `out`; `y` must not be changed or kept. */
  calcDerivative(t: number, y: Float64Array, out: Float64Array): void;
  /**
   * Per component whose derivative simply is another component (a coordinate and its rate) the index of that one, which
   * has none itself; -1 for all others. Implicit methods solve for the others only. Default: -1 throughout.
   */
  readonly rates?: Int32Array;
  /**
   * Whether its derivatives change so fast between nearby states (the direction of friction where slip is slow) that a matrix
   * of them may look far stiffer than the problem is. Default: false.
   */
  readonly isRough?: boolean;
  /** Told before the matrix of its derivatives at (t, y) is made by differences, and after it. */
  beginProbe?(t: number, y: Float64Array): void;
  endProbe?(): void;
}
