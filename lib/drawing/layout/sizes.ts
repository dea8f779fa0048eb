import type { DrawnElement } from "../../bondgraph/export/DrawingModel.ts";
import { calcTextWidth } from "../textWidth.ts";

/** Pixels. */
export const SIZES = {
  /** Of the letters: kinds and names, parameter values, dimensions and titles of groups. */
  text: 13,
  values: 10,
  dimension: 9,
  title: 11,
  /** Heights of lines. */
  line: 18,
  valueLine: 14,
  /** Between the letters of an element and its bonds. */
  margin: 3,
  /** Shortest bond that has room for a half arrow, a stroke and a dimension. */
  bond: 40,
  /** Between bonds side by side. */
  lane: 20,
  /** Between bonds that leave one side of an element. */
  spread: 15,
  /** Between elements side by side. */
  gap: 14,
  /** Between blocks one above the other. */
  blockGap: 26,
  /** Between layers, at the least: what bonds have inside the blocks comes on top. */
  layerGap: 26,
  /** Inside the frame of a group, and the room for its title. */
  padding: 14,
  titleHeight: 18,
} as const;

/** `MTF:axes`: the kind is drawn bold, what follows is not. */
export const splitLabel = ({ kind, label }: DrawnElement): [kind: string, rest: string] =>
  kind === "word" ? ["", label] : [kind, label === "" ? "" : `:${label}`];

export function measureElement(element: DrawnElement): { width: number; height: number } {
  const [kind, rest] = splitLabel(element);
  const first = calcTextWidth(kind, SIZES.text, true) + calcTextWidth(rest, SIZES.text);
  const others = element.values.map((line) => calcTextWidth(line, SIZES.values));
  const room = element.kind === "word" ? { width: 24, height: 14 } : { width: 4, height: 2 };
  return {
    width: Math.ceil(Math.max(first, ...others) + room.width),
    height: SIZES.line + SIZES.valueLine * element.values.length + room.height,
  };
}
