import { checkInversion, createTippeTop, findTurn } from "../../../notebooks/models/tippeTop.ts";
import { isBelow } from "../compare.ts";
import { compareFact } from "./compareFact.ts";
import type { PageCheck } from "./PageCheck.ts";

export const tippeTop: PageCheck = {
  name: "tippe-top",
  texts: ["The tippe top", "The run and paper", "new SmoothFriction", "Jellett"],
  canvases: 1,
  async check(notebook, t) {
    for (const spin of [160, 200]) {
      if (spin !== 160) await notebook.setRange("Spin (rad/s)", spin);
      const parameters = { spin, friction: 0.3, eccentricity: 0.3, ratio: 1, tilt: 6 };
      const { system, options } = createTippeTop(parameters);
      const run = system.simulateSync(options);
      const value = findTurn(run) as number;
      await compareFact(notebook, t, { name: "stem below the horizon after", value, tolerance: 1e-7 });
      isBelow(t, await notebook.readFact("its largest relative change"), 1e-7);
      const [{ name, found }] = checkInversion(run, parameters);
      await compareFact(notebook, t, { name, value: found as number, tolerance: 1e-7 });
    }
    await notebook.setRange("Inertia across over along the axis, A/C", 0.65);
    t.regex(await notebook.page.locator('[data-fact="stem below the horizon after"]').innerText(), /not at all/);
  },
};
