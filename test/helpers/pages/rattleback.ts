import { createRattleback, findReversal } from "../../../notebooks/models/rattleback.ts";
import { isClose } from "../compare.ts";
import { compareFact } from "./compareFact.ts";
import type { PageCheck } from "./PageCheck.ts";

export const rattleback: PageCheck = {
  name: "rattleback",
  texts: ["The rattleback", "new Ellipsoid", "turns round after", "Kane and Levinson"],
  canvases: 1,
  async check(notebook, t) {
    for (const asymmetry of [1, 2]) {
      if (asymmetry !== 1) await notebook.setRange("Asymmetry (1: the stone of the paper)", asymmetry);
      const { system, options } = createRattleback({ spin: 5, asymmetry, resistance: 0, friction: -1 });
      const run = system.simulateSync(options);
      // Rattling makes more of a difference in rounding.
      const value = findReversal(run) as number;
      await compareFact(notebook, t, { name: "turns round after", value, tolerance: 1e-7 });
      isClose(t, await notebook.readFact("change of the energy"), 0, 1e-6);
    }
    await notebook.setRange("Asymmetry (1: the stone of the paper)", 0);
    t.regex(await notebook.page.locator('[data-fact="turns round after"]').innerText(), /not at all/);
  },
};
