import { type LinePlotOptions, linePlot } from "../../lib/view/index.ts";

const DISPLAY = Symbol.for("Jupyter.display");

/** What a notebook shows as a picture or a table when it is the last value of a cell. */
export interface Shown {
  [DISPLAY](): Record<string, string>;
}

/** A number of a notebook, what it has to be, and the largest difference allowed: `["period (s)", 2.01, 2.006, 0.01]`. */
export type Comparison = readonly [what: string, value: number, expected: number, tolerance: number];

/** Lines over a grid, below the cell. */
export function plot(options: LinePlotOptions): Shown {
  const picture = linePlot(options);
  return { [DISPLAY]: () => ({ "image/svg+xml": picture, "text/plain": options.title ?? "plot" }) };
}

/** A table below the cell; throws and so stops the notebook where a number is not what it has to be. */
export function verify(comparisons: readonly Comparison[]): Shown {
  const wrong = comparisons.filter(([, value, expected, tolerance]) => !(Math.abs(value - expected) <= tolerance));
  if (wrong.length > 0 || comparisons.length === 0) {
    const list = wrong.map(([what, value, expected, tolerance]) => {
      return `${what} is ${value}, expected ${expected} within ${tolerance}`;
    });
    throw new Error(
      `${wrong.length} of ${comparisons.length} numbers are not what they have to be: ${list.join("; ")}; ` +
        "look whether the formulas of this cell still belong to the parameters and the model above",
    );
  }
  const rows = comparisons.map(([what, value, expected, tolerance]) => {
    const write = (x: number) => formatNumber(x, tolerance);
    return [what, write(value), write(expected), tolerance === 0 ? "equal" : tolerance.toExponential(0)];
  });
  return table(["quantity", "multibond", "by hand", "difference below"], rows);
}

/** Rows of text below the cell, the first column to the left and the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): Shown {
  const lines = [head, head.map((_, i) => (i === 0 ? ":--" : "--:")), ...rows].map((row) => `| ${row.join(" | ")} |`);
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const pad = (cell: string, i: number) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]));
  const plain = [head, ...rows].map((row) => row.map(pad).join("  ").trimEnd());
  return { [DISPLAY]: () => ({ "text/markdown": lines.join("\n"), "text/plain": plain.join("\n") }) };
}

/** The digits that the tolerance vouches for; counts, which have none, as they are. */
function formatNumber(value: number, tolerance: number): string {
  if (tolerance === 0) return String(value);
  const digits = Math.min(12, Math.max(0, Math.ceil(-Math.log10(Math.max(tolerance, 1e-12))) - 1));
  const text = value.toFixed(digits);
  return /[1-9]/.test(text) ? text : text.replace("-", "");
}
