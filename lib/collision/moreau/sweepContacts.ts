import {
  ARM_A,
  ARM_B,
  BODY_A,
  BODY_B,
  type ContactPoints,
  FRICTION,
  IMPULSE,
  INVERSE,
  LINKS,
  NORMAL,
  RESPONSE,
  STRIDE,
  TANGENT,
  TARGET,
} from "./ContactPoints.ts";
import type { FreeBodies } from "./FreeBodies.ts";
import { slide } from "./slide.ts";

const impulse = new Float64Array(5);

/**
 * Solves contact points one after the other, `order[first]`, `order[first + step]` … up to `order[last]`, each exactly by
 * Coulomb's law while all others stay as they are: no impulse where the bodies part; else the one that stops them, if that is in
 * the cone of friction; else the one that slides. Writes how much that has changed the velocity of any of them at most.
 *
 * All in one function, without a call for each part: this is where a heap spends its time. Numbers go in and out by arrays,
 * since arguments and results that are no integers take memory.
 */
export function sweepContacts(
  { numbers: c, links }: ContactPoints,
  { velocities: v, inverseMasses, inverseInertias: I }: FreeBodies,
  order: Int32Array,
  first: number,
  last: number,
  step: number,
  out: Float64Array,
): void {
  let most = 0;
  for (let i = first; i !== last + step; i += step) {
    const k = order[i];
    const o = k * STRIDE;
    const bodyA = links[k * LINKS + BODY_A];
    const bodyB = links[k * LINKS + BODY_B];
    const a = 6 * bodyA;
    const b = 6 * bodyB;
    const nx = c[o + NORMAL];
    const ny = c[o + NORMAL + 1];
    const nz = c[o + NORMAL + 2];
    const ax = c[o + ARM_A];
    const ay = c[o + ARM_A + 1];
    const az = c[o + ARM_A + 2];
    const bx = c[o + ARM_B];
    const by = c[o + ARM_B + 1];
    const bz = c[o + ARM_B + 2];
    const ux = v[b] + v[b + 4] * bz - v[b + 5] * by - v[a] - v[a + 4] * az + v[a + 5] * ay;
    const uy = v[b + 1] + v[b + 5] * bx - v[b + 3] * bz - v[a + 1] - v[a + 5] * ax + v[a + 3] * az;
    const uz = v[b + 2] + v[b + 3] * by - v[b + 4] * bx - v[a + 2] - v[a + 3] * ay + v[a + 4] * ax;
    const n = nx * ux + ny * uy + nz * uz + c[o + TARGET];
    const p = c[o + IMPULSE];
    if (p === 0 && n >= 0) continue;
    const sx = c[o + TANGENT];
    const sy = c[o + TANGENT + 1];
    const sz = c[o + TANGENT + 2];
    const tx = c[o + TANGENT + 3];
    const ty = c[o + TANGENT + 4];
    const tz = c[o + TANGENT + 5];
    const e = sx * ux + sy * uy + sz * uz;
    const f = tx * ux + ty * uy + tz * uz;
    const s = c[o + IMPULSE + 1];
    const t = c[o + IMPULSE + 2];
    const mu = c[o + FRICTION];
    const w = o + RESPONSE;
    const w0 = c[w];
    const w1 = c[w + 1];
    const w2 = c[w + 2];
    const w3 = c[w + 3];
    const w4 = c[w + 4];
    const w5 = c[w + 5];
    // What the normal velocity would be without this contact.
    const free = n - (w0 * p + w1 * s + w2 * t);
    let dp = -p;
    let ds = -s;
    let dt = -t;
    if (free < 0 && mu === 0) dp = -n / w0;
    else if (free < 0) {
      const j = o + INVERSE;
      const stuckN = p - (c[j] * n + c[j + 1] * e + c[j + 2] * f);
      const stuckS = s - (c[j + 1] * n + c[j + 3] * e + c[j + 4] * f);
      const stuckT = t - (c[j + 2] * n + c[j + 4] * e + c[j + 5] * f);
      if (stuckN > 0 && stuckS * stuckS + stuckT * stuckT <= mu * mu * stuckN * stuckN) {
        dp += stuckN;
        ds += stuckS;
        dt += stuckT;
      } else {
        impulse[0] = free;
        impulse[1] = e - (w1 * p + w3 * s + w4 * t);
        impulse[2] = f - (w2 * p + w4 * s + w5 * t);
        impulse[3] = stuckS;
        impulse[4] = stuckT;
        slide(c, o, impulse);
        dp += impulse[0];
        ds += impulse[1];
        dt += impulse[2];
      }
    }
    c[o + IMPULSE] = p + dp;
    c[o + IMPULSE + 1] = s + ds;
    c[o + IMPULSE + 2] = t + dt;
    const change = Math.abs(dp) * w0 + Math.abs(ds) * w3 + Math.abs(dt) * w5;
    if (change > most) most = change;
    const x = dp * nx + ds * sx + dt * tx;
    const y = dp * ny + ds * sy + dt * ty;
    const z = dp * nz + ds * sz + dt * tz;
    const mA = inverseMasses[bodyA];
    if (mA > 0) {
      const l = az * y - ay * z;
      const m = ax * z - az * x;
      const q = ay * x - ax * y;
      v[a] -= mA * x;
      v[a + 1] -= mA * y;
      v[a + 2] -= mA * z;
      v[a + 3] += I[a] * l + I[a + 3] * m + I[a + 4] * q;
      v[a + 4] += I[a + 3] * l + I[a + 1] * m + I[a + 5] * q;
      v[a + 5] += I[a + 4] * l + I[a + 5] * m + I[a + 2] * q;
    }
    const mB = inverseMasses[bodyB];
    if (mB > 0) {
      const l = by * z - bz * y;
      const m = bz * x - bx * z;
      const q = bx * y - by * x;
      v[b] += mB * x;
      v[b + 1] += mB * y;
      v[b + 2] += mB * z;
      v[b + 3] += I[b] * l + I[b + 3] * m + I[b + 4] * q;
      v[b + 4] += I[b + 3] * l + I[b + 1] * m + I[b + 5] * q;
      v[b + 5] += I[b + 4] * l + I[b + 5] * m + I[b + 2] * q;
    }
  }
  out[0] = most;
}
