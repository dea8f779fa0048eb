import type { Cell } from "./Cell.ts";
import { SIZES } from "./sizes.ts";

export interface LayerEdges {
  left: number;
  right: number;
}

/** How far outside a row the bond to the next one turns. */
export const DETOUR = 16;

/** A drawing may be this wide before it is wrapped; then it gets about this many times as wide as high. */
const WIDEST = 1500;
const ASPECT = 1.6;

/**
 * Breaks a long drawing into rows where only one bond passes: moves the layers, and returns after which of them a row ends,
 * with the height at which its bond runs back.
 */
export function wrapLayers(layers: readonly Cell[][], edges: LayerEdges[]): Map<number, number> {
  const detours = new Map<number, number>();
  const total = edges[edges.length - 1].right;
  if (total <= WIDEST) return detours;
  const rows = chooseRows(layers, edges, Math.max(WIDEST, Math.sqrt(ASPECT * total * findHeight(layers))));
  let y = 0;
  for (const { first, last } of rows) {
    const cells = layers.slice(first, last + 1);
    const top = Math.min(...cells.flat().map((cell) => cell.y));
    const height = findHeight(cells);
    const { left } = edges[first];
    for (let i = first; i <= last; i++) {
      edges[i].left -= left;
      edges[i].right -= left;
      for (const cell of layers[i]) cell.y += y - top;
    }
    y += height + SIZES.blockGap + SIZES.lane;
    if (last + 1 < layers.length) detours.set(last, y - SIZES.lane);
  }
  return detours;
}

function findHeight(layers: readonly (readonly Cell[])[]): number {
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const cells of layers) {
    for (const { y, height } of cells) {
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + height);
    }
  }
  return bottom - top;
}

/** Rows that are no wider than the target where the drawing can be cut. */
function chooseRows(layers: readonly Cell[][], edges: readonly LayerEdges[], target: number) {
  const rows: { first: number; last: number }[] = [];
  let first = 0;
  let cut = -1;
  layers.forEach((cells, i) => {
    if (edges[i].right - edges[first].left > target && cut >= first) {
      rows.push({ first, last: cut });
      first = cut + 1;
    }
    // A block with its joints stays together: rows begin with what has only one bond to the left.
    if (cells.reduce((sum, { next }) => sum + next.length, 0) === 1) cut = i;
  });
  rows.push({ first, last: layers.length - 1 });
  return rows;
}
