import test from "ava";
import { Matrix, pseudoInverse } from "ml-matrix";
import { PivotedCholesky } from "../../lib/math/PivotedCholesky.ts";
import { isAtMost } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

const draw = (random: RandomSource, rows: number, columns: number) =>
  new Matrix(Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.number(-1, 1))));

const findLargest = (values: readonly number[]) => Math.max(...values.map(Math.abs));

test("semidefinite systems are solved by least squares with the least weighed norm, as by the pseudoinverse", (t) => {
  const random = new RandomSource(3);
  const solver = new PivotedCholesky(12);
  for (let round = 0; round < 200; round++) {
    const n = random.integer(1, 12);
    const rank = random.integer(0, n);
    const J = draw(random, n, rank);
    const A = rank === 0 ? Matrix.zeros(n, n) : J.mmul(J.transpose());
    const weights = Float64Array.from({ length: n }, () => (round % 2 === 0 ? 1 : random.number(0.1, 10)));
    const b = draw(random, n, 1);
    // The least ‖x‖ with A W x = b, in the least-squares sense, gives z = W x.
    const W = Matrix.diag([...weights]);
    const known = W.mmul(pseudoInverse(A.mmul(W), 1e-11))
      .mmul(b)
      .getColumn(0);
    // Only the lower half is read.
    const half = Float64Array.from({ length: n * n }, (_, i) =>
      i % n >= Math.floor(i / n) ? A.get(i % n, Math.floor(i / n)) : Number.NaN,
    );
    solver.factor(half, n, 1e-9, weights);
    t.is(solver.rank, rank, `${round}`);
    const z = new Float64Array(n);
    solver.solve(Float64Array.from(b.getColumn(0)), z);
    // Small pivots are squares of singular values: conditions up to 1e6 or so of both ways.
    const error = findLargest(known.map((value, i) => value - z[i]));
    isAtMost(t, error, 1e-8 * Math.max(1, findLargest(known)), `${round}: ${n}, ${rank}`);
  }
});

test("pivots below the cutoff are dependent rows, whatever comes first", (t) => {
  const solver = new PivotedCholesky(2);
  const z = new Float64Array(2);
  // Pivots 4 and 2e-8: of 4 more than 1e-9, less than 1e-8.
  const A = Float64Array.from([1 + 2e-8, 2, 2, 4]);
  solver.factor(A, 2, 1e-9, Float64Array.from([1, 1]));
  t.is(solver.rank, 2);
  solver.factor(A, 2, 1e-8, Float64Array.from([1, 1]));
  t.is(solver.rank, 1);
  // [1, 2]ᵀ = A z with the least z is z = [1, 2]/5.
  solver.solve(Float64Array.from([1, 2]), z);
  isAtMost(t, Math.hypot(z[0] - 0.2, z[1] - 0.4), 1e-8);
  solver.factor(Float64Array.from([0, 0, 0, 0]), 2, 1e-9, Float64Array.from([1, 1]));
  solver.solve(Float64Array.from([1, 2]), z);
  t.deepEqual([...z], [0, 0]);
  t.throws(() => new PivotedCholesky(-1), { message: /PivotedCholesky: capacity/ });
});
