import { auditRun, Circuit } from "../../../lib/index.ts";
import {
  type BondParameters,
  bondEntries,
  createBondSystem,
  findEntry,
  isCircuit,
} from "../../../notebooks/models/bondgraphs/index.ts";
import { isAbove, isAtLeast } from "../compare.ts";
import type { PageCheck } from "./PageCheck.ts";

function findDefaults(model: BondParameters["model"]): BondParameters {
  const settings = Object.entries(bondEntries[model].settings);
  return { model, values: Object.fromEntries(settings.map(([name, { value }]) => [name, value])) };
}

/** Energy that was supplied to the end of the run, J. */
function findSupplied(parameters: BondParameters): number {
  const entry = findEntry(parameters);
  if (isCircuit(entry)) {
    const run = new Circuit(entry.createGraph(parameters.values)).simulateSync({
      until: entry.until,
      tolerance: 1e-10,
    });
    return run.audit().balance.supplied.at(-1) ?? Number.NaN;
  }
  const { system, options } = createBondSystem(parameters);
  const times = Float64Array.from({ length: 151 }, (_, i) => (entry.until * i) / 150);
  return auditRun(system, system.simulateSync(options), { times }).balance.supplied.at(-1) ?? Number.NaN;
}

export const bondgraphs: PageCheck = {
  name: "bondgraphs",
  texts: ["Bond graphs: where the power goes", "Power along V → loop", "integral causality", "new BondGraph()"],
  canvases: 0,
  async check(notebook, t) {
    const { page } = notebook;
    const near = async (fact: string, expected: number, tolerance: number) => {
      t.true(await notebook.waitForFact(fact, expected, tolerance), `${fact}: ${expected}`);
    };
    // The closed form is good to rounding, the run to its tolerance.
    await near("current off its closed form", 0, 1e-8);
    isAbove(t, await page.locator(".equations .katex").count(), 0);
    await page
      .locator('.graph-canvas g.bond[data-id="b:loop → C"] .hit')
      .dispatchEvent("pointerover", { bubbles: true });
    await page.locator("h2", { hasText: "Power along loop → C" }).waitFor();
    // Frames of a fast screen: 2 ms are a four-thousandth of the whole.
    await page.evaluate(() => {
      let now = 0;
      globalThis.requestAnimationFrame = (step) => {
        now += 2;
        return setTimeout(step, 0, now) as unknown as number;
      };
      globalThis.cancelAnimationFrame = clearTimeout;
    });
    const play = page.locator(".timeline button");
    t.is(await play.getAttribute("aria-label"), "Play");
    await play.click();
    t.is(await play.getAttribute("aria-label"), "Pause");
    await page.waitForFunction(
      () => (document.querySelector<HTMLInputElement>(".timeline input")?.valueAsNumber ?? 0) > 0.06,
    );
    await play.click();
    for (const target of await page.locator(".timeline button, .timeline input").all()) {
      isAtLeast(t, (await target.boundingBox())?.height ?? 0, 32);
    }
    await notebook.setRange("Resistance (Ω)", 40);
    const circuit = findDefaults("RLC circuit");
    // Sines of two engines may differ in their last digit.
    await near("supplied", findSupplied({ ...circuit, values: { ...circuit.values, R: 40 } }), 1e-12);
    for (const model of ["two tanks", "motor on a pendulum", "four-bar"] as const) {
      await notebook.choose("Model", model);
      const supplied = findSupplied(findDefaults(model));
      await near("supplied", supplied, 1e-7 * Math.abs(supplied));
      await near("missing at most", 0, 1e-11 * Math.abs(supplied));
    }
    await page.locator(".graph-bar select[aria-label=detail]").selectOption("full");
    await page.locator(".graph-canvas text", { hasText: "shiftA" }).first().waitFor();
    const { system } = createBondSystem(findDefaults("four-bar"));
    t.is(await page.locator(".graph-canvas g.bond").count(), system.bondGraph().bonds.length);
    isAbove(t, Math.max(...(await notebook.countColours())), 20);
  },
};
