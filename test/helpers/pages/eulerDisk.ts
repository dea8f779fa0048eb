import { checkDecay, createEulerDisk } from "../../../notebooks/models/eulerDisk.ts";
import { takePicture } from "../frames.ts";
import { compareFact } from "./compareFact.ts";
import type { PageCheck } from "./PageCheck.ts";

export const eulerDisk: PageCheck = {
  name: "euler-disk",
  texts: ["Euler’s disk", "The run and paper", "new IdealRolling", "The singularity"],
  canvases: 1,
  async check(notebook, t) {
    for (const resistance of [2, 4]) {
      if (resistance !== 2) await notebook.setRange("Rolling resistance ρ (mm)", resistance);
      const model = createEulerDisk({ tilt: 12, resistance, radius: 20 });
      for (const { name, found } of checkDecay(model.system.simulateSync(model.options), model)) {
        await compareFact(notebook, t, { name, value: found as number, tolerance: 1e-7 });
      }
    }
    // A disk of another size is fitted into view: the button that does so changes nothing.
    await notebook.setRange("Radius of the disk (cm)", 8);
    const canvas = notebook.page.locator("canvas").first();
    const before = await takePicture(canvas);
    await notebook.page.getByRole("button", { name: "Fit everything into view" }).click();
    await notebook.page.mouse.move(0, 0);
    t.true((await takePicture(canvas)) === before);
  },
};
