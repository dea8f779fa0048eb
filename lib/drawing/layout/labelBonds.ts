import type { Box, Point } from "../geometry.ts";
import { calcTextWidth } from "../textWidth.ts";
import type { PlacedBond, PlacedElement, PlacedGroup } from "./Layout.ts";
import { Occupancy } from "./Occupancy.ts";
import { SIZES } from "./sizes.ts";

/** Places along a segment that are tried for a label, and its distances from the bond, nearest first. */
const PLACES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
const DISTANCES = [5, 8, 12];

/** Finds a free place beside each multibond for its dimension; a label that finds none is left out. */
export function labelBonds(
  bonds: readonly PlacedBond[],
  elements: readonly PlacedElement[],
  groups: readonly PlacedGroup[],
): PlacedBond[] {
  const taken = new Occupancy<unknown>();
  for (const box of elements) taken.addBox(box, box);
  for (const { title } of groups) taken.addBox(title, title);
  for (const placed of bonds) forEachSegment(placed.points, (a, b) => taken.addSegment(a, b, placed));
  return bonds.map((placed) => {
    if (placed.bond.dimension === 1) return placed;
    const label = findPlace(placed, taken);
    if (label) taken.addBox(label, label);
    return { ...placed, label };
  });
}

export function forEachSegment(points: readonly Point[], visit: (a: Point, b: Point) => void): void {
  for (let i = 0; i + 1 < points.length; i++) visit(points[i], points[i + 1]);
}

/** Across a segment: upwards where it is flat, outwards where it leans, to the left of a vertical one. */
function findLabelSide(a: Point, b: Point, length: number): Point {
  const normal = { x: (b.y - a.y) / length, y: -(b.x - a.x) / length };
  const isSteep = Math.abs(b.y - a.y) > Math.abs(b.x - a.x);
  const leansRight = (b.x - a.x) * (b.y - a.y) < 0;
  const isGood = isSteep ? normal.x > 0 === leansRight : normal.y < 0;
  return isGood ? normal : { x: -normal.x, y: -normal.y };
}

function findPlace({ bond, points }: PlacedBond, taken: Occupancy<unknown>): Box | undefined {
  const width = Math.ceil(calcTextWidth(String(bond.dimension), SIZES.dimension)) + 1;
  const height = SIZES.dimension + 1;
  const segments: [Point, Point][] = [];
  forEachSegment(points, (a, b) => segments.push([a, b]));
  // Horizontal ones first, then long ones.
  const weigh = ([a, b]: [Point, Point]) => Math.hypot(b.x - a.x, b.y - a.y) * (a.y === b.y ? 2 : 1);
  segments.sort((a, b) => weigh(b) - weigh(a));
  for (const [a, b] of segments) {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const normal = findLabelSide(a, b, length);
    for (const distance of DISTANCES) {
      const reach = distance + (Math.abs(normal.x) * width + Math.abs(normal.y) * height) / 2;
      for (const side of [1, -1]) {
        for (const place of PLACES) {
          const x = a.x + place * (b.x - a.x) + side * reach * normal.x - width / 2;
          const y = a.y + place * (b.y - a.y) + side * reach * normal.y - height / 2;
          const box = { x, y, width, height };
          if (taken.findBoxes(box).size === 0 && taken.findSegments(box).size === 0) return box;
        }
      }
    }
  }
  return undefined;
}
