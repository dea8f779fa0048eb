import rk4 from "ode-rk4";
import { checkOptions, checkPositive, ModelError } from "../math/index.ts";
import { checkStepCount } from "./checkStepCount.ts";
import { findNonFinite } from "./findNonFinite.ts";
import type { OdeProblem } from "./Problem.ts";
import { Stepper } from "./Stepper.ts";

export interface FixedStepOptions {
  /** The size of every step but the last, which is shortened to land on the end. */
  readonly step: number;
}

/** The classical method of order 4 with a fixed step, by the package ode-rk4; cubic dense output of order 3. */
export class ClassicRungeKutta extends Stepper {
  override readonly method = "rk4";
  override readonly order = 4;

  private readonly stepSize: number;
  private readonly integrator: ReturnType<typeof rk4<Float64Array>>;
  private readonly dydtNew: Float64Array;
  /** The derivative where a step begins is known: the first evaluation of ode-rk4 is answered with it. */
  private isFirstStage = true;
  /** The end of the step; `t + dt` may miss it by a rounding. */
  private tNew = 0;
  /** Steps are counted from here, so that the clock does not collect rounding errors. */
  private gridStart = 0;
  private gridSteps = 0;

  constructor(problem: OdeProblem, options: FixedStepOptions) {
    super(problem, 4, {}, []);
    checkOptions("integrator rk4", options, ["step"]);
    this.stepSize = checkPositive("integrator rk4", "step", options?.step);
    this.dydtNew = new Float64Array(this.size);
    this.integrator = rk4(
      new Float64Array(this.size),
      (dydt, y, t) => {
        if (this.isFirstStage) dydt.set(this.dydt);
        else this.evaluate(Math.min(t, this.tNew), y, dydt);
        this.isFirstStage = false;
      },
      0,
      this.stepSize,
    );
  }

  protected override calcFirstStep(): number {
    this.gridStart = this.t;
    this.gridSteps = 0;
    return this.stepSize;
  }

  protected override step(tEnd: number): void {
    const { t, stepSize, integrator, dydtNew } = this;
    if (this.gridSteps === 0) checkStepCount("integrator rk4", tEnd - t, stepSize);
    const planned = this.gridStart + (this.gridSteps + 1) * stepSize;
    const lands = tEnd - planned <= 1e-6 * stepSize;
    const tNew = lands ? tEnd : planned;
    if (!(tNew > t)) {
      throw new ModelError(
        `integrator rk4: step ${stepSize} s is less than the clock can tell at t = ${t} s; give a longer one`,
      );
    }
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
      throw this.underflow(stepSize, true);
    }
    this.acceptStep(tNew, tNew - t, integrator.y, dydtNew);
    if (lands) {
      this.gridStart = tNew;
      this.gridSteps = 0;
    } else {
      this.gridSteps++;
    }
  }
}
