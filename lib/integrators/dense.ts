import { ModelError } from "../math/index.ts";

/**
 * Evaluates the dense output of a step at `theta = (t − tOld) / h`. One nested form serves every method:
 *
 *     u(θ) = c0 + θ(c1 + (1−θ)(c2 + θ(c3 + (1−θ)(c4 + …)))),   c0 = y0,  c1 = y1 − y0
 *
 * c2 and c3 make the derivatives at both ends right, so that four vectors are the cubic through both ends; the further
 * ones change only the interior. [Hairer, II.6]
 *
 * @param coefficients the vectors c0, c1, … one after the other, `size` numbers each, beginning at `offset`
 */
export function evaluateDense(
  coefficients: Float64Array,
  offset: number,
  vectors: number,
  size: number,
  theta: number,
  out: Float64Array,
): void {
  const count = vectors * size;
  if (!(coefficients instanceof Float64Array && out instanceof Float64Array) || !(offset >= 0 && count > 0)) refuse();
  if (!(offset + count <= coefficients.length && size <= out.length && theta - theta === 0)) refuse();
  const rest = 1 - theta;
  let from = offset + (vectors - 1) * size;
  for (let i = 0; i < size; i++) out[i] = coefficients[from + i];
  for (let j = vectors - 2; j >= 0; j--) {
    from -= size;
    const factor = (j & 1) === 0 ? theta : rest;
    for (let i = 0; i < size; i++) out[i] = coefficients[from + i] + factor * out[i];
  }
}

function refuse(): never {
  throw new ModelError(
    "evaluateDense: the numbers do not fit each other; give a Float64Array with vectors × size numbers from offset on, " +
      "a finite theta, and a Float64Array of size numbers for the result",
  );
}
