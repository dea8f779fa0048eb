import { createFlyby, findLeastGap } from "../../../notebooks/models/tracking.ts";
import { compareFlyby, type FlybyComparison } from "../../../notebooks/tasks/compareFlyby.ts";
import { isAbove, isBelow } from "../compare.ts";
import { compareFact } from "./compareFact.ts";
import type { PageCheck } from "./PageCheck.ts";

const start = { a: 22, b: 8, c: 14, p: 16, q: 9, r: 5, distance: 26, spin: 3, digits: 8 };

export const tracking: PageCheck = {
  name: "tracking",
  texts: ["Contact tracking", "new NearestPoints", "differential", "least gap"],
  canvases: 1,
  async check(notebook, t) {
    for (const partner of ["ellipsoid", "plane"] as const) {
      if (partner === "plane") await notebook.choose("It flies past", "a plane");
      const parameters = { partner, ...start };
      const { system, options } = createFlyby(parameters);
      const value = 100 * findLeastGap(system.simulateSync(options)).gap;
      await compareFact(notebook, t, { name: "least gap", value });
      const reports: { value: FlybyComparison }[] = [];
      await compareFlyby(parameters, {
        report: (value) => reports.push(value as { value: FlybyComparison }),
        signal: new AbortController().signal,
        listen: () => {},
      });
      const { reference, divergences } = reports[reports.length - 1].value;
      for (const { tracker, position } of divergences) {
        // Differences of this size are rounding themselves.
        const shown = await notebook.readFact(`${tracker}, farthest from ${reference}`);
        isAbove(t, shown, 0, tracker);
        isBelow(t, shown, 10 * Math.max(...position), tracker);
      }
    }
    // Deep inside each other they have no nearest points: the page says so and keeps what it has.
    await notebook.choose("It flies past", "an ellipsoid");
    await notebook.setRange("Its centre passes at (cm)", 5);
    const said = await notebook.page.locator(".lab .status").innerText();
    t.regex(said, /the run stopped at t = .* What was computed up to/s);
    // Two balls: the distance of the centres less the radii.
    await notebook.setRange("Its centre passes at (cm)", 26);
    for (const label of ["At rest: semi-axis along x (cm)", "… along y (cm)", "… along z (cm)"]) {
      await notebook.setRange(label, 10);
    }
    for (const label of ["Flying: first semi-axis (cm)", "… second (cm)", "… third (cm)"]) {
      await notebook.setRange(label, 7);
    }
    await compareFact(notebook, t, { name: "least gap", value: 9, tolerance: 1e-12 });
  },
};
