import { DormandPrince853, StepUnderflow } from "../integrators/index.ts";
import { calcRateRows, spanRows } from "../kernel/rateRows.ts";
import { Chart } from "./Chart.ts";

/** Error of the coordinates on the way, m or rad. */
const TOLERANCE = 1e-13;

/** Newton steps back onto what the way has drifted from, and what may be left. */
const STEPS = 10;
const GOAL = 1e-14;

/**
 * Puts the state into the kernel to which the middle of a chart comes along its rows, non-holonomic ones included, at
 * constant free rates `way` for one unit of time; time itself stands, and so do floors that move. `q̇ = D(q) way` is
 * integrated: a wheel that rolls is where it has rolled to. False if there is no such way.
 */
export function rollAlong(chart: Chart, way: Float64Array): boolean {
  const { kernel, t, rates, positions } = chart;
  const { q, s, links, coordinateCount: size } = kernel;
  kernel.readState(chart.state);
  const standing = s.slice();
  const stepper = new DormandPrince853({
    size,
    calcDerivative: (_, y, out) => {
      q.set(y);
      const { independent, directions } = spanRows(kernel, calcRateRows(kernel, t)).findFreedoms(rates.independent);
      s.fill(independent.every((rate, k) => rate === rates.independent[k]) ? 0 : Number.NaN);
      way.forEach((part, k) => {
        for (let i = 0; i < s.length; i++) s[i] += part * directions[k][i];
      });
      for (const link of links) if (link.rateCount > 0) link.calcCoordinateRates(q, s, out);
    },
    calcErrorScale: (_, out) => out.fill(TOLERANCE),
  });
  if (way.some((part) => part !== 0)) {
    try {
      stepper.start(0, q.slice());
      while (stepper.t < 1) stepper.advance(1);
    } catch (cause) {
      if (cause instanceof StepUnderflow) return false;
      throw cause;
    }
    q.set(stepper.y);
  }
  s.set(standing);
  kernel.project(t, STEPS, GOAL, false);
  const none = new Float64Array(kernel.size);
  return new Chart(kernel, t, rates.independent, positions.independent).place(none, none, none);
}
