import { listJoiningGroups } from "../bondgraph/export/drawnGroups.ts";
import { elide, formatNumber } from "../bondgraph/export/labels.ts";
import type { PaintOptions, PowerStyle } from "../bondgraph/export/PictureOptions.ts";
import { centerOf } from "./geometry.ts";
import type { Layout, PlacedElement, PlacedGroup } from "./layout/Layout.ts";
import { SIZES, splitLabel } from "./layout/sizes.ts";
import { findPowerScale, POWER_COLORS, paintBond } from "./paintBond.ts";
import type { Item, Run, Scene, Shape } from "./Scene.ts";

const INK = "#222222";
const FAINT = "#666666";
const JOINING = { fill: "#fdf8ec", stroke: "#d8c48e" };
const PLAIN = { fill: "#eff5fb", stroke: "#a8c3e0" };
const COLORS: Readonly<Record<string, string>> = {
  Se: "#a3341f",
  Sf: "#a3341f",
  I: "#0b5394",
  C: "#0b5394",
  R: "#7a5200",
  FC: "#5b3a8c",
  EC: "#1b6e4a",
};
const LEGEND = 26;

/** Turns places into shapes. */
export function paint(layout: Layout, options: PaintOptions = {}): Scene {
  const { title = "", power } = options;
  const joining = listJoiningGroups(layout.elements.map(({ element }) => element));
  const scale = power && findPowerScale(layout.bonds.map(({ bond }) => bond.power));
  const items = [
    ...layout.groups.map((group) => paintGroup(group, joining.has(group.name))),
    ...layout.bonds.map((bond) => paintBond(bond, power, scale)),
    ...layout.elements.map(paintElement),
  ];
  if (power) items.push(paintLegend(layout, power, scale));
  const width = power ? Math.max(layout.width, 560) : layout.width;
  return { width, height: layout.height + (power ? LEGEND : 0), title, items };
}

function paintGroup({ name, title, ...box }: PlacedGroup, isJoining: boolean): Item {
  const { x, y, width, height } = box;
  const at = { x: title.x, y: title.y + title.height / 2 };
  return {
    kind: "group",
    id: `g:${name}`,
    tooltip: name,
    shapes: [
      { type: "rect", box: { x, y, width, height }, radius: 8, ...(isJoining ? JOINING : PLAIN) },
      { type: "text", at, anchor: "start", runs: [{ text: elide(name) }], size: SIZES.title, color: FAINT },
    ],
  };
}

function paintElement({ element, shape, isFlipped, ...box }: PlacedElement): Item {
  const { x, y, width, height } = box;
  const shapes: Shape[] = [];
  const [kind, rest] = splitLabel(element);
  if (shape === "word") {
    const colors = element.isJoining ? JOINING : PLAIN;
    shapes.push({ type: "rect", box: { x, y, width, height }, radius: element.isJoining ? 3 : 9, ...colors });
  }
  if (shape === "bar") {
    shapes.push({ type: "rect", box: { x, y, width, height }, radius: 9, fill: "#ffffff", stroke: "#999999" });
  }
  if (shape === "split") {
    const narrow = Math.min(width, 44) / 2;
    const middle = x + width / 2;
    const [head, foot] = isFlipped ? [y + height, y] : [y, y + height];
    const points = [
      { x: middle - narrow, y: head },
      { x: middle + narrow, y: head },
      { x: x + width, y: foot },
      { x, y: foot },
    ];
    shapes.push({ type: "area", points, fill: "#ffffff", stroke: "#999999" });
  }
  const center = centerOf(box);
  const lines = element.values.length;
  const first = center.y - (SIZES.valueLine * lines) / 2;
  const runs: Run[] = [...(kind ? [{ text: kind, bold: true }] : []), ...(rest ? [{ text: rest }] : [])];
  const color = COLORS[element.kind] ?? INK;
  shapes.push({ type: "text", at: { x: center.x, y: first }, anchor: "middle", runs, size: SIZES.text, color });
  element.values.forEach((text, i) => {
    const at = { x: center.x, y: first + (SIZES.line + SIZES.valueLine) / 2 + SIZES.valueLine * i };
    shapes.push({ type: "text", at, anchor: "middle", runs: [{ text }], size: SIZES.values, color: FAINT });
  });
  return { kind: "element", id: element.id, tooltip: describeElement(element), shapes };
}

const describeElement = ({ kind, name, values }: PlacedElement["element"]): string =>
  [kind === "word" ? name : `${kind} ${name}`, ...values].join("\n");

function paintLegend({ height }: Layout, power: PowerStyle, scale: number | undefined): Item {
  const y = height + LEGEND / 2 - 8;
  const text = scale
    ? `power along the half arrow, and against it; the most is ${formatNumber(scale)} W`
    : "no power is known or flows at this state";
  const shapes: Shape[] = [
    { type: "text", at: { x: 96, y }, anchor: "start", runs: [{ text }], size: SIZES.title, color: FAINT },
  ];
  POWER_COLORS.forEach((color, i) => {
    const points = [
      { x: 16 + 38 * i, y },
      { x: 46 + 38 * i, y },
    ];
    shapes.push({ type: "line", points, color, width: power === "width" ? 7 : 2 });
  });
  return { kind: "note", id: "legend", tooltip: "", shapes };
}
