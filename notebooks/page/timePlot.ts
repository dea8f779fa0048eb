import * as Plot from "@observablehq/plot";
import type { Trajectory } from "../../lib/system/index.ts";
import { findRoom, limit } from "./findRoom.ts";
import { fitted } from "./fitted.ts";
import type { Lab } from "./Lab.ts";
import { markResult } from "./markResult.ts";
import { type Quantity, type Samples, sampleRun } from "./sampleRun.ts";

export interface TimePlotOptions {
  /** What to draw: columns of the run, each with the name it has in the legend. */
  columns: Record<string, Quantity>;
  /** Columns that functions among them read. */
  reads?: readonly string[];
  title: string;
  /** Of the vertical axis: `force (N)`. */
  label: string;
  height?: number;
  /** Number of samples, or those of the run. Default: 400. */
  samples?: Samples;
  /** Over the whole width of the page instead of half of it. */
  wide?: boolean;
  /** Of the lines, in their order. */
  colors?: readonly string[];
  /** More marks, such as a closed form. */
  marks?: Plot.Markish[];
  /** Leaves out values that grow without bound. */
  robust?: boolean;
  /** Options of Plot for the vertical axis. */
  y?: Plot.ScaleOptions;
}

/** Quantities of a run over time. A line marks the time that the lab shows; a click chooses another. */
export function timePlot(lab: Lab, run: Trajectory | undefined, options: TimePlotOptions): HTMLElement {
  const { columns, title, label, height = 240, wide = false, marks = [], colors, robust = false, y } = options;
  const sampled = run ? readRows(run, options) : [];
  const values = sampled.map(({ value }) => value);
  const room = robust ? findRoom(values) : undefined;
  const limited = room ? limit(values, room) : values;
  const rows = sampled.map((row, i) => ({ ...row, value: limited[i] }));
  const names = Object.keys(columns);
  return fitted({ wide, height }, (width) => {
    const figure = Plot.plot({
      title,
      width,
      height,
      marginLeft: 52,
      x: { label: "time (s)", domain: run ? [run.start, run.end] : [0, 1] },
      y: { label, grid: true, nice: true, ...(room && { domain: room }), ...y },
      color: names.length > 1 ? { legend: true, domain: names, ...(colors && { range: colors }) } : {},
      marks: [
        Plot.ruleY([0], { strokeOpacity: 0.2 }),
        Plot.lineY(rows, {
          x: "t",
          y: "value",
          stroke: names.length > 1 ? "name" : "var(--line)",
          strokeWidth: 1.5,
          clip: robust,
        }),
        ...marks,
      ],
    }) as HTMLElement & Plot.Plot;
    lab.addCursor(figure);
    if (run) markResult();
    return figure;
  });
}

interface Row {
  t: number;
  name: string;
  value: number;
}

function readRows(run: Trajectory, { columns, reads, samples }: TimePlotOptions): Row[] {
  const { times, values } = sampleRun(run, { columns, reads, samples });
  return Object.entries(values).flatMap(([name, list]) => Array.from(times, (t, i) => ({ t, name, value: list[i] })));
}
