import { findLength } from "../kernel/findLength.ts";
import { ModelError } from "../math/ModelError.ts";
import type { Chart } from "./Chart.ts";
import { checkForces } from "./checkForces.ts";
import type { Derivative } from "./differentiate.ts";
import { listRates, listStates } from "./listRates.ts";
import { StateFunction } from "./StateFunction.ts";
import { type TurnAxes, TurningFrame } from "./TurningFrame.ts";

/** First step of the differences: rad, rad/s, or a part of the size of the model. */
const STEP = 0.125;

/** Accelerations below this part of what a departure of one unit makes are zero. */
const STEADY = 1e-7;

/** The motion of departures in some axes. */
export interface DepartureMotion {
  /** `δẋ = A δx`, row by row. */
  readonly matrix: readonly (readonly number[])[];
  /** For each component of δx the departures of all coordinates, all rates and all states that go with it. */
  readonly columns: readonly (readonly Float64Array[])[];
  readonly frame: TurningFrame;
}

/** Derivatives of rates and accelerations with respect to the free numbers of a chart, in its middle. */
export class Departures {
  readonly chart: Chart;
  /** Free coordinates, free rates, states. */
  readonly names: readonly string[];
  /** Estimate of the largest error relative to the largest entry in the same row. */
  readonly accuracy: number;
  /** Whether the free rates and the states do not change. */
  readonly isResting: boolean;
  private readonly base: Float64Array;
  private readonly found: readonly Derivative[];

  constructor(chart: Chart) {
    const { kernel, t, positions, rates, state } = chart;
    const { rateCount: n, coordinateCount: m } = kernel;
    const list = listRates(kernel);
    const units = [...positions.independent, ...rates.independent].map((i) => list[i].unit);
    this.chart = chart;
    this.names = [
      ...positions.independent.map((i) => list[i].name),
      ...rates.independent.map((i) => `${list[i].name}.rate`),
      ...listStates(kernel),
    ];
    this.base = new Float64Array(kernel.size);
    kernel.calcDerivative(t, state, this.base);
    checkForces("linearize", kernel, t, this.base);
    const length = findLength(kernel);
    const states = new StateFunction(chart);
    this.found = this.names.map((name, p) => {
      const derivative = states.differentiate(p, units[p] === "m" ? STEP * length : STEP);
      if (derivative) return derivative;
      throw new ModelError(
        `linearize: the accelerations have no derivative with respect to ${name} at t = ${t} s: they are not finite next ` +
          "to this state, or the loops cannot be closed there; take another state",
      );
    });
    for (const { values, errors } of this.found) {
      // What is not larger than its own error is zero.
      for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) <= 4 * errors[i]) values[i] = 0;
    }
    const own = [...rates.independent.map((i) => n + i), ...listStates(kernel).map((_, i) => 2 * n + i)];
    const scales = own.map((i) => Math.max(0, ...this.found.map(({ values }) => Math.abs(values[i]))));
    this.accuracy = Math.max(
      0,
      ...this.found.flatMap(({ errors }) => own.map((i, k) => (scales[k] > 0 ? errors[i] / scales[k] : 0))),
    );
    this.isResting = own.every((i, k) => Math.abs(this.base[m - n + i]) <= STEADY * scales[k] + 1e-12);
  }

  /** In axes that turn with free bodies and balls, or do not. */
  describe(axes: TurnAxes): DepartureMotion {
    const { kernel, positions, rates, state, sizes } = this.chart;
    const { rateCount: n, coordinateCount: m } = kernel;
    const [f] = sizes;
    const frame = new TurningFrame(kernel, state.subarray(m, m + n), this.base.subarray(m, m + n), axes);
    const own = [...positions.independent, ...rates.independent.map((i) => n + i)];
    const raw = this.found.map(({ values, errors }, p) => {
      const shift = p < f ? positions.directions[p] : new Float64Array(n);
      const rate = values.slice(0, n);
      const turned = frame.turn(shift, rate, values.slice(n, 2 * n), errors);
      const pick = (list: Float64Array, whole: Float64Array) =>
        Float64Array.from([...own.map((i) => list[i]), ...whole.subarray(2 * n)]);
      return {
        mixed: rates.independent.map((i) => turned.mixed[i]),
        values: pick(turned.values, values),
        bounds: pick(turned.bounds, errors),
        parts: [shift, rate.map((x, i) => x + turned.mixed[i]), this.pickStates(p)],
      };
    });
    // Where axes do not turn with the body, what was called a rate is one less `mixed` times the coordinates.
    const settle = (get: (p: number) => Float64Array, sign = -1) =>
      raw.map(({ mixed }, p) =>
        mixed.reduce(
          (sum, part, k) =>
            part === 0 ? sum : sum.map((x, i) => x + sign * (sign > 0 ? Math.abs(part) : part) * get(f + k)[i]),
          get(p),
        ),
      );
    const values = settle((p) => raw[p].values);
    const bounds = settle((p) => raw[p].bounds, 1);
    const parts = [0, 1, 2].map((part) => settle((p) => raw[p].parts[part]));
    return {
      // What is not larger than its own error is zero.
      matrix: this.names.map((_, i) =>
        values.map((column, p) => (Math.abs(column[i]) <= 4 * bounds[p][i] ? 0 : column[i])),
      ),
      columns: raw.map((_, p) => parts.map((list) => list[p])),
      frame,
    };
  }

  private pickStates(p: number): Float64Array {
    const [f, g, h] = this.chart.sizes;
    return Float64Array.from({ length: h }, (_, i) => (p === f + g + i ? 1 : 0));
  }
}
