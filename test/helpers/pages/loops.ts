import { LOOPS, reportLoop } from "../../../notebooks/models/loopReport.ts";
import { createLoop, type LoopParameters } from "../../../notebooks/models/loops.ts";
import { isBelow } from "../compare.ts";
import { compareFact } from "./compareFact.ts";
import type { PageCheck } from "./PageCheck.ts";

export const loops: PageCheck = {
  name: "loops",
  texts: ["Closed loops and redundant constraints", "1 degree of freedom", "3 redundant rows: D 3 of 5", "four hinges"],
  canvases: 1,
  async check(notebook, t) {
    const compare = async (parameters: LoopParameters) => {
      const { system, options } = createLoop(parameters);
      const run = system.simulateSync(options);
      const report = await reportLoop(parameters);
      t.is(await notebook.readFact("degrees of freedom"), report.degreesOfFreedom);
      t.is(await notebook.readFact("freedoms by counting"), report.count);
      t.is(await notebook.readFact("redundant rows"), report.redundancy);
      const end = run.last.joint("A").position;
      await compareFact(notebook, t, { name: "angle of the crank at the end", value: end });
      isBelow(t, await notebook.readFact("loops open by"), 1e-12);
    };
    const start = LOOPS["four hinges"];
    await compare(start);
    t.is(await notebook.page.locator(".table tbody tr").count(), Object.keys(LOOPS).length);
    await notebook.setRange("Error of the last axis (°)", 2);
    await compare({ ...start, skew: 2 });
    await notebook.choose("Joint B, crank and coupler", "cylinder (turns and slides)");
    await notebook.choose("Joint C, coupler and rocker", "ball");
    await compare({ ...start, skew: 2, B: "cylinder", C: "ball" });
    await notebook.choose("Mechanism", "Bricard");
    await notebook.setRange("Error of the last axis (°)", 0);
    await compare(LOOPS["Bricard, six hinges"]);
    await notebook.choose("Mechanism", "parallelogram");
    await notebook.choose("Joint B, crank and coupler", "hinge");
    await notebook.choose("Joint C, coupler and rocker", "hinge");
    await compare(LOOPS["parallelogram, upright"]);
    isBelow(t, await notebook.readFact("crank and rocker differ by"), 1e-10);
    // From a singular position the motion is not unique: the report says so, and the run stops with a message.
    await notebook.setRange("Start angle of the crank (°)", 0);
    t.regex(await notebook.page.locator("pre.report").innerText(), /a singular position/);
    t.regex(await notebook.page.locator(".status").first().innerText(), /the run stopped/);
  },
};
