import { integrateTo, type Rates } from "./integrate.ts";

/** A rod of a planar chain; it hangs from the end of the rod before, the first one from the origin. */
export interface Rod {
  mass: number;
  /** From its upper to its lower hinge. */
  length: number;
  /** Inertia about the centre of mass, across the plane. */
  inertia: number;
  /** From the upper hinge to the centre of mass; half the length if not given. */
  centre?: number;
}

/**
 * Angles of all rods from straight down (−y), positive towards +x, each absolute and not relative to the rod before,
 * and their rates.
 */
export interface ChainState {
  angles: number[];
  rates: number[];
}

/** A slender uniform rod. */
export function slenderRod(mass: number, length: number): Rod {
  return { mass, length, inertia: (mass * length * length) / 12 };
}

/** First moments S and the constants a_ij of the mass matrix a_ij cos(θi − θj). */
function coefficients(rods: readonly Rod[]): { moments: number[]; a: number[][] } {
  const hanging = rods.map((_, i) => rods.slice(i + 1).reduce((sum, rod) => sum + rod.mass, 0));
  const centres = rods.map((rod) => rod.centre ?? rod.length / 2);
  const moments = rods.map((rod, i) => rod.mass * centres[i] + rod.length * hanging[i]);
  const a = rods.map((rod, i) =>
    rods.map((other, j) => {
      if (i === j) return rod.inertia + rod.mass * centres[i] ** 2 + rod.length ** 2 * hanging[i];
      return i < j ? rod.length * moments[j] : other.length * moments[i];
    }),
  );
  return { moments, a };
}

/** Solves a symmetric positive definite system by Cholesky's factorisation. */
function solveSymmetric(matrix: readonly number[][], right: readonly number[]): number[] {
  const n = right.length;
  const l = matrix.map((row) => [...row]);
  const x = [...right];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      for (let k = 0; k < j; k++) l[i][j] -= l[i][k] * l[j][k];
      l[i][j] = i === j ? Math.sqrt(l[i][i]) : l[i][j] / l[j][j];
    }
    for (let k = 0; k < i; k++) x[i] -= l[i][k] * x[k];
    x[i] /= l[i][i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= l[k][i] * x[k];
    x[i] /= l[i][i];
  }
  return x;
}

/** Angular accelerations of a chain: Σj a_ij (cos(θi − θj) θ̈j + sin(θi − θj) θ̇j²) = −g S_i sin θi. */
export function chainAccelerations(rods: readonly Rod[], gravity: number, { angles, rates }: ChainState): number[] {
  const { moments, a } = coefficients(rods);
  const matrix = a.map((row, i) => row.map((value, j) => value * Math.cos(angles[i] - angles[j])));
  const right = a.map((row, i) =>
    row.reduce(
      (sum, value, j) => sum - value * Math.sin(angles[i] - angles[j]) * rates[j] ** 2,
      -gravity * moments[i] * Math.sin(angles[i]),
    ),
  );
  return solveSymmetric(matrix, right);
}

/** Differential equation of a chain; state [angles, rates]. */
export function chainRates(rods: readonly Rod[], gravity: number): Rates {
  const n = rods.length;
  return (_t, y) => {
    const rates = y.slice(n);
    return [...rates, ...chainAccelerations(rods, gravity, { angles: y.slice(0, n), rates })];
  };
}

/** States of a chain at several times after t = 0. Long chains are chaotic: errors grow exponentially with time. */
export function solveChain(
  rods: readonly Rod[],
  gravity: number,
  start: ChainState,
  times: readonly number[],
  tolerance = 1e-15,
): ChainState[] {
  const n = rods.length;
  const states = integrateTo(chainRates(rods, gravity), [...start.angles, ...start.rates], 0, times, tolerance);
  return states.map((y) => ({ angles: y.slice(0, n), rates: y.slice(n) }));
}

/** Kinetic plus potential energy; the latter is zero at the height of the first hinge. */
export function chainEnergy(rods: readonly Rod[], gravity: number, { angles, rates }: ChainState): number {
  const { moments, a } = coefficients(rods);
  let energy = 0;
  for (let i = 0; i < rods.length; i++) {
    energy -= gravity * moments[i] * Math.cos(angles[i]);
    for (let j = 0; j < rods.length; j++) {
      energy += (a[i][j] * Math.cos(angles[i] - angles[j]) * rates[i] * rates[j]) / 2;
    }
  }
  return energy;
}

/** Energy that a chain has above hanging still. */
export function chainEnergyAboveHanging(rods: readonly Rod[], gravity: number, state: ChainState): number {
  const still = { angles: rods.map(() => 0), rates: rods.map(() => 0) };
  return chainEnergy(rods, gravity, state) - chainEnergy(rods, gravity, still);
}

/** Centres of mass and lower ends of all rods, [x, y] each. */
export function chainPoints(
  rods: readonly Rod[],
  angles: readonly number[],
): { centres: [number, number][]; ends: [number, number][] } {
  let [x, y] = [0, 0];
  const centres: [number, number][] = [];
  const ends: [number, number][] = [];
  rods.forEach((rod, i) => {
    const [s, c] = [Math.sin(angles[i]), Math.cos(angles[i])];
    const centre = rod.centre ?? rod.length / 2;
    centres.push([x + centre * s, y - centre * c]);
    [x, y] = [x + rod.length * s, y - rod.length * c];
    ends.push([x, y]);
  });
  return { centres, ends };
}
