import * as Plot from "@observablehq/plot";
import type { Trajectory } from "../../lib/system/index.ts";
import { equalDomains } from "./equalDomains.ts";
import { findRoom } from "./findRoom.ts";
import { fitted } from "./fitted.ts";
import type { Lab } from "./Lab.ts";
import { type Quantity, sampleRun } from "./sampleRun.ts";

export interface PathPlotOptions {
  title: string;
  x: Quantity;
  y: Quantity;
  /** Columns that functions among them read. */
  reads?: readonly string[];
  /** Of the axes: `force (N)`. */
  labels: { x: string; y: string };
  height?: number;
  /** Number of samples. Default: 600. */
  samples?: number;
  /** Over the whole width of the page instead of half of it. */
  wide?: boolean;
  /** One unit is as long on both axes. */
  equal?: boolean;
  /** More marks, behind the path. */
  marks?: Plot.Markish[];
  /** What the plot has to hold in any case, such as the origin. */
  include?: readonly (readonly [number, number])[];
}

/** Free space beside the path, as a part of its size. */
const AIR = 0.04;

/** The path of two quantities of a run, one over the other. A dot marks the time that the lab shows. What grows without bound is cut off. */
export function pathPlot(lab: Lab, run: Trajectory | undefined, options: PathPlotOptions): HTMLElement {
  const { title, x, y, reads, labels, height = 300, samples = 600, wide = false, equal = false, marks = [] } = options;
  const sampled = run && sampleRun(run, { columns: { x, y }, reads, samples });
  const path = sampled ? Array.from(sampled.times, (_, i) => [sampled.values.x[i], sampled.values.y[i]] as const) : [];
  return fitted({ wide, height }, (width) => {
    const domains = findDomains([...path, ...(options.include ?? [])], { width, height, equal });
    const figure = Plot.plot({
      title,
      width,
      height,
      marginLeft: 56,
      x: { label: labels.x, domain: domains.x, grid: true },
      y: { label: labels.y, domain: domains.y, grid: true },
      marks: [
        ...marks,
        Plot.line(path, { x: "0", y: "1", stroke: "var(--line)", strokeWidth: 1.5, clip: true }),
        Plot.frame({ strokeOpacity: 0.15 }),
      ],
    }) as HTMLElement & Plot.Plot;
    if (run) addDot(lab, figure, (time) => findPoint(path, (time - run.start) / (run.end - run.start)));
    return figure;
  });
}

type Point = readonly [number, number];

/** The point of a path at a part of its time. */
function findPoint(path: readonly Point[], part: number): Point | undefined {
  const place = part * (path.length - 1);
  const i = Math.floor(place);
  if (!(i >= 0) || !path[i]) return undefined;
  const [a, b] = [path[i], path[i + 1] ?? path[i]];
  return [a[0] + (place - i) * (b[0] - a[0]), a[1] + (place - i) * (b[1] - a[1])];
}

function addDot(lab: Lab, figure: HTMLElement & Plot.Plot, find: (time: number) => Point | undefined): void {
  const svg = figure.matches("svg") ? figure : figure.querySelector<SVGSVGElement>(":scope > svg:last-of-type");
  const [x, y] = [figure.scale("x"), figure.scale("y")];
  if (!svg || !x?.apply || !y?.apply) return;
  const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  dot.setAttribute("class", "dot");
  dot.setAttribute("r", "5");
  svg.append(dot);
  lab.addFollower(figure, (time) => {
    const point = find(time);
    dot.style.visibility = point ? "visible" : "hidden";
    if (!point) return;
    dot.setAttribute("cx", String(x.apply(point[0])));
    dot.setAttribute("cy", String(y.apply(point[1])));
  });
}

/** Room for all points with some air around; with equal units if wanted. */
function findDomains(
  points: readonly Point[],
  { width, height, equal }: { width: number; height: number; equal: boolean },
): { x: [number, number]; y: [number, number] } {
  const [x, y] = [0, 1].map((k) => findRoom(points.map((point) => point[k])));
  const corners = [0, 1].map((k) => ({ x: x[k], y: y[k] }));
  if (equal) return equalDomains(corners, { width, height });
  const widen = ([low, high]: [number, number]): [number, number] => [
    low - AIR * (high - low),
    high + AIR * (high - low),
  ];
  return { x: widen(x), y: widen(y) };
}
