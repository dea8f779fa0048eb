import { dormandPrince853Table } from "./dormandPrince853Table.ts";
import { EmbeddedRungeKutta } from "./EmbeddedRungeKutta.ts";
import type { OdeProblem } from "./Problem.ts";
import type { StepperOptions } from "./StepperOptions.ts";

/**
 * Dormand and Prince's method of order 8: 12 evaluations per step.
 *
 * The dense output, of order 7, needs three more evaluations at points inside the step. They are made when a step is
 * first interpolated or copied, and only then: until the next `advance` the problem has to answer as it did during the
 * step (no change of mode in between).
 */
export class DormandPrince853 extends EmbeddedRungeKutta {
  override readonly method = "dop853";
  override readonly order = 8;
  protected override readonly control = { exponent: 1 / 8, beta: 0.02, largestShrink: 1 / 3, largestGrowth: 6 };
  protected override readonly stabilityLimit = 6.1;

  constructor(problem: OdeProblem, options: StepperOptions = {}) {
    super(problem, dormandPrince853Table, options);
  }

  /**
   * The two estimates e5 and e3 go to zero like h⁶ and h⁴; e5² / √(e5² + 0.01 e3²) goes like h⁸, as an error of order 8
   * should [Hairer, II.10]. Largest components are combined, not each component by itself: an e3 that
   * just passes through zero makes its own quotient large for no reason, and with hundreds of components one always
   * does (measured: up to 1.7 times the evaluations, a quarter of the steps rejected).
   */
  protected override calcError(): void {
    const { size, scale, scaleNew } = this;
    const [fifth, third] = this.errors;
    let e5 = 0;
    let e3 = 0;
    let limiting = -1;
    for (let i = 0; i < size; i++) {
      const s = Math.max(scale[i], scaleNew[i]);
      const a = Math.abs(fifth[i]) / s;
      const b = Math.abs(third[i]) / s;
      if (b > e3) e3 = b;
      if (a <= e5) continue;
      e5 = a;
      limiting = i;
      if (Number.isNaN(a)) break;
    }
    this.error = e5 === 0 ? 0 : e5 / Math.sqrt(1 + 0.01 * (e3 / e5) ** 2);
    this.limiting = limiting;
  }
}
