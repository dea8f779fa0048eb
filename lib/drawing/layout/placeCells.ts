import type { Cell, Thread } from "./Cell.ts";
import { SIZES } from "./sizes.ts";

const SWEEPS = 40;
/** Lanes through layers are kept straight before anything else. */
const LANE_WEIGHT = 6;
const SMALL_STEP = 10;

/** Finds the heights of all cells: near to what they are linked to, in their order and without touching. */
export function placeCells(layers: readonly Cell[][]): void {
  for (const cells of layers) {
    let y = 0;
    cells.forEach((cell, i) => {
      if (i > 0) y += separation(cells[i - 1], cell);
      cell.y = y;
    });
    const middle = (y + (cells.at(-1)?.height ?? 0)) / 2;
    for (const cell of cells) cell.y -= middle;
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const mode = sweep >= SWEEPS - 12 ? "both" : sweep % 2 === 0 ? "before" : "next";
    const list = sweep % 2 === 0 ? layers : [...layers].reverse();
    for (const cells of list) settle(cells, mode);
  }
  for (const cells of layers) for (const cell of cells) cell.y = Math.round(cell.y);
  for (const cells of layers) straighten(cells);
}

/** How many bonds share the fuller end of a thread: of many, only one can be straight. */
const countRivals = ({ left, right }: Thread): number => Math.max(left.next.length, right.before.length);

/** Takes steps out of bonds where there is room: small ones, and those between two cells that share no other. */
function straighten(cells: readonly Cell[]): void {
  const move = (i: number) => {
    const cell = cells[i];
    const steps = cell.before.map((thread) => {
      const step = thread.left.y + thread.leftOffset - thread.rightOffset - cell.y;
      return { step, isSmall: Math.abs(step) <= SMALL_STEP || countRivals(thread) === 1 };
    });
    steps.sort((a, b) => Math.abs(a.step) - Math.abs(b.step));
    if (!steps[0]?.isSmall) return;
    const y = cell.y + steps[0].step;
    const above = cells[i - 1];
    const below = cells[i + 1];
    if (above && y < above.y + separation(above, cell)) return;
    if (below && y + separation(cell, below) > below.y) return;
    cell.y = y;
  };
  for (const i of cells.keys()) move(i);
  for (const i of [...cells.keys()].reverse()) move(i);
}

/** Distance between the upper edges of two cells, one above the other. */
function separation(upper: Cell, lower: Cell): number {
  const both = upper.arrangement && lower.arrangement;
  return upper.height + (both ? SIZES.blockGap : SIZES.lane);
}

/**
 * Moves the cells of a layer to where their threads want them: the least squares under the distances that they keep, by
 * joining neighbours that would come too near until none do.
 */
function settle(cells: readonly Cell[], mode: "before" | "next" | "both"): void {
  const clusters: { sum: number; weight: number; count: number }[] = [];
  const shifts: number[] = [];
  let shift = 0;
  cells.forEach((cell, i) => {
    if (i > 0) shift += separation(cells[i - 1], cell);
    shifts.push(shift);
    const wish = findWish(cell, mode);
    let cluster = { sum: wish.weight * (wish.y - shift), weight: wish.weight, count: 1 };
    for (let last = clusters.at(-1); last && last.sum / last.weight > cluster.sum / cluster.weight; ) {
      clusters.pop();
      cluster = {
        sum: last.sum + cluster.sum,
        weight: last.weight + cluster.weight,
        count: last.count + cluster.count,
      };
      last = clusters.at(-1);
    }
    clusters.push(cluster);
  });
  let i = 0;
  for (const { sum, weight, count } of clusters) {
    for (let k = 0; k < count; k++, i++) cells[i].y = sum / weight + shifts[i];
  }
}

function findWish(cell: Cell, mode: "before" | "next" | "both"): { y: number; weight: number } {
  let sum = 0;
  let weight = 0;
  const add = (thread: Thread, other: Cell, otherOffset: number, ownOffset: number) => {
    const w = cell.arrangement || other.arrangement ? 1 / countRivals(thread) ** 2 : LANE_WEIGHT;
    sum += w * (other.y + otherOffset - ownOffset);
    weight += w;
  };
  if (mode !== "next") for (const t of cell.before) add(t, t.left, t.leftOffset, t.rightOffset);
  if (mode !== "before") for (const t of cell.next) add(t, t.right, t.rightOffset, t.leftOffset);
  return weight > 0 ? { y: sum / weight, weight } : { y: cell.y, weight: 1e-3 };
}
