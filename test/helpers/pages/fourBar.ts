import {
  checkNewton,
  createFourBar,
  type FourBarParameters,
  findLargestForce,
  measureWork,
} from "../../../notebooks/models/fourBar.ts";
import { compareFact } from "./compareFact.ts";
import type { PageCheck } from "./PageCheck.ts";

const START: FourBarParameters = {
  mechanism: "four-bar",
  drive: "motor",
  crank: 0.2,
  coupler: 0.5,
  rocker: 0.4,
  base: 0.5,
  offset: 0,
  speed: 6,
};

export const fourBar: PageCheck = {
  name: "four-bar",
  texts: ["Joints and reactions", "Hodograph", "crank and rocker", "Grashof", "new PrismaticJoint"],
  canvases: 1,
  async check(notebook, t) {
    const compare = async (parameters: FourBarParameters, joint: string) => {
      const { system, options } = createFourBar(parameters);
      const run = system.simulateSync(options);
      // Peaks of forces are sharp where the crank is fast, and rounding shifts them in time.
      const force = findLargestForce(run, joint);
      await compareFact(notebook, t, { name: `largest force in ${joint}`, value: force, tolerance: 1e-7 });
      await compareFact(notebook, t, { name: "work of the motor", value: measureWork(run) });
      const miss = checkNewton(run, parameters);
      await compareFact(notebook, t, { name: "Newton’s law of the coupler missed by", value: miss, tolerance: 1e-5 });
    };
    await compare(START, "C");
    await notebook.choose("Force in joint", "A");
    await notebook.choose("Drive", "free after a push");
    await compare({ ...START, drive: "free" }, "A");
    await notebook.choose("Mechanism", "slider-crank");
    await notebook.setRange("Height of the guide (m)", 0.1);
    await notebook.setRange("Speed of the crank (rad/s)", 12);
    await compare({ ...START, mechanism: "slider-crank", drive: "free", offset: 0.1, speed: 12 }, "A");
    // A motor that turns the crank beyond the reach of the bars: the message, and what was computed until then.
    await notebook.choose("Mechanism", "four-bar");
    await notebook.choose("Drive", "motor keeps the speed");
    await notebook.setRange("Crank (m)", 0.45);
    const message = await notebook.page.locator(".status").first().innerText();
    t.regex(message, /RevoluteJoint "A" is driven.*beyond its reach.*What was computed up to t = 0\.\d+ s is shown/s);
    // Bars that cannot even be drawn.
    await notebook.setRange("Crank (m)", 0.05);
    await notebook.setRange("Coupler (m)", 0.1);
    await notebook.setRange("Rocker (m)", 0.1);
    t.regex(await notebook.page.locator(".status").first().innerText(), /do not close.*shorten the longest/s);
  },
};
