import type { DrawnBond, DrawnElement } from "../../bondgraph/export/DrawingModel.ts";
import { type Box, centerOf, grow, leaveBox, type Point } from "../geometry.ts";
import type { Exit } from "./Arrangement.ts";
import type { PlacedBond, PlacedElement } from "./Layout.ts";
import { measureElement, SIZES } from "./sizes.ts";

/** An element that hangs on another by a bond, with what hangs on it in turn. */
export interface Branch {
  readonly element: DrawnElement;
  readonly bond: DrawnBond;
  readonly branches: readonly Branch[];
  /** Bonds that leave the block from here. */
  readonly exits: readonly Exit[];
}

/** A bond on its way out of the block, at the foot of the tree. */
export interface Drop {
  readonly exit: Exit;
  readonly points: readonly Point[];
}

/** A tree that hangs below its bond, measured; `place` puts the middle of its head at `x`, its upper edge at `y`. */
export interface MeasuredBranch {
  readonly width: number;
  readonly height: number;
  readonly bond: DrawnBond;
  place(x: number, y: number, into: Placement): PlacedElement;
}

/** What has been placed so far. */
export interface Placement {
  readonly elements: PlacedElement[];
  readonly bonds: PlacedBond[];
  readonly drops: Drop[];
}

/** Room for a bond that runs down between branches. */
const DROP_WIDTH = 16;
/** From this many branches on a junction is stretched, so that their bonds are parallel. */
const MANY = 4;

function measureBranch({ element, bond, branches, exits }: Branch): MeasuredBranch {
  const size = measureElement(element);
  const row = measureRow(branches, exits);
  const isWide = branches.length >= MANY || element.kind === "DS";
  const width = isWide ? Math.max(size.width + 2 * SIZES.padding, row.span + 2 * SIZES.gap) : size.width;
  const drop = isWide ? SIZES.bond - 4 : calcReach(row.span / 2);
  const isEmpty = row.parts.length === 0;
  return {
    width: Math.max(width, row.width),
    height: size.height + (isEmpty ? 0 : drop + row.height),
    bond,
    place(x, y, into) {
      const shape = isWide ? (element.kind === "DS" ? "split" : "bar") : element.kind === "word" ? "word" : "text";
      const box: PlacedElement = { element, shape, x: x - width / 2, y, width, height: size.height };
      into.elements.push(box);
      row.place(x, y + size.height + drop, box, isWide, into);
      return box;
    },
  };
}

interface Row {
  readonly width: number;
  readonly height: number;
  /** Distance between the middles of the first and the last part. */
  readonly span: number;
  readonly parts: readonly (MeasuredBranch | Exit)[];
  place(x: number, y: number, parent: PlacedElement, isWide: boolean, into: Placement): void;
}

const isBranch = (part: MeasuredBranch | Exit): part is MeasuredBranch => "place" in part;

/** Branches side by side; bonds that leave to the left come first, those that leave to the right last. */
export function measureRow(branches: readonly Branch[], exits: readonly Exit[]): Row {
  const parts: (MeasuredBranch | Exit)[] = [
    ...exits.filter(({ side }) => side === "W"),
    ...branches.map(measureBranch),
    ...exits.filter(({ side }) => side === "E"),
  ];
  const widths = parts.map((part) => (isBranch(part) ? part.width : DROP_WIDTH));
  const width = widths.reduce((sum, each) => sum + each, 0) + SIZES.gap * Math.max(0, parts.length - 1);
  const middles: number[] = [];
  let left = 0;
  for (const each of widths) {
    middles.push(left + each / 2);
    left += each + SIZES.gap;
  }
  const span = parts.length === 0 ? 0 : middles[middles.length - 1] - middles[0];
  const height = Math.max(0, ...parts.map((part) => (isBranch(part) ? part.height : 0)));
  return {
    width,
    height,
    span,
    parts,
    place(x, y, parent, isWide, into) {
      parts.forEach((part, i) => {
        const middle = x - width / 2 + middles[i];
        if (isBranch(part)) {
          const box = part.place(middle, y, into);
          into.bonds.push({
            bond: part.bond,
            points: isWide
              ? joinDown(part.bond, parent, box)
              : join(part.bond, parent, box, { index: i, count: parts.length }),
          });
          return;
        }
        const foot = { x: middle, y };
        const start = isWide
          ? { x: middle, y: parent.y + parent.height + SIZES.margin }
          : leaveUpright(parent, foot, { index: i, count: parts.length });
        into.drops.push({ exit: part, points: [start, foot] });
      });
    },
  };
}

/** How far down a row must be so that the outer bonds are not too flat. */
export const calcReach = (offset: number): number => Math.round(Math.max(SIZES.bond - 4, 0.45 * offset));

const leaveWithMargin = (box: Box, towards: Point): Point => leaveBox(grow(box, SIZES.margin), towards);

/** Which of several bonds on one side of an element. */
export interface Rank {
  readonly index: number;
  readonly count: number;
}

/**
 * A straight bond between an element and one above or below it, in the direction of its half arrow; `first` is the element
 * nearer to the spine.
 */
export function join(bond: DrawnBond, first: PlacedElement, second: PlacedElement, rank: Rank): Point[] {
  const start = leaveUpright(first, centerOf(second), rank);
  const points = [start, leaveWithMargin(second, start)];
  return bond.from === first.element.id ? points : points.reverse();
}

/** From the upper or lower edge of an element; several bonds leave it side by side, so that their strokes do not touch. */
function leaveUpright(box: Box, towards: Point, { index, count }: Rank): Point {
  const middle = box.x + box.width / 2;
  const reach = box.width / 2 + SIZES.margin;
  const offset = Math.max(-reach, Math.min(reach, SIZES.spread * (index - (count - 1) / 2)));
  return { x: middle + offset, y: towards.y < box.y ? box.y - SIZES.margin : box.y + box.height + SIZES.margin };
}

/** A vertical bond from the lower edge of a stretched element to the box below. */
function joinDown(bond: DrawnBond, parent: PlacedElement, child: PlacedElement): Point[] {
  const { x } = centerOf(child);
  const points = [
    { x, y: parent.y + parent.height + SIZES.margin },
    { x, y: child.y - SIZES.margin },
  ];
  return bond.to === child.element.id ? points : points.reverse();
}
