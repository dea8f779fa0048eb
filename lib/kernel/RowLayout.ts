import { BlockCholesky } from "../math/BlockCholesky.ts";
import type { RowBlock } from "./RowBlock.ts";

/** Where the responses to the unit multipliers of one block are written to. */
export interface Column {
  readonly block: RowBlock;
  /** Blocks whose rows are read; for each the place of its first row for the first multiplier, and the way to the next. */
  readonly readers: readonly RowBlock[];
  readonly places: Int32Array;
  readonly strides: Int32Array;
  /** What each reader shares with the block, see `RowFeatures`. */
  readonly shared: readonly Int32Array[];
}

/** Rows in fewer equations are solved faster as a full matrix. */
const FEW_ROWS = 24;
/** … and so are those that a sparse factorisation would not make this much cheaper. */
const GAIN = 4;

function createColumn(
  block: RowBlock,
  readers: readonly RowBlock[],
  getPlace: (reader: RowBlock) => readonly [place: number, stride: number],
): Column {
  const places = readers.map(getPlace);
  return {
    block,
    readers,
    places: Int32Array.from(places, ([place]) => place),
    strides: Int32Array.from(places, ([, stride]) => stride),
    shared: readers.map((reader) => reader.features.findShared(block.features)),
  };
}

/** Columns of a full matrix, one after the other. */
export function layDense(blocks: readonly RowBlock[], rowCount: number): Column[] {
  return blocks.map((block) =>
    createColumn(
      block,
      blocks.filter((other) => block.touches(other)),
      (reader) => [block.first * rowCount + reader.first, rowCount],
    ),
  );
}

/** Blocks of a symmetric matrix that are coupled, if they are few; undefined if a full matrix does as well. */
export function laySparse(
  blocks: readonly RowBlock[],
  rowCount: number,
): { solver: BlockCholesky; columns: Column[] } | undefined {
  if (rowCount < FEW_ROWS || blocks.some(({ size }) => 2 * size > rowCount)) return undefined;
  const groups = groupBlocks(blocks);
  const neighbours = groups.map(
    ([first]) => new Set(groups.flatMap(([other], i) => (first.touches(other) ? [i] : []))),
  );
  const sizes = groups.map((group) => group.reduce((sum, { size }) => sum + size, 0));
  const solver = new BlockCholesky(sizes, neighbours);
  if (GAIN * solver.cost > rowCount ** 3) return undefined;
  const groupOf = new Map(groups.flatMap((group, i) => group.map((block) => [block, i] as const)));
  const columns = blocks.map((block) => {
    const column = groupOf.get(block) as number;
    const find = (reader: RowBlock) => solver.findBlock(groupOf.get(reader) as number, column);
    return createColumn(
      block,
      blocks.filter((other) => block.touches(other) && find(other) >= 0),
      (reader) => {
        const [group, own] = [groups[groupOf.get(reader) as number], groups[column]];
        const stride = sizes[groupOf.get(reader) as number];
        return [find(reader) + (block.first - own[0].first) * stride + reader.first - group[0].first, stride];
      },
    );
  });
  return { solver, columns };
}

/** Blocks that act on the same links, next to one another: what they say twice they say among themselves. */
function groupBlocks(blocks: readonly RowBlock[]): RowBlock[][] {
  const groups = new Map<string, RowBlock[]>();
  for (const block of blocks) {
    const group = groups.get(block.key);
    if (group) group.push(block);
    else groups.set(block.key, [block]);
  }
  return [...groups.values()];
}

/** The blocks in an order in which those that act on the same links are neighbours, with their rows numbered. */
export function numberRows(blocks: readonly RowBlock[]): RowBlock[] {
  const sorted = groupBlocks(blocks).flat();
  let first = 0;
  for (const block of sorted) {
    block.first = first;
    first += block.size;
  }
  return sorted;
}
