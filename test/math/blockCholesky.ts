import test from "ava";
import { Matrix } from "ml-matrix";
import { BlockCholesky } from "../../lib/math/BlockCholesky.ts";
import { RankRevealingSolver } from "../../lib/math/index.ts";
import { planElimination } from "../../lib/math/planElimination.ts";
import { isAbove, isAtLeast, isAtMost } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

/** Neighbours of each block: those that share one of its variables. */
const findNeighbours = (variables: readonly (readonly number[])[]) =>
  variables.map((own) => new Set(variables.flatMap((other, j) => (own.some((v) => other.includes(v)) ? [j] : []))));

/**
 * `K = J Jᵀ` of blocks of rows that see three variables of each of some cells; some rows of a block depend on others of
 * the same one. Every cell has enough variables for all blocks that see it.
 */
function drawMatrix(random: RandomSource, cells: readonly (readonly number[])[]) {
  const width = 1 + Math.max(...cells.flat());
  const sizes = cells.map(() => random.integer(1, 5));
  const rows = cells.map((seen, i) => {
    const full = random.integer(1, Math.min(sizes[i], 3));
    const basis = Matrix.zeros(full, 12 * width);
    for (let row = 0; row < full; row++) {
      for (const cell of seen) for (let k = 0; k < 12; k++) basis.set(row, 12 * cell + k, random.number(-1, 1));
    }
    const mix = new Matrix(
      Array.from({ length: sizes[i] }, () => Array.from({ length: full }, () => random.number(-1, 1))),
    );
    return { rank: full, part: mix.mmul(basis) };
  });
  const J = new Matrix(rows.flatMap(({ part }) => part.to2DArray()));
  return { sizes, K: J.mmul(J.transpose()), rank: rows.reduce((sum, row) => sum + row.rank, 0) };
}

function fill(solver: BlockCholesky, K: Matrix, sizes: readonly number[], neighbours: readonly ReadonlySet<number>[]) {
  const firsts = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + size, 0));
  solver.values.fill(0);
  for (const [c, around] of neighbours.entries()) {
    for (const r of around) {
      const offset = solver.findBlock(r, c);
      if (offset < 0) continue;
      for (let j = 0; j < sizes[c]; j++) {
        for (let i = 0; i < sizes[r]; i++)
          solver.values[offset + j * sizes[r] + i] = K.get(firsts[r] + i, firsts[c] + j);
      }
    }
  }
}

test("blocks on a chain, a star and at random: rank and least-norm solution of a full matrix", (t) => {
  const random = new RandomSource(11);
  const shapes: (() => number[][])[] = [
    () => Array.from({ length: 9 }, (_, i) => [i, i + 1]),
    () => Array.from({ length: 7 }, (_, i) => (i === 0 ? [0, 1, 2, 3, 4, 5, 6] : [i])),
    () => Array.from({ length: 10 }, () => [random.integer(0, 9), random.integer(0, 9)]),
    () => Array.from({ length: 6 }, (_, i) => [i]),
  ];
  let solved = 0;
  for (let round = 0; round < 60; round++) {
    const cells = shapes[round % shapes.length]();
    const { sizes, K, rank } = drawMatrix(random, cells);
    const neighbours = findNeighbours(cells);
    const solver = new BlockCholesky(sizes, neighbours);
    fill(solver, K, sizes, neighbours);
    const full = new RankRevealingSolver(K.rows);
    full.matrix.set(K.to1DArray());
    full.factor(K.rows, 1e-9);
    // Blocks that nearly depend on one another are left to the full matrix.
    if (!solver.factor(1e-9)) continue;
    t.is(solver.rank, rank);
    t.is(full.rank, rank);
    const b = Float64Array.from({ length: K.rows }, () => random.number(-1, 1));
    const [x, known] = [new Float64Array(K.rows), new Float64Array(K.rows)];
    solver.solve(b, x);
    full.solve(b, known);
    const size = known.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    // Conditions up to 1e6 or so.
    isAtMost(t, Math.max(...x.map((value, i) => Math.abs(value - known[i]))) / size, 1e-8, `${round}`);
    solved++;
  }
  isAtLeast(t, solved, 50);
});

test("blocks that depend on one another are not solved", (t) => {
  const sizes = [2, 2, 2];
  const neighbours = findNeighbours([[0], [0], [0]]);
  const solver = new BlockCholesky(sizes, neighbours);
  const J = new Matrix([
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [1, 1, 1, 0],
    [1, 0, 0, 1],
  ]);
  fill(solver, J.mmul(J.transpose()), sizes, neighbours);
  t.false(solver.factor(1e-9));
});

test("a chain and a tree are eliminated without fill", (t) => {
  const chain = findNeighbours(Array.from({ length: 20 }, (_, i) => [i, i + 1]));
  const tree = Array.from(
    { length: 31 },
    (_, i) => new Set([(i - 1) >> 1, 2 * i + 1, 2 * i + 2].filter((j) => j >= 0 && j < 31)),
  );
  for (const neighbours of [chain, tree]) {
    const { order, rows } = planElimination(neighbours);
    t.deepEqual(
      [...order].sort((a, b) => a - b),
      [...neighbours.keys()],
    );
    for (const [k, list] of rows.entries()) {
      isAtMost(t, list.length, 1);
      for (const later of list) isAbove(t, later, k);
    }
  }
  // A ring: the last but two couples the two that are left.
  const ring = Array.from({ length: 6 }, (_, i) => new Set([(i + 1) % 6, (i + 5) % 6]));
  t.deepEqual(
    planElimination(ring).rows.map((list) => list.length),
    [2, 2, 2, 2, 1, 0],
  );
});
