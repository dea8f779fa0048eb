import type { Link } from "./Link.ts";

/*
 * What is read of links and not needed to integrate: wrenches of joints, energy, momentum. The numbers are the offsets in
 * the arrays of a link (see Link).
 */

const spin = new Float64Array(3);
const turned = new Float64Array(3);

/**
 * Newton's and Euler's equations leaf to root: the wrench W that each link gets through its joint, at P. Accelerations and
 * loads are known; `gravity` is the uniform one.
 */
export function calcJointWrenches(links: readonly Link[], gravity: Float64Array): void {
  for (const { w, k } of links) {
    const m = k[33];
    w[92] = m * (w[18] - gravity[0]) - w[86];
    w[93] = m * (w[19] - gravity[1]) - w[87];
    w[94] = m * (w[20] - gravity[2]) - w[88];
    calcSpinRate(w, k, spin);
    w[95] = spin[0] - w[89] + w[43] * w[94] - w[44] * w[93];
    w[96] = spin[1] - w[90] + w[44] * w[92] - w[42] * w[94];
    w[97] = spin[2] - w[91] + w[42] * w[93] - w[43] * w[92];
  }
  for (let i = links.length - 1; i >= 0; i--) {
    const { w, parent } = links[i];
    if (!parent) continue;
    const p = parent.w;
    p[92] += w[92];
    p[93] += w[93];
    p[94] += w[94];
    p[95] += w[95] + w[37] * w[94] - w[38] * w[93];
    p[96] += w[96] + w[38] * w[92] - w[36] * w[94];
    p[97] += w[97] + w[36] * w[93] - w[37] * w[92];
  }
}

/** `sign` times the wrench W that a link gets through its joint, with its point. */
export function readJointWrench(
  { w }: Link,
  sign: number,
  { F, M, P }: { F: Float64Array; M: Float64Array; P: Float64Array },
): void {
  for (let i = 0; i < 3; i++) {
    F[i] = sign * w[92 + i];
    M[i] = sign * w[95 + i];
    P[i] = w[24 + i];
  }
}

/** `SᵀW`: the part of the joint's wrench along the one motion of a link. */
export function getEffort({ w, k }: Link): number {
  return (
    k[43] * (w[39] * w[92] + w[40] * w[93] + w[41] * w[94]) + k[44] * (w[39] * w[95] + w[40] * w[96] + w[41] * w[97])
  );
}

/** Kinetic energy of the link's body, J. */
export function getKineticEnergy({ w, k }: Link): number {
  const m = k[33];
  if (m === 0) return 0;
  rotateInertia(w, k, w[15], w[16], w[17], spin);
  return (
    0.5 * m * (w[12] * w[12] + w[13] * w[13] + w[14] * w[14]) +
    0.5 * (w[15] * spin[0] + w[16] * spin[1] + w[17] * spin[2])
  );
}

/** Adds linear momentum, and angular momentum about the origin, of the link's body to `out` (6). */
export function addMomentum({ w, k }: Link, out: Float64Array): void {
  const m = k[33];
  if (m === 0) return;
  rotateInertia(w, k, w[15], w[16], w[17], spin);
  for (let i = 0; i < 3; i++) out[i] += m * w[12 + i];
  out[3] += spin[0] + m * (w[1] * w[14] - w[2] * w[13]);
  out[4] += spin[1] + m * (w[2] * w[12] - w[0] * w[14]);
  out[5] += spin[2] + m * (w[0] * w[13] - w[1] * w[12]);
}

/** Momentum and angular momentum at the centre of mass that would go with a twist (both six numbers from place `o` on). */
export function calcMomentumOf({ w, k }: Link, twist: Float64Array, o: number, out: Float64Array): void {
  for (let j = 0; j < 3; j++) out[o + j] = k[33] * twist[o + j];
  rotateInertia(w, k, twist[o + 3], twist[o + 4], twist[o + 5], turned);
  out.set(turned, o + 3);
}

/** Velocity of the centre of mass and angular velocity: six numbers. */
export function readTwist({ w }: Link): Float64Array {
  return w.slice(12, 18);
}

/** The largest of the three moments of inertia of the link's body about its axes. */
export function getLargestInertia({ k }: Link): number {
  return Math.max(k[37], k[38], k[39]);
}

/** `I ε + [ω, I ω]` in world axes. */
function calcSpinRate(w: Float64Array, k: Float64Array, out: Float64Array): void {
  if (k[33] === 0) {
    out.fill(0);
    return;
  }
  rotateInertia(w, k, w[15], w[16], w[17], out);
  const x = w[16] * out[2] - w[17] * out[1];
  const y = w[17] * out[0] - w[15] * out[2];
  const z = w[15] * out[1] - w[16] * out[0];
  rotateInertia(w, k, w[21], w[22], w[23], out);
  out[0] += x;
  out[1] += y;
  out[2] += z;
}

/** `T I_body Tᵀ v` */
function rotateInertia(w: Float64Array, k: Float64Array, x: number, y: number, z: number, out: Float64Array): void {
  const a = w[3] * x + w[6] * y + w[9] * z;
  const b = w[4] * x + w[7] * y + w[10] * z;
  const c = w[5] * x + w[8] * y + w[11] * z;
  const p = k[37] * a + k[40] * b + k[41] * c;
  const q = k[40] * a + k[38] * b + k[42] * c;
  const r = k[41] * a + k[42] * b + k[39] * c;
  out[0] = w[3] * p + w[4] * q + w[5] * r;
  out[1] = w[6] * p + w[7] * q + w[8] * r;
  out[2] = w[9] * p + w[10] * q + w[11] * r;
}
