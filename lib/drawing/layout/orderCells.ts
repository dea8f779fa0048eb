import type { Cell, Thread } from "./Cell.ts";

const SWEEPS = 16;

/** Orders the cells of each layer so that few threads cross; the best order found stays. Returns how many are left. */
export function orderCells(layers: Cell[][]): number {
  numberCells(layers);
  let best = countCrossings(layers);
  let kept = layers.map((cells) => [...cells]);
  for (let sweep = 0; sweep < SWEEPS && best > 0; sweep++) {
    const forward = sweep % 2 === 0;
    const list = forward ? layers.slice(1) : layers.slice(0, -1).reverse();
    for (const cells of list) sortByNeighbours(cells, forward);
    transpose(layers);
    const crossings = countCrossings(layers);
    if (crossings >= best) continue;
    best = crossings;
    kept = layers.map((cells) => [...cells]);
  }
  kept.forEach((cells, i) => {
    layers[i] = cells;
  });
  numberCells(layers);
  return best;
}

function numberCells(layers: readonly Cell[][]): void {
  for (const cells of layers) {
    cells.forEach((cell, i) => {
      cell.order = i;
    });
  }
}

/** Where a thread ends in the order of a layer; its place along the height of the cell counts as a fraction. */
const position = (cell: Cell, offset: number): number =>
  cell.order + (cell.height > 0 ? (0.9 * offset) / cell.height : 0);

const leftOf = ({ left, leftOffset }: Thread): number => position(left, leftOffset);
const rightOf = ({ right, rightOffset }: Thread): number => position(right, rightOffset);

function sortByNeighbours(cells: Cell[], forward: boolean): void {
  const means = new Map<Cell, number>();
  for (const cell of cells) {
    const threads = forward ? cell.before : cell.next;
    const sum = threads.reduce((total, thread) => total + (forward ? leftOf(thread) : rightOf(thread)), 0);
    means.set(cell, threads.length > 0 ? sum / threads.length : cell.order);
  }
  cells.sort((a, b) => (means.get(a) as number) - (means.get(b) as number) || a.order - b.order);
  cells.forEach((cell, i) => {
    cell.order = i;
  });
}

/** Exchanges neighbours as long as that saves crossings. */
function transpose(layers: readonly Cell[][]): void {
  let improved = true;
  for (let round = 0; improved && round < 20; round++) {
    improved = false;
    for (const cells of layers) {
      for (let i = 0; i + 1 < cells.length; i++) {
        if (countBetween(cells[i], cells[i + 1]) <= countBetween(cells[i + 1], cells[i])) continue;
        [cells[i], cells[i + 1]] = [cells[i + 1], cells[i]];
        cells[i].order = i;
        cells[i + 1].order = i + 1;
        improved = true;
      }
    }
  }
}

/** Crossings between the threads of two cells of a layer if `upper` stands above `lower`. */
function countBetween(upper: Cell, lower: Cell): number {
  let count = 0;
  for (const a of upper.before) for (const b of lower.before) if (leftOf(a) > leftOf(b)) count++;
  for (const a of upper.next) for (const b of lower.next) if (rightOf(a) > rightOf(b)) count++;
  return count;
}

function countCrossings(layers: readonly Cell[][]): number {
  let count = 0;
  for (const cells of layers) {
    const threads = cells.flatMap(({ next }) => next);
    for (let i = 0; i < threads.length; i++) {
      for (let j = 0; j < i; j++) {
        const [a, b] = [threads[i], threads[j]];
        const left = a.left === b.left && a.leftOffset === b.leftOffset ? 0 : leftOf(a) - leftOf(b);
        const right = a.right === b.right && a.rightOffset === b.rightOffset ? 0 : rightOf(a) - rightOf(b);
        if (left * right < 0) count++;
      }
    }
  }
  return count;
}
