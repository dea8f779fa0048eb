import type { Kernel } from "../kernel/Kernel.ts";
import { Chart } from "./Chart.ts";
import { createModes } from "./createModes.ts";
import { Departures } from "./Departures.ts";
import { findSteadyAxes } from "./findSteadyAxes.ts";
import { Linearization } from "./Linearization.ts";
import { listAccelerated } from "./listAccelerated.ts";
import type { TurnAxes } from "./TurningFrame.ts";

/** Accelerations below this part of the largest are zero where free rates are chosen. */
const STILL = 1e-9;

/**
 * The motion of small departures from the state in the kernel, which lies on its rows: of the coordinates that holonomic
 * rows leave free, and of the rates that all rows leave free. Rates follow from both, `s = s(x, u)`, so `ẋ` is the part of
 * it at the free coordinates; with rows of rolling there are more coordinates than rates. Axes that are not asked for are
 * those of the body, unless only axes that do not turn make the motion a steady one.
 */
export function linearize(kernel: Kernel, t: number, axes: TurnAxes | undefined): Linearization {
  const chart = chooseChart(kernel, t);
  const departures = new Departures(chart);
  const { names, accuracy } = departures;
  const accelerated = listAccelerated(kernel, t);
  const steady = departures.isResting && accelerated.length === 0 ? findAxes(departures, axes) : undefined;
  const chosen = steady ?? axes ?? "body";
  const { matrix } = departures.describe(chosen);
  const modes = createModes(chart, matrix, accuracy);
  kernel.readState(chart.state);
  const isSteady = steady !== undefined;
  return new Linearization({ t, names, matrix, accuracy, axes: chosen, isSteady, accelerated, modes });
}

/** Axes in which the equations of departures from a motion without acceleration are constant. */
function findAxes(departures: Departures, asked: TurnAxes | undefined): TurnAxes | undefined {
  const { kernel, state } = departures.chart;
  const { coordinateCount: m, rateCount: n } = kernel;
  const isMoving = state.subarray(m, m + n).some((rate) => rate !== 0);
  if (!isMoving) return asked ?? "body";
  const { frame } = departures.describe("body");
  return findSteadyAxes(departures, asked ? [asked] : frame.isTurning ? ["body", "space"] : ["body"]);
}

/** Where some rates are constant and others are not, though they follow from them, the constant ones are the free ones. */
function chooseChart(kernel: Kernel, t: number): Chart {
  const chart = new Chart(kernel, t);
  const { coordinateCount: m, rateCount: n } = kernel;
  const derivative = new Float64Array(kernel.size);
  kernel.calcDerivative(t, chart.state, derivative);
  const accelerations = derivative.subarray(m, m + n).map(Math.abs);
  const limit = STILL * Math.max(...accelerations);
  const isStill = (i: number) => accelerations[i] <= limit;
  if (chart.rates.independent.every(isStill)) return chart;
  const still = [...accelerations.keys()].filter(isStill);
  const other = new Chart(kernel, t, still);
  return other.rates.independent.every(isStill) ? other : chart;
}
