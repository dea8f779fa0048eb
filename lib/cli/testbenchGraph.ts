import { DEFAULT_TESTBENCH, Testbench, type TestbenchOptions } from "../omniwheel/index.ts";

/** The bond graph of the testbench for the report: one word for each part, then one roller with all its elements. */
export async function drawTestbench(options: Partial<TestbenchOptions>): Promise<string> {
  const { system, wheel } = new Testbench({ ...DEFAULT_TESTBENCH, ...options });
  system.evaluate().show();
  const graph = system.bondGraph();
  const roller = wheel.rollers[0].name;
  const shown = [roller, roller.replace(/roller/, "contact"), roller.replace(/roller/, "bearing")];
  const groups = new Set(graph.elements.map(({ group }) => group));
  const words = await graph.toSVG({ fold: true, power: "width", title: "Bond graph of the testbench" });
  const detail = await graph.toSVG({
    fold: [...groups].filter((group) => !shown.includes(group)),
    title: `Bond graph with the elements of ${roller}`,
  });
  return `<section>
<h2>The model as a bond graph</h2>
<p>Every bond carries a twist and a wrench; half arrows show where power counts as positive. The bands show the power at the
start. Contacts of rollers that do not touch the floor carry nothing.</p>
<div class="graph">
${words}</div>
<details>
<summary>All elements of one roller: its contact with the floor and its bearing in the disc</summary>
<div class="graph">
${detail}</div>
</details>
</section>`;
}
