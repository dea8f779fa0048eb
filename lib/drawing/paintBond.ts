import { formatNumber } from "../bondgraph/export/labels.ts";
import type { PowerStyle } from "../bondgraph/export/PictureOptions.ts";
import type { Point } from "./geometry.ts";
import type { PlacedBond } from "./layout/Layout.ts";
import { SIZES } from "./layout/sizes.ts";
import type { Item, Shape } from "./Scene.ts";

/** Power along the half arrow, and against it. */
export const POWER_COLORS = ["#e08a00", "#2f7fc1"] as const;

const INK = "#333333";
const LINE = 1.2;
/** Half the distance between the lines of a multibond. */
const HALF = 1.7;
const BARB = { length: 9, width: 5 };
const STROKE = 6;
const WIDEST = 11;

/** The largest power, by which widths and colours are scaled; undefined if none flows. */
export function findPowerScale(powers: readonly (number | undefined)[]): number | undefined {
  const most = powers.reduce<number>(
    (max, power) => Math.max(max, Number.isFinite(power) ? Math.abs(power ?? 0) : 0),
    0,
  );
  return most > 0 ? most : undefined;
}

/** A bond: one line or two, the half arrow, the causal stroke and the dimension. */
export function paintBond({ bond, points, label }: PlacedBond, style?: PowerStyle, scale?: number): Item {
  const shapes: Shape[] = [];
  const share = scale && bond.power !== undefined ? bond.power / scale : 0;
  const powerColor = POWER_COLORS[share < 0 ? 1 : 0];
  if (style === "width" && Math.abs(share) > 1e-6) {
    const width = 2 + (WIDEST - 2) * Math.sqrt(Math.abs(share));
    shapes.push({ type: "line", points, color: mix(powerColor, "#ffffff", 0.45), width });
  }
  const color = style === "color" ? mix(powerColor, "#cccccc", Math.sqrt(Math.abs(share))) : INK;
  const width = style === "color" ? 1.6 : LINE;
  const isMulti = bond.dimension > 1;
  for (const offset of isMulti ? [-HALF, HALF] : [0]) {
    shapes.push({ type: "line", points: shiftLine(points, offset), color, width });
  }
  const tip = points[points.length - 1];
  const along = directionOf(points[points.length - 2], tip);
  const side = lowerNormal(along);
  const start = isMulti ? step(tip, side, HALF) : tip;
  const barb = step(step(start, along, -BARB.length), side, BARB.width);
  shapes.push({ type: "line", points: [start, barb], color, width });
  if (bond.stroke) {
    const [at, next] = bond.stroke === "to" ? [tip, points[points.length - 2]] : [points[0], points[1]];
    const normal = lowerNormal(directionOf(next, at));
    shapes.push({ type: "line", points: [step(at, normal, -STROKE), step(at, normal, STROKE)], color, width: 1.6 });
  }
  if (label) {
    const at = { x: label.x + label.width / 2, y: label.y + label.height / 2 };
    const runs = [{ text: String(bond.dimension) }];
    shapes.push({ type: "text", at, anchor: "middle", runs, size: SIZES.dimension, color: "#777777" });
  }
  return { kind: "bond", id: bond.id, tooltip: describeBond(bond), shapes };
}

function describeBond({ name, dimension, effort, flow, power }: PlacedBond["bond"]): string {
  const write = (values: readonly number[]) => values.map(formatNumber).join(", ");
  const lines = [dimension > 1 ? `${name} (${dimension})` : name];
  if (effort) lines.push(`effort ${write(effort)}`);
  if (flow) lines.push(`flow ${write(flow)}`);
  if (power !== undefined) lines.push(`power ${formatNumber(power)} W`);
  return lines.join("\n");
}

const step = ({ x, y }: Point, d: Point, by: number): Point => ({ x: x + d.x * by, y: y + d.y * by });

function directionOf(a: Point, b: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}

/** The normal that points down, or to the right of a vertical line: the side of the flow. */
function lowerNormal({ x, y }: Point): Point {
  const normal = { x: -y, y: x };
  const isLower = normal.y > 1e-9 || (Math.abs(normal.y) <= 1e-9 && normal.x > 0);
  return isLower ? normal : { x: y, y: -x };
}

/** A polyline beside another one, at the same distance along all of it. */
function shiftLine(points: readonly Point[], by: number): Point[] {
  if (by === 0) return [...points];
  return points.map((point, i) => {
    const normals: Point[] = [];
    if (i > 0) normals.push(leftNormal(points[i - 1], point));
    if (i + 1 < points.length) normals.push(leftNormal(point, points[i + 1]));
    const [a, b = a] = normals;
    const sum = { x: a.x + b.x, y: a.y + b.y };
    const scale = 1 + a.x * b.x + a.y * b.y;
    return scale < 0.1 ? step(point, a, by) : step(point, sum, by / scale);
  });
}

function leftNormal(a: Point, b: Point): Point {
  const { x, y } = directionOf(a, b);
  return { x: -y, y: x };
}

/** `share` of the first colour, the rest of the second. */
function mix(first: string, second: string, share: number): string {
  const read = (color: string, i: number) => Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16);
  const parts = [0, 1, 2].map((i) => Math.round(share * read(first, i) + (1 - share) * read(second, i)));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
