import { escapeXML } from "../math/escapeXML.ts";
import type { Point } from "./geometry.ts";
import type { Item, Scene, Shape } from "./Scene.ts";

const FONT = "font-family=\"'DejaVu Sans', Verdana, sans-serif\"";

/** The text of a self-contained SVG picture. Each thing is a `g` with the class of its kind, its id and a tooltip. */
export function writeSVG({ width, height, title, items }: Scene): string {
  const size = `width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" ${FONT}>`,
    `<title>${escapeXML(title || "bond graph")}</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    ...items.map(writeItem),
    "</svg>\n",
  ].join("\n");
}

function writeItem(item: Item): string {
  const { kind, id, tooltip } = item;
  const head = tooltip === "" ? "" : `<title>${escapeXML(tooltip)}</title>`;
  return `<g class="${escapeXML(kind)}" data-id="${escapeXML(id)}">${head}${writeShapes(item)}</g>`;
}

/** What an item is made of, without the group around it. */
export const writeShapes = ({ shapes }: Item): string => shapes.map(writeShape).join("");

function writeShape(shape: Shape): string {
  switch (shape.type) {
    case "line": {
      const { color, width } = shape;
      const style = `fill="none" stroke="${escapeXML(color)}" stroke-width="${round(width)}" stroke-linejoin="round"`;
      return `<path d="${writePath(shape.points)}" ${style}/>`;
    }
    case "area":
      return `<path d="${writePath(shape.points)}Z" fill="${escapeXML(shape.fill)}" stroke="${escapeXML(shape.stroke)}"/>`;
    case "rect": {
      const { x, y, width, height } = shape.box;
      const place = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
      return `<rect ${place} rx="${round(shape.radius)}" fill="${escapeXML(shape.fill)}" stroke="${escapeXML(shape.stroke)}"/>`;
    }
    case "text": {
      const { at, anchor, runs, size, color } = shape;
      const place = `x="${round(at.x)}" y="${round(at.y)}" dy="0.36em"${anchor === "middle" ? ' text-anchor="middle"' : ""}`;
      const texts = runs.map(({ text, bold }) =>
        bold ? `<tspan font-weight="bold">${escapeXML(text)}</tspan>` : escapeXML(text),
      );
      return `<text ${place} font-size="${round(size)}" fill="${escapeXML(color)}" xml:space="preserve">${texts.join("")}</text>`;
    }
  }
}

const writePath = (points: readonly Point[]): string =>
  points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${round(x)},${round(y)}`).join("");

const round = (value: number): number => {
  if (!Number.isFinite(value)) throw new RangeError("a number of the scene is none");
  const rounded = Math.round(value * 100) / 100;
  return Number.isFinite(rounded) ? rounded : value;
};
