import type { Vector3 } from "../../lib/index.ts";
import { completeK } from "./completeK.ts";
import { sortAxes } from "./tumbling.ts";

/** What does not change while a body turns without torque. */
export interface Conserved {
  /** Kinetic energy, J. */
  energy: number;
  /** Length of the angular momentum, kg m²/s. */
  momentum: number;
}

export function findConserved(moments: Vector3, rates: Vector3): Conserved {
  const momentum = moments.map((moment, i) => moment * rates[i]);
  return {
    energy: momentum.reduce((sum, value, i) => sum + value * rates[i], 0) / 2,
    momentum: Math.hypot(...momentum),
  };
}

/**
 * The time after which the angular velocity in body axes repeats, s, by Euler's solution with Jacobi's elliptic functions:
 * `4 K/p`. Infinite on the separatrix, and where nothing but steady rotation is possible.
 */
export function findTumble(moments: Vector3, rates: Vector3): number {
  const order = sortAxes(moments);
  let [j1, j2, j3] = order.map((i) => moments[i]);
  let [w1, w2, w3] = order.map((i) => rates[i] ** 2);
  // The path goes round the axis of the largest moment, or, on the other side of the separatrix, round that of the smallest.
  if (j3 * (j3 - j2) * w3 < j1 * (j2 - j1) * w1) [j1, j3, w1, w3] = [j3, j1, w3, w1];
  const toSecond = j3 * (j3 - j2) * w3 - j1 * (j2 - j1) * w1; // |L|² − 2 T J2
  const toThird = j2 * (j2 - j1) * w2 + j3 * (j3 - j1) * w3; // |L|² − 2 T J1
  const speed = Math.sqrt(((j3 - j2) * toThird) / (j1 * j2 * j3));
  if (!(speed > 0)) return Number.POSITIVE_INFINITY;
  return (4 / speed) * completeK(((j3 - j1) * toSecond) / ((j3 - j2) * toThird));
}

/** A curve on the energy ellipsoid. */
export interface Polhode {
  readonly kind: "separatrix" | "level";
  /** Angular velocities in body axes, rad/s; the last is the first. */
  readonly points: readonly Vector3[];
}

/** Points of a curve. */
const COUNT = 120;

/**
 * Paths of the angular velocity on the ellipsoid `J₁ω₁² + J₂ω₂² + J₃ω₃² = 2T`: where `J₁²ω₁² + J₂²ω₂² + J₃²ω₃² = L²` for
 * different `L`. On the ellipsoid scaled to a sphere, `eᵢ = ωᵢ √(Jᵢ/2T)`, the separatrix is two great circles through the
 * axis of the middle moment, and the others close round the axes of the largest and of the smallest.
 */
export function findPolhodes(moments: Vector3, energy: number, levels = 5): Polhode[] {
  const order = sortAxes(moments);
  const [j1, j2, j3] = order.map((i) => moments[i]);
  const toRates = (e1: number, e2: number, e3: number): Vector3 => {
    const rates: [number, number, number] = [0, 0, 0];
    [e1, e2, e3].forEach((e, k) => {
      rates[order[k]] = e * Math.sqrt((2 * energy) / moments[order[k]]);
    });
    return rates;
  };
  const trace = (find: (angle: number) => Vector3) =>
    Array.from({ length: COUNT + 1 }, (_, i) => find((2 * Math.PI * i) / COUNT));
  const polhodes: Polhode[] = [];
  const span = j3 - j1;
  for (const side of [1, -1]) {
    const [a, c] = [Math.sqrt((j3 - j2) / span), side * Math.sqrt((j2 - j1) / span)];
    const points = trace((angle) => toRates(a * Math.cos(angle), Math.sin(angle), c * Math.cos(angle)));
    if (span > 0 && a * c !== 0) polhodes.push({ kind: "separatrix", points });
  }
  // Round the third axis; round the first with the two exchanged.
  for (const [from, to, isThird] of [
    [j1, j3, true],
    [j3, j1, false],
  ] as const) {
    if (Math.abs(to - j2) < 1e-9 * j3) continue;
    for (let level = 1; level <= levels; level++) {
      const part = (level - 0.5) / levels;
      const [a, b] = [Math.sqrt(((to - j2) * part) / (to - from)), Math.sqrt(part)];
      for (const side of [1, -1]) {
        const points = trace((angle) => {
          const [u, v] = [a * Math.cos(angle), b * Math.sin(angle)];
          const w = side * Math.sqrt(Math.max(0, 1 - u * u - v * v));
          return isThird ? toRates(u, v, w) : toRates(w, v, u);
        });
        polhodes.push({ kind: "level", points });
      }
    }
  }
  return polhodes;
}
