import { DriveSampler, listHandOvers, summarizeDrive } from "../../../lib/omniwheel/index.ts";
import { createDrive, type VehicleParameters } from "../../../notebooks/models/vehicle/createVehicle.ts";
import { PART } from "../../../notebooks/models/vehicle/DriveTape.ts";
import { isBelow } from "../compare.ts";
import { compareFact } from "./compareFact.ts";
import type { PageCheck } from "./PageCheck.ts";

const PARAMETERS: VehicleParameters = {
  layout: "kiwi",
  rollers: 9,
  psi: 0,
  contact: "rolling",
  friction: 0.6,
  mass: 10,
  control: "exact",
  speed: 0.8,
};

export const vehicle: PageCheck = {
  name: "vehicle",
  texts: ["Drive an omni or a mecanum vehicle", "Torques of the motors", "new Vehicle"],
  canvases: 1,
  async check(notebook, t) {
    const { page } = notebook;
    await notebook.choose("Wheels", "3 omni wheels");
    for (const psi of [0, 20]) {
      if (psi > 0) await notebook.setRange("Inclination ψ of the rollers (°)", psi);
      const { system, vehicle: cart, tape, options } = createDrive({ ...PARAMETERS, psi, drive: "eight" });
      const run = system.simulateSync(options);
      const sampler = new DriveSampler(cart);
      tape.twists.forEach((_, i) => {
        sampler.add(run, Math.min(run.end, i * PART));
      });
      const { distance, textbookError } = summarizeDrive(cart, sampler.samples);
      // Figures follow a moment later than the run.
      await page.waitForFunction(
        (way) => {
          const tile = document.querySelector<HTMLElement>('[data-fact="way driven"]');
          return Math.abs(Number(tile?.dataset.value) - way) < 1e-6;
        },
        distance,
        { timeout: 20_000 },
      );
      // In millimetres: sines of other engines, and rollers of two wheels that change at once in another order, leave 1e-4.
      await compareFact(notebook, t, { name: "textbook odometry off", value: 1000 * textbookError, tolerance: 2e-3 });
      t.is(await notebook.readFact("changes of rollers"), listHandOvers(run).length);
    }

    // By hand: a key on the pad chooses it, and who lets go stops.
    await page.locator(".drive-pad").focus();
    await page.keyboard.down("w");
    await page.waitForFunction(
      () => /^[1-9]/.test(document.querySelector(".drive-text")?.textContent ?? ""),
      undefined,
      {
        timeout: 60_000,
      },
    );
    t.is(
      await page.locator(".drive-bar select").evaluate((select: HTMLSelectElement) => select.selectedOptions[0].text),
      "by hand",
    );
    await page.keyboard.up("w");
    // A second and more, with an acceleration of 1.5 m/s² up to 0.8 m/s, is 0.59 m; figures follow within two.
    await page.waitForFunction(
      () => Number(document.querySelector<HTMLElement>('[data-fact="way driven"]')?.dataset.value) > 0.5,
      undefined,
      { timeout: 60_000 },
    );
    isBelow(t, await notebook.readFact("odometry off at the end"), 0.1);

    // A cap is a button: of the keyboard, of a pointer, and of a click that has neither.
    const cap = page.getByRole("button", { name: "ahead", exact: true });
    const pressed = page.locator(".drive-key.pressed");
    for (const [push, letGo] of [
      [() => cap.press("Shift").then(() => page.keyboard.down("Space")), () => page.keyboard.up("Space")],
      [() => cap.hover().then(() => page.mouse.down()), () => page.mouse.up()],
      [() => cap.dispatchEvent("click", { detail: 0 }), () => Promise.resolve()],
    ]) {
      await push();
      await pressed.waitFor();
      t.is(await pressed.innerText(), "W");
      await letGo();
      await pressed.waitFor({ state: "detached" });
    }

    // What cannot be commanded is refused, and said so.
    await notebook.choose("Drive", "square, looking ahead");
    await notebook.choose("Wheels", "4 mecanum wheels");
    await notebook.setRange("Inclination ψ of the rollers (°)", 0);
    t.regex(
      await page.locator(".status").first().innerText(),
      /cannot be commanded: no rates of its wheels bring about vy/,
    );
  },
};
