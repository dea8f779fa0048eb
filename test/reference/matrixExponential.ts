type Matrix = number[][];

const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));

/** `exp(A)` by scaling, Taylor's series and squaring. */
export function matrixExponential(a: Matrix): Matrix {
  const norm = Math.max(...a.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
  const halvings = Math.max(0, Math.ceil(Math.log2(norm)) + 2);
  const scaled = a.map((row) => row.map((value) => value / 2 ** halvings));
  // exp(A) − 1, so that small parts keep their digits: (1 + E)² − 1 = 2 E + E².
  let term = scaled;
  let sum = scaled;
  for (let k = 2; k <= 24; k++) {
    term = multiply(term, scaled).map((row) => row.map((value) => value / k));
    sum = sum.map((row, i) => row.map((value, j) => value + term[i][j]));
  }
  for (let k = 0; k < halvings; k++) {
    const square = multiply(sum, sum);
    sum = sum.map((row, i) => row.map((value, j) => 2 * value + square[i][j]));
  }
  return sum.map((row, i) => row.map((value, j) => value + (i === j ? 1 : 0)));
}

/** `y(t)` of `ẏ = A y + b` with constant `A` and `b`. */
export function solveLinear(a: Matrix, b: readonly number[], y0: readonly number[], t: number): number[] {
  const size = b.length;
  const augmented = [...a.map((row, i) => [...row, b[i]]), new Array<number>(size + 1).fill(0)];
  const power = matrixExponential(augmented.map((row) => row.map((value) => value * t)));
  return power.slice(0, size).map((row) => row.reduce((sum, value, j) => sum + value * (y0[j] ?? 1), 0));
}
