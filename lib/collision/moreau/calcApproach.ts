import { ARM_A, ARM_B, NORMAL } from "./ContactPoints.ts";

/**
 * Velocity of B relative to A along the normal of the contact at place `o` of `c`; velocities of the bodies are six numbers each,
 * at the places `a` and `b` of `v`.
 */
export function calcApproach(c: Float64Array, o: number, v: Float64Array, a: number, b: number): number {
  const ax = c[o + ARM_A];
  const ay = c[o + ARM_A + 1];
  const az = c[o + ARM_A + 2];
  const bx = c[o + ARM_B];
  const by = c[o + ARM_B + 1];
  const bz = c[o + ARM_B + 2];
  return (
    c[o + NORMAL] * (v[b] + v[b + 4] * bz - v[b + 5] * by - v[a] - v[a + 4] * az + v[a + 5] * ay) +
    c[o + NORMAL + 1] * (v[b + 1] + v[b + 5] * bx - v[b + 3] * bz - v[a + 1] - v[a + 5] * ax + v[a + 3] * az) +
    c[o + NORMAL + 2] * (v[b + 2] + v[b + 3] * by - v[b + 4] * bx - v[a + 2] - v[a + 3] * ay + v[a + 4] * ax)
  );
}
