import test from "ava";
import { Matrix, solve } from "ml-matrix";
import { ComplexLU } from "../../lib/math/ComplexLU.ts";
import { LU } from "../../lib/math/LU.ts";
import { isAbove, isAtLeast, isBelow, isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

const draw = (random: RandomSource, count: number) => Float64Array.from({ length: count }, () => random.number(-1, 1));

/** The largest entry of A x − b, over what its own terms amount to. */
function calcResidual(a: ArrayLike<number>, x: ArrayLike<number>, b: ArrayLike<number>): number {
  const n = x.length;
  let worst = 0;
  for (let i = 0; i < n; i++) {
    let sum = -b[i];
    let size = Math.abs(b[i]);
    for (let j = 0; j < n; j++) {
      sum += a[i * n + j] * x[j];
      size += Math.abs(a[i * n + j] * x[j]);
    }
    worst = Math.max(worst, Math.abs(sum) / size);
  }
  return worst;
}

/** The real matrix of twice the size that does what A + i B does. */
function embed(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const out = new Float64Array(4 * n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      out[i * 2 * n + j] = out[(n + i) * 2 * n + n + j] = a[i * n + j];
      out[(n + i) * 2 * n + j] = b[i * n + j];
      out[i * 2 * n + n + j] = -b[i * n + j];
    }
  }
  return out;
}

test("real systems of every size from 1 to 40 are solved to rounding", (t) => {
  const random = new RandomSource(1);
  for (let n = 1; n <= 40; n++) {
    const lu = new LU(n);
    // The same solver again and again: nothing is left over from the matrix before.
    for (let round = 0; round < 5; round++) {
      const a = draw(random, n * n);
      // Zeros, on the diagonal too, and rows of very different size.
      if (round > 1) for (let k = 0; k < a.length; k++) if (random.chance(0.4)) a[k] = 0;
      if (round > 3) for (let k = 0; k < a.length; k++) a[k] *= 10 ** (Math.floor(k / n) % 7);
      lu.matrix.set(a);
      const bad = lu.factor();
      if (bad >= 0) {
        isAbove(t, round, 1);
        continue;
      }
      const b = draw(random, n);
      const x = b.slice();
      lu.solve(x);
      isBelow(t, calcResidual(a, x, b), 4e-16 * (n + 4) * (round > 1 ? 100 : 10), `size ${n}, round`);
    }
  }
});

test("a real solution agrees with ml-matrix", (t) => {
  const random = new RandomSource(2);
  const n = 12;
  const a = draw(random, n * n);
  const b = draw(random, n);
  const lu = new LU(n);
  lu.matrix.set(a);
  t.is(lu.factor(), -1);
  const x = b.slice();
  lu.solve(x);
  const rows = Array.from({ length: n }, (_, i) => Array.from(a.subarray(i * n, (i + 1) * n)));
  const expected = solve(new Matrix(rows), Matrix.columnVector(Array.from(b)));
  x.forEach((value, i) => {
    isClose(t, value, expected.get(i, 0), 1e-12);
  });
});

test("complex systems of every size from 1 to 30 are solved to rounding", (t) => {
  const random = new RandomSource(3);
  for (let n = 1; n <= 30; n++) {
    const lu = new ComplexLU(n);
    for (let round = 0; round < 4; round++) {
      const a = draw(random, n * n);
      const b = draw(random, n * n);
      // A real matrix and a shift along the imaginary axis, as an integrator makes it; then plain zeros.
      if (round === 2) for (let k = 0; k < b.length; k++) b[k] = k % (n + 1) === 0 ? 3 : 0;
      if (round === 3) a.fill(0);
      lu.real.set(a);
      lu.imaginary.set(b);
      t.is(lu.factor(), -1);
      const right = draw(random, 2 * n);
      const x = right.slice(0, n);
      const y = right.slice(n);
      lu.solve(x, y);
      isBelow(t, calcResidual(embed(a, b, n), [...x, ...y], right), 4e-15 * (n + 4), `size ${n}, round ${round}`);
    }
  }
});

test("a column without a pivot is named", (t) => {
  const random = new RandomSource(4);
  for (const n of [1, 2, 3, 6, 7]) {
    for (let column = 0; column < n; column++) {
      const a = draw(random, n * n);
      for (let i = 0; i < n; i++) a[i * n + column] = 0;
      const real = new LU(n);
      real.matrix.set(a);
      t.is(real.factor(), column);
      const complex = new ComplexLU(n);
      complex.real.set(a);
      t.is(complex.factor(), column);
    }
  }
});

test("values that are not finite are refused", (t) => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    for (const n of [1, 2, 3, 4]) {
      for (let place = 0; place < n * n; place++) {
        const a = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 2 : 1 / (k + 3)));
        a[place] = bad;
        const real = new LU(n);
        real.matrix.set(a);
        isAtLeast(t, real.factor(), 0, `${bad} at ${place} of ${n}`);
        const complex = new ComplexLU(n);
        complex.real.set(a);
        isAtLeast(t, complex.factor(), 0, `${bad} at ${place} of ${n}`);
        complex.real.fill(1, 0, n * n);
        complex.imaginary.set(a);
        isAtLeast(t, complex.factor(), 0, `${bad} at ${place} of ${n}`);
      }
    }
  }
});
