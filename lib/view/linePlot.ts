import { scaleLinear, scaleLog } from "d3-scale";
import { line } from "d3-shape";
import { escapeXML } from "../math/escapeXML.ts";
import {
  checkBoolean,
  checkList,
  checkNumber,
  checkOptions,
  checkText,
  describe,
  ModelError,
  otherwise,
} from "../math/index.ts";

export interface Series {
  name: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}

export interface LinePlotOptions {
  series: readonly Series[];
  title?: string;
  /** Name and unit of the axes, such as `time (s)`. */
  xLabel?: string;
  yLabel?: string;
  /** Pixels, 120 to 20000. Default 720 × 360. */
  width?: number;
  height?: number;
  /** The same length of a unit along both axes, for paths. */
  equal?: boolean;
  /** Powers of ten along y: for errors. Values that are not positive leave a gap. */
  log?: boolean;
}

/** Colours that stay apart for most eyes, also in grey [Okabe]. */
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"];
const FONT = "font-family=\"system-ui, 'DejaVu Sans', sans-serif\"";
const MARGIN = { top: 40, right: 20, bottom: 48, left: 72 };

/** Powers of ten that get a line of their own along a logarithmic axis. */
const DECADES = 8;

const OWNER = "linePlot";
const OPTIONS = ["series", "title", "xLabel", "yLabel", "width", "height", "equal", "log"];
const MOST_SERIES = 1000;
const MOST_POINTS = 5_000_000;
/** Beyond these sizes differences of numbers are none any more, or nothing. */
const MOST = 1e300;
const LEAST = 1e-300;

/**
 * Lines over a grid, as the text of a self-contained SVG picture. Points that are not finite, or beyond 1e300, leave a
 * gap.
 */
export function linePlot(options: LinePlotOptions): string {
  checkOptions(OWNER, options, OPTIONS);
  const series = checkSeries(options?.series);
  const [title, xLabel, yLabel] = (["title", "xLabel", "yLabel"] as const).map((name) =>
    checkText(OWNER, name, options[name] ?? ""),
  );
  const [width, height] = [checkSize("width", options.width ?? 720), checkSize("height", options.height ?? 360)];
  const isLog = checkBoolean(OWNER, "log", otherwise(options.log, false));
  const isEqual = checkBoolean(OWNER, "equal", otherwise(options.equal, false));
  const isNumber = (value: number) => Math.abs(value) <= MOST;
  const isShown = (value: number) => isNumber(value) && (!isLog || value > LEAST);
  const domainX = narrow(findDomain(series.map(({ x }) => x.filter(isNumber))));
  const values = series.map(({ y }) => y.filter(isShown));
  const domainY = isLog ? findDecades(findDomain(values)) : widen(narrow(findDomain(values)));
  const right = width - MARGIN.right;
  const bottom = height - MARGIN.bottom;
  const legend = series.length > 1;
  const places = placeLegend(series, right);
  const top = MARGIN.top + (legend ? 20 * (1 + places[places.length - 1].row) : 0);
  // A long legend may leave no room.
  if (isEqual && !isLog) matchScales(domainX, domainY, right - MARGIN.left, Math.max(1, bottom - top));
  const x = scaleLinear(domainX, [MARGIN.left, right]);
  const linear = scaleLinear(domainY, [bottom, top]);
  // Round ends of one axis would make the units of equal axes differ.
  const y = isLog ? scaleLog(domainY, [bottom, top]) : isEqual ? linear : linear.nice(5);

  const parts: string[] = [];
  const text = (px: number, py: number, content: string, extra: string) =>
    parts.push(`<text x="${round(px)}" y="${round(py)}" ${extra}>${escapeXML(content)}</text>`);
  const ticksX = x.ticks(8);
  const ticksY = isLog ? listDecades(domainY) : y.ticks(6);
  const formatX = x.tickFormat(8, chooseFormat(ticksX));
  const formatY = isLog
    ? (value: number) => `1e${Math.round(Math.log10(value))}`
    : y.tickFormat(6, chooseFormat(ticksY));
  for (const tick of ticksX) {
    parts.push(`<path d="M${round(x(tick))},${top}V${bottom}" stroke="#e3e3e3"/>`);
    text(x(tick), bottom + 18, formatX(tick), 'text-anchor="middle"');
  }
  for (const tick of ticksY) {
    parts.push(`<path d="M${MARGIN.left},${round(y(tick))}H${right}" stroke="#e3e3e3"/>`);
    text(MARGIN.left - 8, y(tick), formatY(tick), 'text-anchor="end" dy="0.35em"');
  }
  parts.push(`<path d="M${MARGIN.left},${top}V${bottom}H${right}" fill="none" stroke="#555"/>`);
  text(width / 2, 22, title, 'text-anchor="middle" font-size="15" font-weight="600"');
  text((MARGIN.left + right) / 2, height - 10, xLabel, 'text-anchor="middle"');
  const middle = (top + bottom) / 2;
  text(18, middle, yLabel, `text-anchor="middle" transform="rotate(-90 18 ${round(middle)})"`);
  series.forEach(({ name, x: xs, y: ys }, i) => {
    const color = COLORS[i % COLORS.length];
    const path = line<number>()
      .defined((k) => isNumber(xs[k]) && isShown(ys[k]))
      .x((k) => round(x(xs[k])))
      .y((k) => round(y(ys[k])));
    const d = path(Array.from({ length: xs.length }, (_, k) => k)) ?? "";
    parts.push(`<path d="${d}" fill="none" stroke="${color}" stroke-width="1.8" stroke-linejoin="round"/>`);
    if (!legend) return;
    const height = MARGIN.top + 2 + 20 * places[i].row;
    parts.push(`<path d="M${places[i].x},${height}h22" stroke="${color}" stroke-width="3"/>`);
    text(places[i].x + 28, height, name, 'dy="0.35em"');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ${FONT} font-size="12" fill="#222">`,
    `<title>${escapeXML(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

/** A series that was read and checked. */
interface Line {
  name: string;
  x: number[];
  y: number[];
}

function checkSeries(given: unknown): Line[] {
  const form = "a list such as [{ name, x, y }]";
  const series = checkList(OWNER, "series", given, form, MOST_SERIES) as Series[];
  if (series.length === 0) throw new ModelError(`${OWNER}: series are []; give ${form}`);
  return series.map((entry, i) => {
    checkOptions(`${OWNER}, series ${i}`, entry, ["name", "x", "y"]);
    const name = checkText(`${OWNER}, series ${i}`, "name", entry?.name);
    const [x, y] = [readNumbers(name, "x", entry.x), readNumbers(name, "y", entry.y)];
    if (x.length === y.length) return { name, x, y };
    throw new ModelError(
      `${OWNER}: series ${describe(name)} has ${x.length} x and ${y.length} y; give the same number of both`,
    );
  });
}

/** A list of numbers that need not be finite. */
function readNumbers(name: string, what: string, given: unknown): number[] {
  const owner = `${OWNER}, series ${describe(name)}`;
  const list = checkList(owner, what, given, "a list of numbers", MOST_POINTS);
  const wrong = list.findIndex((value) => typeof value !== "number");
  if (wrong < 0) return list as number[];
  throw new ModelError(`${owner}: ${what} has ${describe(list[wrong])} in place ${wrong}; give a list of numbers`);
}

/** Pixels that leave room beside the axes. */
function checkSize(what: string, value: unknown): number {
  const size = checkNumber(OWNER, what, value);
  if (size >= 120 && size <= 20_000) return size;
  throw new ModelError(`${OWNER}: ${what} is ${size}; give 120 to 20000 pixels`);
}

/** Where the names of the series go: side by side, in as many rows as they need. */
function placeLegend(series: readonly Line[], right: number): { x: number; row: number }[] {
  let x = MARGIN.left;
  let row = 0;
  return series.map(({ name }) => {
    const width = 52 + 7.2 * name.length;
    if (x > MARGIN.left && x + width - 24 > right) {
      x = MARGIN.left;
      row++;
    }
    x += width;
    return { x: x - width, row };
  });
}

function findDomain(lists: readonly (readonly number[])[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      low = Math.min(low, list[i]);
      high = Math.max(high, list[i]);
    }
  }
  return low <= high ? [low, high] : [0, 1];
}

/** Very small and very large numbers with an exponent: others would not fit beside the axis. */
function chooseFormat(ticks: readonly number[]): string | undefined {
  const largest = ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0);
  return largest > 0 && (largest < 1e-3 || largest >= 1e6) ? "~e" : undefined;
}

/** A range that is too narrow for steps between its ends is one number. */
const narrow = ([low, high]: [number, number]): [number, number] => (high - low < LEAST ? [low, low] : [low, high]);

/** A constant gets room around it. */
function widen([low, high]: [number, number]): [number, number] {
  const room = high > low ? 0 : Math.max(1e-12, Math.abs(low)) * 0.5;
  return [low - room, high + room];
}

/** Whole powers of ten around a range of positive numbers. */
function findDecades([low, high]: [number, number]): [number, number] {
  if (!(low > 0)) return [0.1, 10];
  const from = Math.floor(Math.log10(low));
  return [10 ** from, 10 ** Math.max(from + 1, Math.ceil(Math.log10(high)))];
}

function listDecades([low, high]: [number, number]): number[] {
  const [from, to] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))];
  const step = Math.ceil((to - from) / DECADES);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => 10 ** (from + i * step));
}

function matchScales(x: [number, number], y: [number, number], width: number, height: number): void {
  const scale = Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height) * 1.05;
  for (const [domain, size] of [
    [x, width],
    [y, height],
  ] as const) {
    const middle = (domain[0] + domain[1]) / 2;
    domain[0] = middle - (scale * size) / 2;
    domain[1] = middle + (scale * size) / 2;
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;
