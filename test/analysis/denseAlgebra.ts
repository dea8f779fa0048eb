import test from "ava";
import { DenseAlgebra } from "../../lib/analysis/DenseAlgebra.ts";
import { isBelow } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

const multiply = (rows: readonly (readonly number[])[], x: ArrayLike<number>) =>
  rows.map((row) => row.reduce((sum, a, k) => sum + a * x[k], 0));

/** Largest distance of two lists. */
const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));

test("dense equations: the solution, and the least one in the least-squares sense", async (t) => {
  const algebra = await DenseAlgebra.load();
  const source = new RandomSource(7);
  const draw = (length: number) => Array.from({ length }, () => source.number(-1, 1));
  for (const size of [1, 2, 5, 12]) {
    const rows = Array.from({ length: size }, () => draw(size));
    const x = draw(size);
    // Condition numbers here are below 1e3.
    isBelow(t, distance(algebra.solve(rows, multiply(rows, x), 1e-12), x), 1e-12);
    isBelow(t, distance(algebra.solveRegular(rows, multiply(rows, x), 1e-15), x), 1e-12);
  }
  // x + y = 2 and x + y = 4: the sum is 3, and the parts are alike.
  const twice = [
    [1, 1],
    [1, 1],
  ];
  for (const found of [algebra.solve(twice, [2, 4], 1e-12), algebra.solveRegular(twice, [2, 4], 1e-12)]) {
    isBelow(t, distance(found, [1.5, 1.5]), 1e-15);
  }
  t.deepEqual([...algebra.solve([[1, 2, 2]], [9], 1e-12)].map(Math.round), [1, 2, 2]);
  // What is below the cutoff counts as zero.
  t.deepEqual(
    [
      ...algebra.solve(
        [
          [1, 0],
          [0, 1e-9],
        ],
        [1, 1],
        1e-6,
      ),
    ],
    [1, 0],
  );
  t.deepEqual([...algebra.solve([[Number.NaN]], [1], 1e-12)], [0]);
  t.deepEqual([...algebra.solveRegular([], [], 1e-12)], []);
});
