import { type Block, type Link, otherEnd } from "./Block.ts";

/**
 * The layer of each block, from the left. Blocks follow each other as they are reached from the first source; one that joins
 * two others by its widest bonds comes between them, so that each of its two sides has a neighbour.
 */
export function rankBlocks(blocks: readonly Block[], links: readonly Link[]): number[] {
  const linksOf: Link[][] = blocks.map(() => []);
  for (const link of links) for (const end of [link.from, link.to]) linksOf[end].push(link);
  const keys = findKeys(blocks, linksOf);
  const layers = new Array<number>(blocks.length).fill(0);
  const order = blocks.map((_, i) => i).sort((a, b) => keys[a] - keys[b]);
  const hasPinW = blocks.some(({ pin }) => pin === "W");
  for (const block of order) {
    layers[block] = hasPinW && blocks[block].pin !== "W" ? 1 : 0;
    for (const link of linksOf[block]) {
      const other = otherEnd(link, block);
      if (keys[other] < keys[block]) layers[block] = Math.max(layers[block], layers[other] + 1);
    }
  }
  const last = Math.max(...layers);
  blocks.forEach(({ pin }, i) => {
    if (pin === "E") layers[i] = last;
  });
  if (blocks.some(({ pin }, i) => pin !== "E" && layers[i] === last)) {
    blocks.forEach(({ pin }, i) => {
      if (pin === "E") layers[i] = last + 1;
    });
  }
  return layers;
}

/** Numbers that grow from left to right; no two linked blocks have the same. */
function findKeys(blocks: readonly Block[], linksOf: readonly Link[][]): number[] {
  const keys = new Array<number>(blocks.length).fill(-1);
  let count = 0;
  const reach = (root: number) => {
    const queue = [root];
    keys[root] = count++;
    for (const block of queue) {
      for (const link of linksOf[block]) {
        const other = otherEnd(link, block);
        if (keys[other] >= 0) continue;
        keys[other] = count++;
        queue.push(other);
      }
    }
  };
  const starts = [
    blocks.findIndex(({ pin }) => pin === "W"),
    blocks.findIndex(({ hasSource }) => hasSource),
    ...blocks.keys(),
  ];
  for (const start of starts) if (start >= 0 && keys[start] < 0) reach(start);
  const joined = blocks.map((block, i) => findJoined(block, i, linksOf[i]));
  blocks.forEach(({ pin }, i) => {
    const pair = joined[i];
    if (pin) keys[i] = pin === "W" ? -1 - i : count + i;
    else if (pair && !pair.some((other) => joined[other])) keys[i] = Math.min(keys[pair[0]], keys[pair[1]]) + 0.5;
  });
  return keys;
}

/** The two blocks that a block joins by its widest bonds, at different elements of it or through a two-port one. */
function findJoined({ isTwoPort, elements }: Block, block: number, links: readonly Link[]): number[] | undefined {
  const widest = Math.max(0, ...links.map(({ bond }) => bond.dimension));
  const wide = links.filter(({ bond }) => bond.dimension === widest);
  if (wide.length !== 2) return undefined;
  const others = wide.map((link) => otherEnd(link, block));
  const ends = wide.map(({ bond }) => (elements.includes(bond.from) ? bond.from : bond.to));
  return others[0] !== others[1] && (isTwoPort || ends[0] !== ends[1]) ? others : undefined;
}
