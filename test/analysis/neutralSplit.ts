import test from "ava";
import { NeutralSplit } from "../../lib/analysis/NeutralSplit.ts";
import { areClose, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { createBicycle, createRollingDisc } from "../helpers/rollingModels.ts";

const times = (A: readonly ArrayLike<number>[], x: ArrayLike<number>): number[] =>
  A.map((row) => Array.from(row).reduce((sum, a, j) => sum + a * x[j], 0));

/** A similar matrix: `S A S⁻¹` with S = 1 + e, e strictly lower, so that no direction lies along an axis. */
function mix(A: readonly (readonly number[])[]): number[][] {
  const n = A.length;
  const S = A.map((_, i) => A.map((__, j) => (i === j ? 1 : j < i ? ((3 * i + 5 * j) % 7) / 7 - 0.4 : 0)));
  const inverse = A.map((_, column) => {
    const x = new Array<number>(n).fill(0);
    for (let i = 0; i < n; i++)
      x[i] = (i === column ? 1 : 0) - S[i].slice(0, i).reduce((sum, s, j) => sum + s * x[j], 0);
    return x;
  });
  const AS = A.map((row) => inverse.map((column) => row.reduce((sum, a, j) => sum + a * column[j], 0)));
  return S.map((row) => AS.map((_, j) => row.reduce((sum, s, k) => sum + s * AS[k][j], 0)));
}

/** Chains of zero eigenvalues of lengths 3 and 2, and beside them −2 and 1 ± 3 i, coupled to the chains. */
const CHAINS = [
  [0, 1, 0, 0, 0, 2, 1, 0],
  [0, 0, 1, 0, 0, 0, 3, -1],
  [0, 0, 0, 0, 0, 1, 0, 2],
  [0, 0, 0, 0, 1, 0, -1, 1],
  [0, 0, 0, 0, 0, 4, 0, 1],
  [0, 0, 0, 0, 0, -2, 0, 0],
  [0, 0, 0, 0, 0, 0, 1, -3],
  [0, 0, 0, 0, 0, 0, 3, 1],
];

test("chains of zero eigenvalues are split off, in any coordinates", (t) => {
  for (const A of [
    CHAINS,
    mix(CHAINS),
    mix(
      mix(CHAINS)
        .reverse()
        .map((row) => [...row].reverse()),
    ),
  ]) {
    const split = new NeutralSplit(A, 1e-15);
    t.is(split.matrix.length, 3);
    const pairs = split.findEigenPairs();
    const zeros = pairs.filter(({ value: { re, im } }) => re === 0 && im === 0);
    t.is(zeros.length, 5);
    const others = pairs.filter((pair) => !zeros.includes(pair));
    for (const [a, b] of [
      [-2, 0],
      [1, 3],
    ]) {
      isBelow(t, Math.min(...others.map(({ value: { re, im } }) => Math.hypot(re - a, im - b))), 1e-13);
    }
    for (const { value, re, im } of others) {
      // A (x + i y) = (a + i b) (x + i y), in vectors of unit length.
      const [x, y] = [times(A, re), times(A, im)];
      re.forEach((_, i) => {
        isClose(t, x[i], value.re * re[i] - value.im * im[i], 1e-12);
        isClose(t, y[i], value.re * im[i] + value.im * re[i], 1e-12);
      });
    }
    // Vectors of neutral modes are ends of chains: they stay as they are.
    for (const { re } of zeros) isBelow(t, Math.max(...times(A, re).map(Math.abs)), 1e-12);
  }
});

test("what is left of a departure obeys the matrix that is left", async (t) => {
  const disc = await createRollingDisc(2, { turned: 0.4, heading: 1 }).linearize();
  const bicycle = await createBicycle(5).linearize();
  for (const matrix of [mix(CHAINS), disc.matrix, bicycle.matrix]) {
    const split = new NeutralSplit(matrix, 1e-12);
    const size = Math.max(...matrix.flat().map(Math.abs));
    for (let k = 0; k < matrix.length; k++) {
      const x = Float64Array.from(matrix, (_, i) => Math.sin(3 * i + k));
      const left = split.reduce(Float64Array.from(times(matrix, x)));
      const right = times(split.matrix, split.reduce(x));
      // Derivatives by differences cancel to some 1e-12 of the largest.
      areClose(t, left, right, 1e-10 * size);
    }
  }
});

test("bounds of a departure are bounds of what is left of it", (t) => {
  const split = new NeutralSplit(mix(CHAINS), 1e-15);
  for (let k = 0; k < 20; k++) {
    const x = Float64Array.from(CHAINS, (_, i) => Math.sin(5 * i + k));
    const bounds = split.reduceBounds(x.map(Math.abs));
    split.reduce(x).forEach((value, i) => {
      isAtMost(t, Math.abs(value), bounds[i] * (1 + 1e-14));
    });
  }
});

test("slow is not neutral, however fast something else is", (t) => {
  // x″ = −c x′ − k x with k ≪ c²: one creeps with k/c.
  for (const k of [1e-3, 1e-9, 1e-12]) {
    const split = new NeutralSplit(
      [
        [0, 1],
        [-k, -1],
      ],
      1e-15,
    );
    t.is(split.matrix.length, 2);
    const slow = split.findEigenPairs().map(({ value }) => value.re);
    isClose(t, Math.max(...slow) / -k, 1, 2e-3);
  }
  t.is(new NeutralSplit([[0]], 0).matrix.length, 0);
  t.deepEqual(new NeutralSplit([], 0).findEigenPairs(), []);
});
