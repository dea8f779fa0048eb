import {
  APPROACH,
  ARM_A,
  ARM_B,
  BODY_A,
  BODY_B,
  type ContactPoints,
  GAP,
  IMPULSE,
  INVERSE,
  LINKS,
  NORMAL,
  RESPONSE,
  RESTITUTION,
  STRIDE,
  TARGET,
} from "./ContactPoints.ts";
import { calcApproach } from "./calcApproach.ts";
import type { FreeBodies } from "./FreeBodies.ts";

/** Bodies that approach no faster than forces make them within so many steps are about to rest, and do not rebound. */
const RESTING_STEPS = 2;

/**
 * Responses of all points, and what is asked of their normal velocities `u⁺` at the end of the step: `u⁺ ≥ −e u⁻` where they
 * touch; where they do not and no rebound is to be expected, `u⁺ ≥ −g/h`, so that they touch in the middle of the next step at
 * the earliest; nothing else.
 */
export function prepareContacts({ count, numbers, links }: ContactPoints, bodies: FreeBodies, h: number): void {
  const { starts, velocities } = bodies;
  for (let k = 0; k < count; k++) {
    const o = k * STRIDE;
    const a = links[k * LINKS + BODY_A];
    const b = links[k * LINKS + BODY_B];
    calcResponse(numbers, o, bodies, a, b);
    const before = calcApproach(numbers, o, starts, 6 * a, 6 * b);
    const kick = Math.abs(calcApproach(numbers, o, velocities, 6 * a, 6 * b) - before);
    const gap = numbers[o + GAP];
    const e = numbers[o + RESTITUTION];
    numbers[o + APPROACH] = before;
    if (gap <= 0) numbers[o + TARGET] = Math.min(0, e * before);
    else if (e === 0 || before >= -RESTING_STEPS * kick) numbers[o + TARGET] = gap / h;
    else {
      numbers[o + TARGET] = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 3; i++) numbers[o + IMPULSE + i] = 0;
    }
  }
}

/** `W = Σ 1/m + (r × d_i)·I⁻¹(r × d_j)` in the axes of the contact, and its inverse. */
function calcResponse(c: Float64Array, o: number, bodies: FreeBodies, a: number, b: number): void {
  const { inverseMasses } = bodies;
  const mass = inverseMasses[a] + inverseMasses[b];
  const w = o + RESPONSE;
  c[w] = c[w + 3] = c[w + 5] = mass;
  c[w + 1] = c[w + 2] = c[w + 4] = 0;
  addTurning(c, o, ARM_A, bodies, a);
  addTurning(c, o, ARM_B, bodies, b);
  const nn = c[w];
  const n1 = c[w + 1];
  const n2 = c[w + 2];
  const w11 = c[w + 3];
  const w12 = c[w + 4];
  const w22 = c[w + 5];
  const c0 = w11 * w22 - w12 * w12;
  const c1 = n2 * w12 - n1 * w22;
  const c2 = n1 * w12 - n2 * w11;
  const f = 1 / (nn * c0 + n1 * c1 + n2 * c2);
  const v = o + INVERSE;
  c[v] = f * c0;
  c[v + 1] = f * c1;
  c[v + 2] = f * c2;
  c[v + 3] = f * (nn * w22 - n2 * n2);
  c[v + 4] = f * (n1 * n2 - nn * w12);
  c[v + 5] = f * (nn * w11 - n1 * n1);
}

const moment = new Float64Array(9);
const turned = new Float64Array(9);

function addTurning(c: Float64Array, o: number, arm: number, { inverseInertias: I }: FreeBodies, body: number): void {
  const at = 6 * body;
  // A base does not answer.
  if (I[at] === 0) return;
  const x = c[o + arm];
  const y = c[o + arm + 1];
  const z = c[o + arm + 2];
  for (let d = 0; d < 9; d += 3) {
    const dx = c[o + NORMAL + d];
    const dy = c[o + NORMAL + d + 1];
    const dz = c[o + NORMAL + d + 2];
    const p = y * dz - z * dy;
    const q = z * dx - x * dz;
    const r = x * dy - y * dx;
    moment[d] = p;
    moment[d + 1] = q;
    moment[d + 2] = r;
    turned[d] = I[at] * p + I[at + 3] * q + I[at + 4] * r;
    turned[d + 1] = I[at + 3] * p + I[at + 1] * q + I[at + 5] * r;
    turned[d + 2] = I[at + 4] * p + I[at + 5] * q + I[at + 2] * r;
  }
  const w = o + RESPONSE;
  c[w] += moment[0] * turned[0] + moment[1] * turned[1] + moment[2] * turned[2];
  c[w + 1] += moment[0] * turned[3] + moment[1] * turned[4] + moment[2] * turned[5];
  c[w + 2] += moment[0] * turned[6] + moment[1] * turned[7] + moment[2] * turned[8];
  c[w + 3] += moment[3] * turned[3] + moment[4] * turned[4] + moment[5] * turned[5];
  c[w + 4] += moment[3] * turned[6] + moment[4] * turned[7] + moment[5] * turned[8];
  c[w + 5] += moment[6] * turned[6] + moment[7] * turned[7] + moment[8] * turned[8];
}
