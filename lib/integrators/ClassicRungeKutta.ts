import rk4 from "ode-rk4";
import { checkOptions, checkPositive } from "../math/index.ts";
import { findNonFinite } from "./findNonFinite.ts";
import type { OdeProblem } from "./Problem.ts";
import { StepGrid } from "./StepGrid.ts";
import { Stepper } from "./Stepper.ts";

export interface FixedStepOptions {
  /** The size of every step but the last, which is shortened to land on the end. */
  readonly step: number;
}

/** The classical method of order 4 with a fixed step, by the package ode-rk4; cubic dense output of order 3. */
export class ClassicRungeKutta extends Stepper {
  override readonly method = "rk4";
  override readonly order = 4;

  private readonly grid: StepGrid;
  private readonly integrator: ReturnType<typeof rk4<Float64Array>>;
  private readonly dydtNew: Float64Array;
  /** The derivative where a step begins is known: the first evaluation of ode-rk4 is answered with it. */
  private isFirstStage = true;
  /** The end of the step; `t + dt` may miss it by a rounding. */
  private tNew = 0;

  constructor(problem: OdeProblem, options: FixedStepOptions) {
    super(problem, 4, {}, []);
    checkOptions("integrator rk4", options, ["step"]);
    this.grid = new StepGrid("integrator rk4", checkPositive("integrator rk4", "step", options?.step));
    this.dydtNew = new Float64Array(this.size);
    this.integrator = rk4(
      new Float64Array(this.size),
      (dydt, y, t) => {
        if (this.isFirstStage) dydt.set(this.dydt);
        else this.evaluate(Math.min(t, this.tNew), y, dydt);
        this.isFirstStage = false;
      },
      0,
      this.grid.step,
    );
  }

  protected override calcFirstStep(): number {
    this.grid.begin(this.t);
    return this.grid.step;
  }

  protected override step(tEnd: number): void {
    const { t, grid, integrator, dydtNew } = this;
    const tNew = grid.advance(t, tEnd);
    integrator.y.set(this.y);
    integrator.t = t;
    integrator.dt = tNew - t;
    this.tNew = tNew;
    this.isFirstStage = true;
    integrator.step();
    let bad = findNonFinite(integrator.y);
    if (bad < 0) bad = this.evaluate(tNew, integrator.y, dydtNew);
    if (bad >= 0) {
      this.rejected++;
      this.limiting = bad;
      throw this.underflow(grid.step, true);
    }
    this.acceptStep(tNew, tNew - t, integrator.y, dydtNew);
  }
}
