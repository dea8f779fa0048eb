/** A vector of derivatives with estimates of their errors. */
export interface Derivative {
  readonly values: Float64Array;
  readonly errors: Float64Array;
}

/** Halvings of the step at most, and at least: the first ones may be too coarse to say anything. */
const HALVINGS = 20;
const LEAST = 8;
/** Columns of the extrapolation: orders 2 to 14. */
const COLUMNS = 7;

/**
 * The derivative at zero of a vector-valued function: central differences at steps that are halved, extrapolated to the
 * step zero (Richardson) [Ridders]. Each component stops where its own estimate of the error is least: truncation falls
 * with the step, rounding grows. `calc` writes the function at a point to `out`; false where it has no value, and smaller
 * steps are tried. `noise` is how far the values of the function are off by rounding.
 */
export function differentiate(
  calc: (at: number, out: Float64Array) => boolean,
  noise: Float64Array,
  step: number,
): Derivative | undefined {
  const size = noise.length;
  const values = new Float64Array(size);
  const errors = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  const grows = new Uint8Array(size);
  const plus = new Float64Array(size);
  const minus = new Float64Array(size);
  let last: Float64Array[] = [];
  let h = step;
  for (let count = 0; count < HALVINGS; count++, h /= 2) {
    const isThere = calc(h, plus) && calc(-h, minus) && plus.every(Number.isFinite) && minus.every(Number.isFinite);
    if (!isThere) {
      last = [];
      h /= 4;
      continue;
    }
    const row = [plus.map((x, i) => (x - minus[i]) / (2 * h))];
    for (let k = 1; k <= Math.min(last.length, COLUMNS - 1); k++) {
      const factor = 1 / (4 ** k - 1);
      row.push(row[k - 1].map((x, i) => x + factor * (x - last[k - 1][i])));
    }
    let isDone = count >= LEAST;
    for (let i = 0; i < size; i++) {
      const floor = (noise[i] + 2 * Number.EPSILON * Math.max(Math.abs(plus[i]), Math.abs(minus[i]))) / h;
      for (let k = 1; k < row.length; k++) {
        const error = Math.max(floor, Math.abs(row[k][i] - row[k - 1][i]), Math.abs(row[k][i] - last[k - 1][i]));
        if (error >= errors[i]) continue;
        errors[i] = error;
        values[i] = row[k][i];
      }
      const top = row.length - 1;
      // Twice in a row worse than the best: rounding has taken over.
      grows[i] = top > 0 && Math.abs(row[top][i] - last[top - 1][i]) >= 2 * errors[i] ? grows[i] + 1 : 0;
      if (grows[i] < 2 && errors[i] > floor) isDone = false;
    }
    last = row;
    if (isDone) break;
  }
  return errors.every(Number.isFinite) ? { values, errors } : undefined;
}
