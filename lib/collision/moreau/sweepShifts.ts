import {
  ARM_A,
  ARM_B,
  BODY_A,
  BODY_B,
  type ContactPoints,
  GAP,
  LIFT,
  LINKS,
  NORMAL,
  RESPONSE,
  STRIDE,
  TARGET,
} from "./ContactPoints.ts";
import type { FreeBodies } from "./FreeBodies.ts";

/**
 * Shifts bodies along the normals of contact points, `order[from]` to before `order[to]`, one after the other, so that none has
 * less than the gap which is asked for: multipliers `λ ≥ 0` of `J δ + g ≥ 0`. Writes how much that has changed any gap.
 */
export function sweepShifts(
  { numbers: c, links }: ContactPoints,
  { shifts: d, inverseMasses, inverseInertias: I }: FreeBodies,
  order: Int32Array,
  from: number,
  to: number,
  out: Float64Array,
): void {
  let most = 0;
  for (let i = from; i < to; i++) {
    const k = order[i];
    const o = k * STRIDE;
    const bodyA = links[k * LINKS + BODY_A];
    const bodyB = links[k * LINKS + BODY_B];
    const a = 6 * bodyA;
    const b = 6 * bodyB;
    const nx = c[o + NORMAL];
    const ny = c[o + NORMAL + 1];
    const nz = c[o + NORMAL + 2];
    // Moments of the normal about both centres.
    const ax = c[o + ARM_A + 1] * nz - c[o + ARM_A + 2] * ny;
    const ay = c[o + ARM_A + 2] * nx - c[o + ARM_A] * nz;
    const az = c[o + ARM_A] * ny - c[o + ARM_A + 1] * nx;
    const bx = c[o + ARM_B + 1] * nz - c[o + ARM_B + 2] * ny;
    const by = c[o + ARM_B + 2] * nx - c[o + ARM_B] * nz;
    const bz = c[o + ARM_B] * ny - c[o + ARM_B + 1] * nx;
    const gap =
      c[o + GAP] +
      nx * (d[b] - d[a]) +
      ny * (d[b + 1] - d[a + 1]) +
      nz * (d[b + 2] - d[a + 2]) +
      (bx * d[b + 3] + by * d[b + 4] + bz * d[b + 5]) -
      (ax * d[a + 3] + ay * d[a + 4] + az * d[a + 5]);
    const before = c[o + LIFT];
    // What a rebound is expected of is not touched yet.
    if ((before === 0 && gap >= 0) || c[o + TARGET] === Number.POSITIVE_INFINITY) continue;
    const next = Math.max(0, before - gap / c[o + RESPONSE]);
    const step = next - before;
    c[o + LIFT] = next;
    const change = Math.abs(step) * c[o + RESPONSE];
    if (change > most) most = change;
    const mA = step * inverseMasses[bodyA];
    const mB = step * inverseMasses[bodyB];
    d[a] -= mA * nx;
    d[a + 1] -= mA * ny;
    d[a + 2] -= mA * nz;
    d[a + 3] -= step * (I[a] * ax + I[a + 3] * ay + I[a + 4] * az);
    d[a + 4] -= step * (I[a + 3] * ax + I[a + 1] * ay + I[a + 5] * az);
    d[a + 5] -= step * (I[a + 4] * ax + I[a + 5] * ay + I[a + 2] * az);
    d[b] += mB * nx;
    d[b + 1] += mB * ny;
    d[b + 2] += mB * nz;
    d[b + 3] += step * (I[b] * bx + I[b + 3] * by + I[b + 4] * bz);
    d[b + 4] += step * (I[b + 3] * bx + I[b + 1] * by + I[b + 5] * bz);
    d[b + 5] += step * (I[b + 4] * bx + I[b + 5] * by + I[b + 2] * bz);
  }
  out[0] = most;
}
