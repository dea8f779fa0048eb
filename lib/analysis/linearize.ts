import { findLength } from "../kernel/findLength.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { eigenGeneral } from "../math/eigenGeneral.ts";
import { ModelError } from "../math/ModelError.ts";
import { cross } from "../math/vector.ts";
import { Chart } from "./Chart.ts";
import { checkForces } from "./checkForces.ts";
import { createModes } from "./createModes.ts";
import { type Derivative, differentiate } from "./differentiate.ts";
import { Linearization } from "./Linearization.ts";
import { listAccelerated } from "./listAccelerated.ts";
import { listRates, listStates, listTurns } from "./listRates.ts";

/** First step of the differences: rad, rad/s, or a part of the size of the model. */
const STEP = 0.125;

/** Accelerations below this part of what a departure of one unit makes are zero. */
const STEADY = 1e-7;

/** Axes in which small rotations of free bodies and balls are counted: turning with the body, or not. */
export type TurnAxes = "body" | "space";

/** The motion of small departures from the state in the kernel, which lies on its rows. */
export function linearize(kernel: Kernel, t: number, axes: TurnAxes): Linearization {
  const chart = new Chart(kernel, t);
  const { positions, rates, state } = chart;
  const list = listRates(kernel);
  const { rateCount: n, coordinateCount: m } = kernel;
  const [f] = chart.sizes;
  const units = [...positions.independent, ...rates.independent].map((i) => list[i].unit);
  const names = [
    ...positions.independent.map((i) => list[i].name),
    ...rates.independent.map((i) => `${list[i].name}.rate`),
    ...listStates(kernel),
  ];
  const base = new Float64Array(kernel.size);
  kernel.calcDerivative(t, state, base);
  checkForces("linearize", kernel, t, base);
  const length = findLength(kernel);
  const states = new StateFunction(chart);
  const found = names.map((name, p) => {
    const derivative = states.differentiate(p, units[p] === "m" ? STEP * length : STEP);
    if (derivative) return derivative;
    throw new ModelError(
      `linearize: the accelerations have no derivative with respect to ${name} at t = ${t} s: they are not finite next ` +
        "to this state, or the loops cannot be closed there; take another state",
    );
  });
  for (const { values, errors } of found) {
    // What is not larger than its own error is zero.
    for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) <= 4 * errors[i]) values[i] = 0;
  }
  const scales = Float64Array.from({ length: 2 * n + kernel.stateCount }, (_, i) =>
    Math.max(0, ...found.map(({ values }) => Math.abs(values[i]))),
  );
  const own = [...rates.independent.map((i) => n + i), ...listStates(kernel).map((_, i) => 2 * n + i)];
  const accuracy = Math.max(
    0,
    ...found.flatMap(({ errors }) => own.map((i) => (scales[i] > 0 ? errors[i] / scales[i] : 0))),
  );
  const accelerated = listAccelerated(kernel, t);
  const isResting = scales.slice(n).every((scale, i) => Math.abs(base[m + i]) <= STEADY * scale + 1e-12);
  const frame = new Frame(kernel, state.subarray(m, m + n), base.subarray(m, m + n), axes);
  const columns = found.map(({ values }, p) => {
    const shift = p < f ? positions.directions[p] : new Float64Array(n);
    const { mixed, positionRates, rateRates } = frame.turn(shift, values.slice(0, n), values.slice(n, 2 * n));
    return {
      mixed: rates.independent.map((i) => mixed[i]),
      values: [
        ...positions.independent.map((i) => positionRates[i]),
        ...rates.independent.map((i) => rateRates[i]),
        ...values.subarray(2 * n),
      ],
    };
  });
  // Where axes do not turn with the body, what was called a rate is one less `mixed` times the coordinates.
  const matrix = names.map((_, i) =>
    columns.map(({ values, mixed }, p) =>
      p < f ? mixed.reduce((sum, part, k) => sum - part * columns[f + k].values[i], values[i]) : values[i],
    ),
  );
  const pairs = eigenGeneral(matrix.flat(), names.length);
  const modes = createModes(chart, matrix, pairs);
  kernel.readState(state);
  const isSteady = isResting && accelerated.length === 0;
  return new Linearization({ t, names, matrix, accuracy, isSteady, accelerated, modes });
}

/** Rates, accelerations and rates of states as functions of the free numbers of a chart. */
class StateFunction {
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

/**
 * Small rotations θ of a body that turns with ω (both in its axes): `θ̇ = δω − [ω, θ]`. Seen from axes that do not turn but
 * lie on the body's at this instant, `φ = θ`, the departure of the angular velocity is `η = δω + [θ, ω]`, and rates are
 * greater by `[ω, ·]`: `φ̇ = δω`, `η̇ = δω̇ + [θ̇, ω] + [θ, ω̇] + [ω, η]`.
 */
class Frame {
  private readonly turns: readonly number[];
  private readonly rates: Float64Array;
  private readonly accelerations: Float64Array;
  private readonly axes: TurnAxes;

  constructor(kernel: Kernel, rates: Float64Array, accelerations: Float64Array, axes: TurnAxes) {
    this.turns = listTurns(kernel);
    this.rates = rates;
    this.accelerations = accelerations;
    this.axes = axes;
  }

  turn(shift: Float64Array, rate: Float64Array, acceleration: Float64Array) {
    const mixed = new Float64Array(shift.length);
    const positionRates = rate.slice();
    const rateRates = acceleration.slice();
    for (const o of this.turns) {
      const get = (array: Float64Array) => array.subarray(o, o + 3);
      const [theta, omega, epsilon] = [get(shift), get(this.rates), get(this.accelerations)];
      const behind = cross(omega, theta);
      const thetaRate = behind.map((x, i) => rate[o + i] - x);
      if (this.axes === "body") {
        positionRates.set(thetaRate, o);
        continue;
      }
      // η and θ̇ are the same numbers.
      const [a, b, c] = [cross(thetaRate, omega), cross(theta, epsilon), cross(omega, thetaRate)];
      for (let i = 0; i < 3; i++) {
        mixed[o + i] = -behind[i];
        rateRates[o + i] += a[i] + b[i] + c[i];
      }
    }
    return { mixed, positionRates, rateRates };
  }
}
