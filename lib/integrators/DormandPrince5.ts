import { dormandPrince5Table } from "./dormandPrince5Table.ts";
import { EmbeddedRungeKutta } from "./EmbeddedRungeKutta.ts";
import type { OdeProblem } from "./Problem.ts";
import type { StepperOptions } from "./StepperOptions.ts";

/**
 * Dormand and Prince's method of order 5 with an error estimate of order 4: 6 evaluations per step, dense output of
 * order 4 for nothing. The cheap one for loose tolerances.
 */
export class DormandPrince5 extends EmbeddedRungeKutta {
  override readonly method = "dopri5";
  override readonly order = 5;
  protected override readonly control = { exponent: 1 / 5, beta: 0.04, largestShrink: 1 / 5, largestGrowth: 10 };
  protected override readonly stabilityLimit = 3.25;

  constructor(problem: OdeProblem, options: StepperOptions = {}) {
    super(problem, dormandPrince5Table, options);
  }

  protected override calcError(): void {
    this.measure(this.errors[0]);
  }
}
