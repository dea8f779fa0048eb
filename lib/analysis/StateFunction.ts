import type { Chart } from "./Chart.ts";
import { type Derivative, differentiate } from "./differentiate.ts";

/** Rates, accelerations and rates of states as functions of the free numbers of a chart. */
export class StateFunction {
  private readonly chart: Chart;
  private readonly numbers: Float64Array;
  private readonly parts: readonly [Float64Array, Float64Array, Float64Array];
  private readonly y: Float64Array;
  private readonly out: Float64Array;
  private readonly noise: Float64Array;

  constructor(chart: Chart) {
    const { kernel, sizes } = chart;
    const [f, g, h] = sizes;
    this.chart = chart;
    this.numbers = new Float64Array(f + g + h);
    this.parts = [this.numbers.subarray(0, f), this.numbers.subarray(f, f + g), this.numbers.subarray(f + g)];
    this.y = new Float64Array(kernel.size);
    this.out = new Float64Array(kernel.size);
    this.noise = this.findNoise();
  }

  private calc(values: Float64Array): boolean {
    const { chart, parts, y, out } = this;
    const { kernel } = chart;
    const { rateCount: n, coordinateCount: m, stateCount } = kernel;
    if (!chart.place(...parts)) return false;
    kernel.writeState(y);
    kernel.calcDerivative(chart.t, y, out);
    values.set(y.subarray(m, m + n));
    values.set(out.subarray(m, m + n + stateCount), n);
    return true;
  }

  /** How far the values scatter when the numbers change in their last digits. */
  private findNoise(): Float64Array {
    const { kernel } = this.chart;
    const size = 2 * kernel.rateCount + kernel.stateCount;
    const scale = 1 + this.chart.state.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
    const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    const most = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
    const values = new Float64Array(size);
    for (let sample = 0; sample < 8; sample++) {
      for (let k = 0; k < this.numbers.length; k++)
        this.numbers[k] = scale * 2 ** -52 * (((5 * sample + 3 * k) % 7) - 3);
      this.calc(values);
      values.forEach((x, i) => {
        least[i] = Math.min(least[i], x);
        most[i] = Math.max(most[i], x);
      });
    }
    this.numbers.fill(0);
    return most.map((x, i) => x - least[i]);
  }

  /** With respect to the p-th number. */
  differentiate(p: number, step: number): Derivative | undefined {
    const found = differentiate(
      (at, values) => {
        this.numbers[p] = at;
        return this.calc(values);
      },
      this.noise,
      step,
    );
    this.numbers[p] = 0;
    return found;
  }
}
