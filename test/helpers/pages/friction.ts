import { listInstants } from "../../../notebooks/models/friction/FrictionModel.ts";
import { createFriction, type FrictionParameters } from "../../../notebooks/models/friction/index.ts";
import { isAbove } from "../compare.ts";
import { compareFact } from "./compareFact.ts";
import type { PageCheck } from "./PageCheck.ts";

/** The scenes with their names on the page, as they start. */
const scenes: readonly (readonly [name: string, parameters: FrictionParameters])[] = (
  [
    ["a block pushed up an incline", { scene: "incline", angle: 18, speed: 2.5, coefficient: 0.4, surplus: 1.2 }],
    [
      "a block on a belt, held by a spring",
      { scene: "belt", speed: 0.2, stiffness: 80, coefficient: 0.3, surplus: 1.7 },
    ],
    [
      "a ball that slides, then rolls",
      { scene: "ball", speed: 2.1, spin: 0, share: 0.4, coefficient: 0.2, surplus: 1 },
    ],
    [
      "a floor rougher in one direction",
      { scene: "puck", speed: 2.5, heading: 35, across: 0.15, coefficient: 0.45, surplus: 1 },
    ],
  ] as const
).map(([name, own]) => [name, { law: "coulomb", steepness: 20, ...own }]);

export const friction: PageCheck = {
  name: "friction",
  texts: ["Friction: stick and slip", "The run and paper", "1. it sticks (s)", "new SpringDamper"],
  canvases: 1,
  async check(notebook, t) {
    for (const [name, start] of scenes) {
      await notebook.choose("Scene", name);
      const model = createFriction(start);
      const run = model.system.simulateSync(model.options);
      for (const { name, found } of [...listInstants(run, model), ...model.findResults(run)]) {
        await compareFact(notebook, t, { name, value: found as number });
      }
    }
    await notebook.choose("Scene", scenes[0][0]);
    // Steeper than friction can hold.
    await notebook.setRange("Incline (°)", 30);
    const steep = createFriction({ ...scenes[0][1], angle: 30 } as FrictionParameters);
    const run = steep.system.simulateSync(steep.options);
    await compareFact(notebook, t, { name: "1. it turns back", value: run.events[0].t });
    await compareFact(notebook, t, { name: "place at the end", value: steep.findResults(run)[0].found as number });
    // A smooth law that cannot be: the page says so, and goes on with the other one. Sliders do not allow it, so it is
    // put into what the worker is asked.
    const steepness = "Smooth law: steepness k (s/m)";
    t.is(await notebook.page.locator(".status[data-state=failed]").count(), 0);
    await notebook.page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message: { parameters?: { law?: string } }) {
        const isSmooth = message.parameters?.law === "tanh";
        if (isSmooth) Worker.prototype.postMessage = postMessage;
        const parameters = { ...message.parameters, ...(isSmooth && { steepness: -10 }) };
        postMessage.call(this, { ...message, parameters });
      };
    });
    await notebook.setRange(steepness, 30);
    const failed = notebook.page.locator(".status[data-state=failed]");
    await failed.waitFor();
    t.regex(await failed.innerText(), /^With the smooth law: .*-10/);
    await compareFact(notebook, t, { name: "1. it turns back", value: run.events[0].t });
    await notebook.setRange(steepness, 20);
    await failed.waitFor({ state: "detached" });
    // A browser keeps 16 contexts of WebGL: those of scenes that are gone have to be given back.
    for (let i = 0; i < 20; i++) await notebook.choose("Scene", scenes[(i + 1) % scenes.length][0]);
    isAbove(t, (await notebook.countColours())[0], 20);
  },
};
