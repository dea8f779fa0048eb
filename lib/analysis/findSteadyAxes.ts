import { findLength } from "../kernel/findLength.ts";
import { Chart } from "./Chart.ts";
import { type DepartureMotion, Departures } from "./Departures.ts";
import { listRates } from "./listRates.ts";
import { NeutralSplit } from "./NeutralSplit.ts";
import type { TurnAxes, TurningFrame } from "./TurningFrame.ts";

/** How far the motion is followed: rad, or parts of the size of the model. */
const WAY = 0.05;

/** Changes of the matrix on this way below this part of its terms are none. */
const CHANGE = 1e-6;

/**
 * The first of the axes in which departures from a motion with constant free rates obey the same equations a little later,
 * what is neutral aside; none if it is no steady motion. What stands wherever the body turns to (gravity, a floor that
 * a disc rolls on) is constant in axes that do not turn, what turns with the body (its unequal moments of inertia) in its own.
 */
export function findSteadyAxes(departures: Departures, axes: readonly TurnAxes[]): TurnAxes | undefined {
  const { chart } = departures;
  const { frame } = departures.describe("body");
  const time = findTime(chart);
  const later = goOn(chart, frame, time);
  if (!later?.isResting) return undefined;
  return axes.find((name) => {
    const now = departures.describe(name);
    const split = new NeutralSplit(now.matrix, departures.accuracy);
    return isConstant(chart, split, now, later.describe(name), time);
  });
}

/** In which it goes a little way. */
function findTime({ kernel, state }: Chart): number {
  const length = findLength(kernel);
  const speeds = listRates(kernel).map(
    ({ unit }, i) => Math.abs(state[kernel.coordinateCount + i]) / (unit === "m" ? length : 1),
  );
  return WAY / Math.max(...speeds);
}

function goOn(
  { kernel, t, state, rates, positions }: Chart,
  frame: TurningFrame,
  time: number,
): Departures | undefined {
  kernel.readState(state);
  const way = frame.findWay(time);
  for (const link of kernel.links) if (link.rateCount > 0) link.moveCoordinates(kernel.q, way);
  const none = new Float64Array(kernel.size);
  const create = () => new Chart(kernel, t + time, rates.independent, positions.independent);
  try {
    const isThere = create().place(none, none, none);
    return isThere ? new Departures(create()) : undefined;
  } catch {
    // Later than t a law may not be defined, or the mechanism not pass.
    return undefined;
  }
}

/** Whether `T A₂ = A₁ T` without what is neutral, T being what departures of then are in the numbers of now. */
function isConstant(
  { positions, rates }: Chart,
  split: NeutralSplit,
  now: DepartureMotion,
  then: DepartureMotion,
  time: number,
): boolean {
  const size = now.matrix.length;
  const T = then.columns.map(([shift, rate, states]) => {
    const [x, u] = [shift, rate].map((values) => now.frame.turnBack(values, time));
    return [...positions.independent.map((i) => x[i]), ...rates.independent.map((i) => u[i]), ...states];
  });
  const largest = new Float64Array(split.matrix.length);
  const changes = new Float64Array(split.matrix.length);
  for (let j = 0; j < size; j++) {
    const change = new Float64Array(size);
    const terms = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      for (let k = 0; k < size; k++) {
        const [a, b] = [T[k][i] * then.matrix[k][j], now.matrix[i][k] * T[j][k]];
        change[i] += a - b;
        terms[i] += Math.abs(a) + Math.abs(b);
      }
    }
    split.reduce(change).forEach((x, i) => {
      changes[i] = Math.max(changes[i], Math.abs(x));
    });
    split.reduceBounds(terms).forEach((x, i) => {
      largest[i] = Math.max(largest[i], x);
    });
  }
  return changes.every((x, i) => x <= CHANGE * largest[i]);
}
