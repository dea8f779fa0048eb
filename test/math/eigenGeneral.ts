import test from "ava";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { eigenGeneral } from "../../lib/math/eigenGeneral.ts";
import { ModelError } from "../../lib/math/index.ts";
import { isBelow } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

const toRows = (a: readonly number[], n: number) => Array.from({ length: n }, (_, i) => a.slice(i * n, i * n + n));

/** All eigenvalues, conjugates included. */
const list = (a: readonly number[], n: number): [number, number][] =>
  eigenGeneral(a, n).flatMap(({ value: { re, im } }): [number, number][] =>
    im === 0
      ? [[re, 0]]
      : [
          [re, im],
          [re, -im],
        ],
  );

/** Largest component of `A v − λ v` over all pairs. */
function findResidual(a: readonly number[], n: number): number {
  let worst = 0;
  for (const { value, re, im } of eigenGeneral(a, n)) {
    for (const [i, row] of toRows(a, n).entries()) {
      const dot = (v: Float64Array) => row.reduce((sum, x, j) => sum + x * v[j], 0);
      worst = Math.max(worst, Math.abs(dot(re) - value.re * re[i] + value.im * im[i]));
      worst = Math.max(worst, Math.abs(dot(im) - value.re * im[i] - value.im * re[i]));
    }
  }
  return worst;
}

test("values and vectors of random matrices, against ml-matrix and by substitution", (t) => {
  const random = new RandomSource(11);
  for (let trial = 0; trial < 300; trial++) {
    const n = 1 + (trial % 12);
    // Every third one badly scaled.
    const a = Array.from({ length: n * n }, (_, k) => {
      const spread = trial % 3 === 0 ? 10 ** ((3 * (Math.floor(k / n) - (k % n))) / n) : 1;
      return random.number(-1, 1) * spread;
    });
    const size = Math.hypot(...a);
    const found = list(a, n);
    t.is(found.length, n);
    // Both methods are backward stable: a few roundings of the whole matrix, times the condition of the eigenvalue.
    isBelow(t, findResidual(a, n), 1e-13 * (1 + size));
    const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(new Matrix(toRows(a, n)));
    realEigenvalues.forEach((re, i) => {
      const off = Math.min(...found.map(([x, y]) => Math.hypot(x - re, y - imaginaryEigenvalues[i])));
      isBelow(t, off, 1e-11 * (1 + size), `${trial}`);
    });
  }
});

test("repeated eigenvalues have independent vectors where the matrix has them", (t) => {
  // Two equal oscillators: ±2i twice.
  const a = [0, 0, 1, 0, 0, 0, 0, 1, -4, 0, 0, 0, 0, -4, 0, 0];
  const pairs = eigenGeneral(a, 4);
  t.is(pairs.length, 2);
  for (const { value } of pairs) isBelow(t, Math.hypot(value.re, value.im - 2), 1e-14);
  const [x, y] = pairs;
  let dotRe = 0;
  let dotIm = 0;
  for (let i = 0; i < 4; i++) {
    dotRe += x.re[i] * y.re[i] + x.im[i] * y.im[i];
    dotIm += x.re[i] * y.im[i] - x.im[i] * y.re[i];
  }
  isBelow(t, Math.hypot(dotRe, dotIm), 1 - 1e-6);
});

test("zero, one, and chains of zero eigenvalues", (t) => {
  t.deepEqual(eigenGeneral([], 0), []);
  t.deepEqual(list([7], 1), [[7, 0]]);
  // A free body: twelve zeros, six vectors each twice.
  const n = 12;
  const a = Array.from({ length: n * n }, (_, k) => (k % n === Math.floor(k / n) + 6 ? 1 : 0));
  t.deepEqual(
    list(a, n),
    Array.from({ length: n }, () => [0, 0] as [number, number]),
  );
});

test("a matrix on which the usual real method does not end", (t) => {
  const a = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1];
  // The characteristic polynomial is λ (λ² + 1)(λ² − λ − 1).
  const golden = (1 + Math.sqrt(5)) / 2;
  for (const [re, im] of [
    [0, 0],
    [0, 1],
    [0, -1],
    [golden, 0],
    [1 - golden, 0],
  ]) {
    isBelow(t, Math.min(...list(a, 5).map(([x, y]) => Math.hypot(x - re, y - im))), 1e-14);
  }
});

test("what is not a number is refused", (t) => {
  t.throws(() => eigenGeneral([0, Number.NaN, 1, 0], 2), { instanceOf: ModelError, message: /not a finite number/ });
});
