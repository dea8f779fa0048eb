import { compareOnTestbench } from "../../../lib/index.ts";
import { createOmniwheel, describeBench, type OmniwheelParameters } from "../../../notebooks/models/omniwheel.ts";
import { findJump, listJumps, readContact, summarize } from "../../../notebooks/models/omniwheelContact.ts";
import { isAbove, isClose } from "../compare.ts";
import type { PageCheck } from "./PageCheck.ts";

const start: OmniwheelParameters = {
  ...{ psi: 30, rollers: 8, distance: 0.95, rows: 1, friction: "smooth" },
  ...{ along: 1, across: 0.5, turning: 0.2, spin: 0.3, torque: 0 },
};

export const omniwheel: PageCheck = {
  name: "omniwheel",
  texts: ["The omni-wheel testbench", "Figure 8", "Figure 9", "Figure 10", "DEFAULT_TESTBENCH"],
  canvases: 1,
  async check(notebook, t) {
    // Sines and tangents of two engines may differ in their last digit: numbers that are rounding only have to be small.
    const near = async (fact: string, expected: number, tolerance: number) => {
      await notebook.waitForFact(fact, expected, tolerance);
      isClose(t, await notebook.readFact(fact), expected, tolerance, fact);
    };
    // As coarse as can be chosen: four runs are made here as well.
    const tolerance = 1e-6;
    await notebook.choose("Tolerance of a step", "1e-6");
    for (const psi of [30, 45]) {
      if (psi !== start.psi) await notebook.setRange("Inclination ψ of the rollers (°)", psi);
      const parameters = { ...start, psi };
      const { bench, system, options } = createOmniwheel(parameters);
      const contact = readContact(bench, system.simulateSync(options), 500);
      const { ripple, handOvers, deviation, load } = summarize(bench, contact);
      await near("hand-overs", handOvers, 0);
      await near("ripple of the centre's height", ripple, 1e-13);
      await near("contact point off its closed form", deviation, 1e-14);
      await near("load: |N/(M g) − 1|", load, 1e-12);
      await near("2 R₁ tan α tan ψ", findJump(bench.wheel.geometry), 1e-15);
      await near("jump of the contact point", Math.abs(listJumps(contact)[0].jump), 1e-12);
      const { runs } = await compareOnTestbench({ ...describeBench(parameters), tolerance, samples: 400 });
      for (const { tracker, divergence } of runs) {
        // The last digits of two engines move the steps of states that are tracked: by less than a thousandth of a tolerance.
        const share = tracker === "differential" ? 1e-3 * tolerance : 1e-10;
        await near(`${tracker}: position (m)`, divergence.position, share);
        await near(`${tracker}: acceleration (m/s²)`, divergence.acceleration, 1e-7);
      }
    }
    // Rollers that do not alternate: the page says what is wrong, and comes back.
    await notebook.choose("Rows of rollers", "two, alternating");
    await notebook.setRange("Number n of rollers", 7);
    const text = await notebook.page.locator(".status[data-state=failed]").first().innerText();
    t.true(text.includes("7 rollers do not alternate between two rows"), text);
    await notebook.setRange("Number n of rollers", 12);
    isAbove(t, await notebook.readFact("hand-overs"), 0);
  },
};
