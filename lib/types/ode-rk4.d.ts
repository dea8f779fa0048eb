/** Types of the package ode-rk4: the classical fourth-order Runge–Kutta method with a fixed step, in place. */
declare module "ode-rk4" {
  type Vector = Float64Array | number[];

  interface Integrator<V extends Vector> {
    /** The state; the very array that was passed in, changed by every step. */
    y: V;
    t: number;
    dt: number;
    readonly n: number;
    step(): this;
    steps(count: number): this;
  }

  /** `deriv` writes the derivative at `(y, t)` into `dydt`. */
  function rk4<V extends Vector>(
    y0: V,
    deriv: (dydt: V, y: V, t: number) => void,
    t0: number,
    dt: number,
  ): Integrator<V>;

  export = rk4;
}
