import type { DaeProblem } from "./DaeProblem.ts";
import type { OdeProblem } from "./Problem.ts";

/** An ordinary differential equation as `ẏ − f(t, y) = 0`. */
export class OdeResidual implements DaeProblem {
  readonly multiplierCount = 0;
  readonly size: number;
  readonly rates: Int32Array | undefined;
  private readonly problem: OdeProblem;
  private readonly derivative: Float64Array;

  constructor(problem: OdeProblem) {
    this.problem = problem;
    this.size = problem.size;
    this.rates = problem.rates;
    this.derivative = new Float64Array(problem.size);
  }

  calcDerivative(t: number, y: Float64Array, out: Float64Array): void {
    this.problem.calcDerivative(t, y, out);
  }

  calcErrorScale(y: Float64Array, out: Float64Array): void {
    this.problem.calcErrorScale(y, out);
  }

  prepare(): void {}

  readMultipliers(): void {}

  calcResidual(t: number, y: Float64Array, rates: Float64Array, out: Float64Array): void {
    const { derivative, size } = this;
    this.problem.calcDerivative(t, y, derivative);
    for (let i = 0; i < size; i++) out[i] = rates[i] - derivative[i];
  }

  calcRateMatrix(_t: number, _y: Float64Array, _rates: Float64Array, out: Float64Array): void {
    out.fill(0);
    for (let i = 0; i < this.size; i++) out[i * (this.size + 1)] = 1;
  }
}
