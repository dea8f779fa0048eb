import { createPendulum, findFrequency, findPeriod, measurePeriod } from "../../../notebooks/models/pendulum.ts";
import { isClose } from "../compare.ts";
import { compareFact } from "./compareFact.ts";
import type { PageCheck } from "./PageCheck.ts";

export const pendulum: PageCheck = {
  name: "pendulum",
  texts: ["A pendulum in ten lines", "new RevoluteJoint", "elliptic integral", "rate over angle"],
  canvases: 1,
  async check(notebook, t) {
    for (const length of [1, 1.6]) {
      if (length !== 1) await notebook.setRange("Length (m)", length);
      const parameters = { length, angle: 60, damping: 0, mass: 1 };
      const { system, options } = createPendulum(parameters);
      const measured = measurePeriod(system.simulateSync(options));
      await compareFact(notebook, t, { name: "period measured", value: measured });
      const exact = findPeriod(parameters);
      await compareFact(notebook, t, { name: "period by elliptic integral", value: exact, tolerance: 1e-14 });
      const small = (2 * Math.PI) / findFrequency(parameters);
      await compareFact(notebook, t, { name: "period of small swings", value: small, tolerance: 1e-14 });
      isClose(t, measured, exact, 1e-7);
    }
    // So much damping that it does not swing: there is no period, and all of the energy is lost, m g l (1 − cos 60°).
    await notebook.setRange("Length (m)", 1);
    await notebook.setRange("Damping of the hinge (Nms)", 1);
    await notebook.setRange("Mass (kg)", 0.1);
    t.is(await notebook.readFact("period measured"), Number.NaN);
    // After ten seconds, ten times d/(m g l), the angle is below 1e-4 rad, and the energy goes with its square.
    await compareFact(notebook, t, { name: "change of the energy", value: 0.1 * 9.81 * 0.5, tolerance: 1e-8 });
  },
};
