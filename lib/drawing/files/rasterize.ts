import type { Point } from "../geometry.ts";
import type { Scene, Shape } from "../Scene.ts";
import { Canvas } from "./Canvas.ts";
import { Font } from "./Font.ts";

const CORNER_PIECES = 6;

/** Draws a scene on pixels, `scale` of them for each unit. */
export function rasterize({ width, height, items }: Scene, scale: number): Canvas {
  const [columns, rows] = [Math.ceil(scale * width), Math.ceil(scale * height)];
  const canvas = new Canvas(columns, rows);
  for (const { shapes } of items) for (const shape of shapes) drawShape(canvas, shape, scale);
  return canvas;
}

function drawShape(canvas: Canvas, shape: Shape, scale: number): void {
  const stroke = (points: readonly Point[], width: number, color: string) =>
    canvas.fill(
      outlineLine(
        points.map(({ x, y }) => ({ x: scale * x, y: scale * y })),
        scale * width,
      ),
      color,
    );
  const area = (points: readonly Point[], fill: string, edge: string) => {
    canvas.fill([points.flatMap(({ x, y }) => [scale * x, scale * y])], fill);
    stroke([...points, points[0], points[1]], 1, edge);
  };
  switch (shape.type) {
    case "line":
      stroke(shape.points, shape.width, shape.color);
      break;
    case "area":
      area(shape.points, shape.fill, shape.stroke);
      break;
    case "rect":
      area(roundCorners(shape.box, shape.radius), shape.fill, shape.stroke);
      break;
    case "text": {
      const fonts = shape.runs.map(({ bold }) => (bold ? Font.bold : Font.regular));
      const widths = shape.runs.map(({ text }, i) => fonts[i].calcWidth(text, shape.size));
      let x = shape.at.x - (shape.anchor === "middle" ? widths.reduce((sum, each) => sum + each, 0) / 2 : 0);
      const y = shape.at.y + 0.36 * shape.size;
      shape.runs.forEach(({ text }, i) => {
        canvas.fill(fonts[i].outline(text, scale * shape.size, scale * x, scale * y), shape.color);
        x += widths[i];
      });
    }
  }
}

/** A rectangle along each segment, and a disc at each corner between them, all turning the same way. */
function outlineLine(points: readonly Point[], width: number): number[][] {
  const half = width / 2;
  const polygons: number[][] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [points[i], points[i + 1]];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length === 0) continue;
    const nx = (-(b.y - a.y) / length) * half;
    const ny = ((b.x - a.x) / length) * half;
    polygons.push([a.x + nx, a.y + ny, a.x - nx, a.y - ny, b.x - nx, b.y - ny, b.x + nx, b.y + ny]);
    if (i === 0) continue;
    const disc: number[] = [];
    for (let k = 0; k < 2 * CORNER_PIECES; k++) {
      const angle = (Math.PI * k) / CORNER_PIECES;
      disc.push(a.x + half * Math.cos(angle), a.y + half * Math.sin(angle));
    }
    polygons.push(disc);
  }
  return polygons;
}

function roundCorners(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  radius: number,
): Point[] {
  const r = Math.min(radius, width / 2, height / 2);
  const corners = [
    { x: x + width - r, y: y + height - r },
    { x: x + r, y: y + height - r },
    { x: x + r, y: y + r },
    { x: x + width - r, y: y + r },
  ];
  return corners.flatMap((corner, i) =>
    Array.from({ length: CORNER_PIECES + 1 }, (_, k) => {
      const angle = (Math.PI / 2) * (i + k / CORNER_PIECES);
      return { x: corner.x + r * Math.cos(angle), y: corner.y + r * Math.sin(angle) };
    }),
  );
}
