/** In which order unknowns (or blocks of them) are eliminated, and what that couples. */
export interface Elimination {
  /** The one that is eliminated first, second, … */
  readonly order: readonly number[];
  /** For each place in the order the later places that it is coupled with when its turn comes. */
  readonly rows: readonly (readonly number[])[];
}

/**
 * Minimum degree: always the one with the fewest neighbours comes next, and its neighbours become neighbours of one another.
 * A chain is eliminated from its ends, a tree from its leaves, without any fill.
 */
export function planElimination(neighbours: readonly ReadonlySet<number>[]): Elimination {
  const rest = neighbours.map((set, i) => new Set([...set].filter((j) => j !== i)));
  const isLeft = rest.map(() => true);
  const order: number[] = [];
  const later: number[][] = [];
  while (order.length < rest.length) {
    let best = -1;
    for (let i = 0; i < rest.length; i++) if (isLeft[i] && (best < 0 || rest[i].size < rest[best].size)) best = i;
    const around = [...rest[best]];
    for (const i of around) {
      rest[i].delete(best);
      for (const j of around) if (i !== j) rest[i].add(j);
    }
    isLeft[best] = false;
    order.push(best);
    later.push(around);
  }
  const place: number[] = [];
  order.forEach((index, k) => {
    place[index] = k;
  });
  return { order, rows: later.map((list) => list.map((index) => place[index]).sort((a, b) => a - b)) };
}
