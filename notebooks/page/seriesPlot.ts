import * as Plot from "@observablehq/plot";
import { equalDomains } from "./equalDomains.ts";
import { fitted } from "./fitted.ts";
import type { Lab } from "./Lab.ts";
import { markResult } from "./markResult.ts";

/** A point of a line; lines with different `part`s are not joined. */
export interface SeriesRow {
  x: number;
  y: number;
  name: string;
  part?: number;
}

export interface SeriesPlotOptions {
  title: string;
  label: string;
  /** Of the horizontal axis. Default: `time (s)`. */
  xLabel?: string;
  /** Names in the order of their colours, from the first one, or from the given place on. */
  names: readonly string[];
  firstColor?: number;
  /** Dashed lines, by name. */
  dashed?: readonly string[];
  /** Draws the lines in dashes that leave room for those of the others: lines that lie on each other can all be seen. */
  woven?: boolean;
  /** If the horizontal axis is the time that this shows. */
  lab?: Lab;
  domain?: readonly [number, number];
  height?: number;
  wide?: boolean;
  /** Drawn below and above the lines. */
  below?: Plot.Markish[];
  marks?: Plot.Markish[];
  y?: Plot.ScaleOptions;
  /** The same length in both directions. */
  equal?: boolean;
}

/** Those that Plot takes for categories. */
const COLORS = [
  "#4269d0",
  "#efb118",
  "#ff725c",
  "#6cc5b0",
  "#3ca951",
  "#ff8ab7",
  "#a463f2",
  "#97bbf5",
  "#9c6b4e",
  "#9498a0",
];

/** Length of a dash where lines are woven, px. */
const DASH = 9;

/** Lines with a legend, of numbers that are no columns of a run. */
export function seriesPlot(rows: readonly SeriesRow[], options: SeriesPlotOptions): HTMLElement {
  const { title, label, xLabel = "time (s)", names, firstColor = 0, lab, domain, y = {}, equal = false } = options;
  const { height = 240, wide = false, below = [], marks = [], dashed = [], woven = false } = options;
  const lines = names.map((name, i) =>
    Plot.line(
      rows.filter((row) => row.name === name),
      {
        ...{ x: "x", y: "y", z: "part", stroke: "name" },
        strokeWidth: woven ? 2.5 : 1.5,
        ...(woven && { strokeDasharray: `${DASH},${DASH * (names.length - 1)}`, strokeDashoffset: -DASH * i }),
        ...(dashed.includes(name) && { strokeDasharray: "5,4" }),
      },
    ),
  );
  return fitted({ wide, height }, (width) => {
    const domains = equal ? equalDomains(rows, { width, height }) : undefined;
    const figure = Plot.plot({
      ...{ title, width, height, marginLeft: 56 },
      x: { label: xLabel, ...(domain && { domain: [...domain] }), ...(domains && { domain: domains.x }) },
      y: { label, grid: true, ...(domains && { domain: domains.y }), ...y },
      color: {
        legend: names.length > 1,
        domain: [...names],
        range: names.map((_, i) => COLORS[(firstColor + i) % COLORS.length]),
      },
      marks: [...below, ...lines, ...marks],
    }) as HTMLElement & Plot.Plot;
    lab?.addCursor(figure);
    if (rows.length > 0) markResult();
    return figure;
  });
}
