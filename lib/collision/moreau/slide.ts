import { FRICTION, RESPONSE } from "./ContactPoints.ts";

/** Steps towards the direction of slip at most, and the change of direction that ends them. */
const STEPS = 12;
const SETTLED = 1e-9;
/** Where friction would jam, the normal impulse answers with this part of the response without friction. */
const LEAST_RESPONSE = 0.05;

/**
 * The impulse of a contact that slides, `|p_t| = μ p_n` against the slip that it leaves. The contact is at place `o` of `c`. `b`
 * holds the velocities without it (n, 1, 2), less what is asked of the normal one, and gets the impulse; the search begins against
 * the impulse that would stop the slip, the last two numbers of `b`.
 *
 * Along the unit vector `d` of slip the normal impulse is `p = −b_n/(W_nn − μ W_nt·d)`, and slip is `b_t + p(W_tn − μ W_tt d)`, which has
 * to point along `d`. With `w` the mean of the diagonal of `W_tt` that is `d ∥ b_t + p(W_tn − μ(W_tt − w)d)`: exact at once where the
 * response across the normal is the same in all directions, and contracting where it is nearly so.
 */
export function slide(c: Float64Array, o: number, b: Float64Array): void {
  const w = o + RESPONSE;
  const mu = c[o + FRICTION];
  const n = b[0];
  const x = b[1];
  const y = b[2];
  const s = b[3];
  const t = b[4];
  const half = 0.5 * (c[w + 3] - c[w + 5]);
  const mixed = c[w + 4];
  const least = LEAST_RESPONSE * c[w];
  const length = Math.sqrt(s * s + t * t);
  let dx = length > 0 ? -s / length : 1;
  let dy = length > 0 ? -t / length : 0;
  for (let i = 0; i < STEPS; i++) {
    const p = -n / Math.max(least, c[w] - mu * (c[w + 1] * dx + c[w + 2] * dy));
    const ex = x + p * (c[w + 1] - mu * (half * dx + mixed * dy));
    const ey = y + p * (c[w + 2] - mu * (mixed * dx - half * dy));
    const size = Math.sqrt(ex * ex + ey * ey);
    if (!(size > 0)) break;
    const change = Math.abs(ex / size - dx) + Math.abs(ey / size - dy);
    dx = ex / size;
    dy = ey / size;
    if (change < SETTLED) break;
  }
  const p = -n / Math.max(least, c[w] - mu * (c[w + 1] * dx + c[w + 2] * dy));
  b[0] = p;
  b[1] = -mu * p * dx;
  b[2] = -mu * p * dy;
}
