import type { TestbenchComparison } from "../omniwheel/index.ts";
import { linePlot } from "../view/index.ts";
import { writeIncomplete } from "./incomplete.ts";
import { escapeText, REPORT_STYLE } from "./reportPage.ts";
import { type ComparisonSetting, describeSetting, listCells, toDegrees } from "./testbenchTable.ts";

/** The page: a table and the plots of each inclination, and the bond graph, with nothing that has to be loaded. */
export function writeReport(
  comparisons: readonly TestbenchComparison[],
  setting: ComparisonSetting,
  graph: string,
  incomplete?: string,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Omni wheel testbench</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<h1>Omni wheel testbench</h1>
${writeIncomplete(incomplete)}<p>One wheel on a flat floor, kept upright by a servo-constraint, in free motion. The lowest point of the roller that
touches is tracked in different ways; the motions are compared at the centre of roller 1.</p>
${comparisons.map((comparison) => writeSection(comparison, setting)).join("\n")}
${graph}
</body>
</html>
`;
}

function writeSection(comparison: TestbenchComparison, setting: ComparisonSetting): string {
  const { headings, rows } = listCells(comparison);
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeText(cell)}</${tag}>`).join("")}</tr>`;
  return `<section>
<h2>ψ = ${toDegrees(comparison.psi)}°</h2>
<p>${escapeText(describeSetting(comparison, setting))}. Divergences are from the tracker
“${comparison.runs[0].tracker}”; times are those of the processor for one simulated second.</p>
<table>
<thead>${row(headings, "th")}</thead>
<tbody>
${rows.map((cells) => row(cells, "td")).join("\n")}
</tbody>
</table>
${comparison.notes.map((note) => `<p>${escapeText(note)}</p>`).join("\n")}
<div class="plots">
${listPlots(comparison).join("\n")}
</div>
</section>`;
}

function listPlots({ times, runs, weight }: TestbenchComparison): string[] {
  const [first, ...others] = runs;
  const xLabel = "time (s)";
  const plots: string[] = [];
  const values = (title: string, yLabel: string, place: number) =>
    plots.push(
      linePlot({
        ...{ title, xLabel, yLabel },
        series: runs.map(({ tracker, roller }) => ({ name: tracker, x: times, y: roller.map((row) => row[place]) })),
      }),
    );
  const divergence = (title: string, yLabel: string, place: number) => {
    if (others.length === 0) return;
    plots.push(
      linePlot({
        ...{ title, xLabel, yLabel },
        series: others.map(({ tracker, roller }) => ({
          name: tracker,
          x: times,
          y: roller.map((row, i) => row[place] - first.roller[i][place]),
        })),
      }),
    );
  };
  values("Velocity of roller 1's centre, upwards", "velocity (m/s)", 4);
  divergence("Divergence of the acceleration, upwards", "difference (m/s²)", 7);
  divergence("Divergence of the velocity, upwards", "difference (m/s)", 4);
  divergence("Divergence of the position, upwards", "difference (m)", 1);
  plots.push(
    linePlot({
      ...{ title: "Normal reaction by the weight, less one", xLabel, yLabel: "N/(m g) − 1" },
      series: runs.map(({ tracker, normal }) => ({ name: tracker, x: times, y: normal.map((n) => n / weight - 1) })),
    }),
  );
  const points = breakAtHandOvers(times, first.path, first.handOvers);
  plots.push(
    linePlot({
      ...{ title: `Path of the contact point (${first.tracker})`, xLabel: "x (m)", yLabel: "z (m)", equal: true },
      series: [{ name: "contact", x: points.map(([x]) => x), y: points.map(([, z]) => z) }],
    }),
  );
  return plots;
}

/** A gap in the line where one roller hands over to the next: the point jumps there. */
function breakAtHandOvers(
  times: readonly number[],
  path: readonly [number, number][],
  handOvers: readonly number[],
): (readonly [number, number])[] {
  return path.flatMap((point, i) => {
    const isBroken = i > 0 && handOvers.some((t) => t > times[i - 1] && t <= times[i]);
    return isBroken ? [[Number.NaN, Number.NaN] as const, point] : [point];
  });
}
