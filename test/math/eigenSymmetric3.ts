import test from "ava";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { eigenSymmetric3 } from "../../lib/math/eigenSymmetric3.ts";
import { cross, dot } from "../../lib/math/index.ts";
import { isAtMost, isBelow, isClose } from "../helpers/compare.ts";

const expand = ([xx, yy, zz, xy, xz, yz]: readonly number[]) => [
  [xx, xy, xz],
  [xy, yy, yz],
  [xz, yz, zz],
];

/** A small linear congruential generator: the same matrices in every run. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (1664525 * state + 1013904223) % 4294967296;
    return state / 2147483648 - 1;
  };
}

test("values and vectors of random matrices, against ml-matrix and by substitution", (t) => {
  const random = makeRandom(7);
  let worst = 0;
  let apart = 0;
  for (let i = 0; i < 2000; i++) {
    const scale = 10 ** (20 * random());
    const entries = Array.from({ length: 6 }, (_, k) => scale * random() * (k > 2 && i % 3 === 0 ? 1e-9 : 1));
    const size = Math.max(...entries.map(Math.abs));
    const rows = expand(entries);
    const { values, vectors } = eigenSymmetric3(entries);
    isAtMost(t, values[0], values[1]);
    isAtMost(t, values[1], values[2]);
    vectors.forEach((v, k) => {
      rows.forEach((row, r) => {
        worst = Math.max(worst, Math.abs(dot(row, v) - values[k] * v[r]) / size);
      });
      vectors.forEach((w, l) => {
        worst = Math.max(worst, Math.abs(dot(v, w) - (k === l ? 1 : 0)));
      });
    });
    worst = Math.max(worst, ...cross(vectors[0], vectors[1]).map((x, r) => Math.abs(x - vectors[2][r])));
    const peer = new EigenvalueDecomposition(new Matrix(rows), { assumeSymmetric: true }).realEigenvalues;
    peer
      .sort((a, b) => a - b)
      .forEach((value, k) => {
        apart = Math.max(apart, Math.abs(value - values[k]) / size);
      });
  }
  // A few roundings of numbers of order one.
  isBelow(t, worst, 3e-15);
  isBelow(t, apart, 3e-15);
});

test("diagonal matrices come back as they are, sorted, with a right-handed set of axes", (t) => {
  for (const [x, y, z] of [
    [1, 2, 3],
    [3, 1, 2],
    [2, 3, 1],
    [3, 2, 1],
    [1, 3, 2],
    [2, 1, 3],
    [5, 5, 5],
    [0, 0, 0],
    [-1, 0, 1e-300],
  ]) {
    const { values, vectors } = eigenSymmetric3([x, y, z, 0, 0, 0]);
    t.deepEqual(
      values,
      [x, y, z].sort((a, b) => a - b),
    );
    t.is(dot(cross(vectors[0], vectors[1]), vectors[2]), 1);
    vectors.forEach((v, k) => {
      t.is([x, y, z][v.findIndex((entry) => entry !== 0)], values[k]);
    });
  }
});

test("repeated eigenvalues", (t) => {
  // 2 on the diagonal, 1 beside it: eigenvalues 1, 1, 4.
  const { values, vectors } = eigenSymmetric3([2, 2, 2, 1, 1, 1]);
  [1, 1, 4].forEach((value, k) => {
    isClose(t, values[k], value, 1e-15);
  });
  for (const entry of vectors[2]) isClose(t, Math.abs(entry), Math.sqrt(1 / 3), 1e-15);
});
