import type { TestbenchComparison, TestbenchRun } from "../omniwheel/index.ts";

/** What all tables of a call have in common. */
export interface ComparisonSetting {
  until: number;
  law: string;
  tolerance: number;
}

/** Without the rounding of the way to radians and back. */
export const toDegrees = (angle: number): number => Number(((angle * 180) / Math.PI).toPrecision(12));

const HEADINGS = [
  "tracker",
  "position (m)",
  "velocity (m/s)",
  "accel. (m/s²)",
  "normal (N)",
  "its error",
  "ripple (R)",
  "ms per s",
  "ratio",
];

/** The cells of a comparison, a row for each tracker, as they stand in tables. */
export function listCells({ runs, weight }: TestbenchComparison): { headings: string[]; rows: string[][] } {
  const rows = runs.map((run, i) => {
    const { position, velocity, acceleration } = run.divergence;
    const pressing = run.normal.filter((force) => force > 0);
    const mean = pressing.reduce((sum, force) => sum + force, 0) / Math.max(1, pressing.length);
    return [
      run.tracker,
      ...[position, velocity, acceleration].map((value) => (i === 0 ? "-" : value.toExponential(1))),
      mean.toFixed(6),
      findNormalError(run, weight).toExponential(1),
      run.ripple.toExponential(1),
      run.cost.toFixed(1),
      (run.cost / runs[0].cost).toFixed(2),
    ];
  });
  return { headings: HEADINGS, rows };
}

/** Largest distance of the normal reaction from the weight, relative. */
function findNormalError({ normal }: TestbenchRun, weight: number): number {
  return normal.reduce((worst, force) => Math.max(worst, Math.abs(force / weight - 1)), 0);
}

/** One line about what was run. */
export function describeSetting(
  { psi, rollers, runs, weight }: TestbenchComparison,
  { until, law, tolerance }: ComparisonSetting,
): string {
  const count = runs[0].handOvers.length;
  return (
    `${rollers} rollers, ψ = ${toDegrees(psi)}°, ${until} s, ${law} friction, tolerance ${tolerance}; ` +
    `weight ${weight.toFixed(4)} N, ${count} hand-over${count === 1 ? "" : "s"}`
  );
}

export function formatComparison(comparison: TestbenchComparison, setting: ComparisonSetting): string {
  const { headings, rows } = listCells(comparison);
  const widths = headings.map((heading, k) => Math.max(heading.length, ...rows.map((row) => row[k].length)));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join("  ")}`;
  return [
    describeSetting(comparison, setting),
    `divergence of roller 1's centre from that with the tracker "${comparison.runs[0].tracker}":`,
    line(headings),
    ...rows.map(line),
    ...comparison.notes.map((note) => `  note: ${note}`),
    "",
    "",
  ].join("\n");
}
