import type { EnergyBalance } from "../bondgraph/index.ts";
import { callGiven, describe, ModelError } from "../math/index.ts";
import { linePlot } from "./linePlot.ts";

/** Energy that a run has stored, supplied, dissipated and lost at events, over time, as SVG: `energyPlot(audit.balance)`. */
export function energyPlot(balance: EnergyBalance, title = "Energy since the start"): string {
  if (balance === null || typeof balance !== "object") {
    throw new ModelError(`energyPlot: the balance is ${describe(balance)}; give that of an audit, audit.balance`);
  }
  const {
    time: x,
    stored,
    supplied,
    dissipated,
    lost,
  } = callGiven("energyPlot", "the balance", () => ({ ...balance }));
  return linePlot({
    title,
    xLabel: "time (s)",
    yLabel: "energy (J)",
    series: [
      { name: "supplied", x, y: supplied },
      { name: "stored", x, y: stored },
      { name: "dissipated", x, y: dissipated },
      ...(lost?.some((energy) => energy !== 0) ? [{ name: "lost at events", x, y: lost }] : []),
    ],
  });
}
