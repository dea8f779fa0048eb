import { completeK, incompleteF, jacobi } from "./elliptic.ts";
import { quadrature } from "./integrate.ts";

/** A vector of three components. */
export type Triple = [number, number, number];

/** Exact motion of a body that no torque acts on; its body axes are principal and start aligned with the world's. */
export interface TorqueFreeMotion {
  /** Angular velocity at time t in body axes. */
  omega(t: number): Triple;
  /** Rotation matrix from body to world axes at time t, row by row. */
  orientation(t: number): number[];
  /** Time after which the angular velocity in body axes repeats; infinite on the separatrix and in steady rotation. */
  period: number;
  /** First time after the start at which the component about the axis of intermediate inertia vanishes. */
  firstZero: number;
}

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function cross(a: readonly number[], b: readonly number[]): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** A right-handed triad along `z` whose first vector lies in the plane of `z` and body axis `axis`. */
function triad(z: Triple, axis: number): [Triple, Triple, Triple] {
  const unit: Triple = [0, 0, 0];
  unit[axis] = 1;
  const y = cross(z, unit);
  const length = Math.hypot(...y);
  const second: Triple = [y[0] / length, y[1] / length, y[2] / length];
  return [cross(second, z), second, z];
}

interface BodyRates {
  omega(t: number): Triple;
  period: number;
  firstZero: number;
  /** Argument of the elliptic functions per second. */
  speed: number;
  /** A body axis that the angular momentum stays at least 45° away from. */
  axis: number;
}

/** Solution of Euler's equations: cn, sn, dn about the three axes in rising or falling order of inertia. */
function solveBodyRates(inertia: Triple, omega0: Triple): BodyRates {
  const order = [0, 1, 2].sort((i, j) => inertia[i] - inertia[j]);
  let [j1, j2, j3] = order.map((i) => inertia[i]);
  let [w1, w2, w3] = order.map((i) => omega0[i]);
  // The side of the separatrix: the sign of |L|² − 2 T J2.
  if (j3 * (j3 - j2) * w3 * w3 < j1 * (j2 - j1) * w1 * w1) {
    order.reverse();
    [j1, j3] = [j3, j1];
    [w1, w3] = [w3, w1];
  }
  const toFirst = j1 * (j3 - j1) * w1 * w1 + j2 * (j3 - j2) * w2 * w2; // 2 T J3 − |L|²
  const toThird = j2 * (j2 - j1) * w2 * w2 + j3 * (j3 - j1) * w3 * w3; // |L|² − 2 T J1
  const toSecond = j3 * (j3 - j2) * w3 * w3 - j1 * (j2 - j1) * w1 * w1; // |L|² − 2 T J2
  const speed = Math.sqrt(((j3 - j2) * toThird) / (j1 * j2 * j3));
  if (!(speed > 0)) {
    const momentum = omega0.map((w, i) => Math.abs(w * inertia[i]));
    const axis = momentum.indexOf(Math.min(...momentum));
    return { omega: () => [...omega0], period: Infinity, firstZero: Infinity, speed: 0, axis };
  }
  const m = ((j2 - j1) * toFirst) / ((j3 - j2) * toThird);
  const complement = ((j3 - j1) * toSecond) / ((j3 - j2) * toThird);
  // J1 ω1' = (J2 − J3) ω2 ω3 with the axes in cyclic order, the opposite sign otherwise.
  const parity = (order[1] - order[0] + 3) % 3 === 1 ? 1 : -1;
  const sign3 = w3 < 0 ? -1 : 1;
  const sign2 = parity * sign3 * (j3 > j2 ? 1 : -1);
  const a1 = Math.sqrt(toFirst / (j1 * (j3 - j1)));
  const a2 = sign2 * Math.sqrt(toFirst / (j2 * (j3 - j2)));
  const a3 = sign3 * Math.sqrt(toThird / (j3 * (j3 - j1)));
  const phase = toFirst === 0 ? 0 : incompleteF(Math.atan2(w2 / a2, w1 / a1), m, complement);
  const half = 2 * completeK(m, complement);
  let firstZero = -phase / speed;
  if (firstZero <= 0) firstZero += half / speed;
  return {
    omega(t) {
      const { sn, cn, dn } = jacobi(phase + speed * t, m, complement);
      const omega: Triple = [0, 0, 0];
      omega[order[0]] = a1 * cn;
      omega[order[1]] = a2 * sn;
      omega[order[2]] = a3 * dn;
      return omega;
    },
    period: (2 * half) / speed,
    firstZero,
    speed,
    // The squares of the largest components of the angular momentum along the first and third axis add up to its own.
    axis: j1 * a1 < j3 * Math.abs(a3) ? order[0] : order[2],
  };
}

/**
 * Exact motion of a torque-free body with principal inertias in any order and the angular velocity `omega0` in body
 * axes. The angular velocity is in closed form; of the orientation two angles are, and the third, the turn about the
 * constant angular momentum, is a quadrature of a smooth function.
 */
export function torqueFree(inertia: Triple, omega0: Triple): TorqueFreeMotion {
  const { omega, period, firstZero, speed, axis } = solveBodyRates(inertia, omega0);
  const momentum = (w: Triple): Triple => [inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2]];
  const size = Math.hypot(...momentum(omega0));
  const energy = dot(momentum(omega0), omega0);
  const direction = (w: Triple): Triple => momentum(w).map((value) => value / size) as Triple;

  /** Rate at which the chosen body axis turns about the angular momentum. */
  function precession(t: number): number {
    const along = omega(t)[axis];
    const part = inertia[axis] * along;
    return (size * (energy - part * along)) / (size * size - part * part);
  }

  function orientation(t: number): number[] {
    if (size === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const angle = quadrature(precession, 0, t, Math.max(1, Math.ceil(2 * speed * Math.abs(t))));
    const [x, y, z] = triad(direction(omega0), axis);
    const body = triad(direction(omega(t)), axis);
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    const turned = [x.map((value, i) => c * value + s * y[i]), y.map((value, i) => c * value - s * x[i]), z];
    const matrix: number[] = [];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        matrix.push(turned[0][i] * body[0][j] + turned[1][i] * body[1][j] + turned[2][i] * body[2][j]);
      }
    }
    return matrix;
  }

  return { omega, orientation, period, firstZero };
}

/** Spin about nearly the intermediate axis, which turns over again and again (the Dzhanibekov effect). */
export const DZHANIBEKOV = {
  inertia: [0.3, 0.35, 0.4],
  omega: [0.1, 15, 0.1],
  period: 12.3349458093391,
  /** The second component changes its sign every so often, first at `firstZero`. */
  flip: 6.16747290466955,
  firstZero: 3.691996,
} as const;
