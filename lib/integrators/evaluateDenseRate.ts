/** What `evaluateDense` gives at `theta`, and its derivative by `theta` into `rate`. */
export function evaluateDenseRate(
  coefficients: Float64Array,
  vectors: number,
  size: number,
  theta: number,
  out: Float64Array,
  rate: Float64Array,
): void {
  const rest = 1 - theta;
  for (let i = 0; i < size; i++) {
    let value = coefficients[(vectors - 1) * size + i];
    let slope = 0;
    for (let j = vectors - 2; j >= 0; j--) {
      const isEven = (j & 1) === 0;
      const factor = isEven ? theta : rest;
      slope = factor * slope + (isEven ? value : -value);
      value = coefficients[j * size + i] + factor * value;
    }
    out[i] = value;
    rate[i] = slope;
  }
}
