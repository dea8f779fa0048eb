import { integrateTo, type Rates } from "./integrate.ts";
import type { Triple } from "./torqueFree.ts";

/** A body that turns about a fixed point at the world's origin; body axes are principal. */
export interface Top {
  mass: number;
  /** Principal inertias about the centre of mass. */
  inertia: Triple;
  /** Centre of mass from the fixed point, in body axes; along one of them, so that they stay principal there. */
  centre: Triple;
  /** Gravity, along −z of the world. */
  gravity: number;
}

/** State of a top at a time. */
export interface TopState {
  /** Unit quaternion from body to world axes, scalar first. */
  quaternion: [number, number, number, number];
  /** Rotation matrix from body to world axes, row by row. */
  orientation: number[];
  /** Angular velocity in body axes. */
  omega: Triple;
  /** Centre of mass in world axes. */
  centre: Triple;
}

function rotation(q: readonly number[]): number[] {
  const [w, x, y, z] = q;
  const n = w * w + x * x + y * y + z * z;
  return [
    w * w + x * x - y * y - z * z,
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    w * w - x * x + y * y - z * z,
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    w * w - x * x - y * y + z * z,
  ].map((value) => value / n);
}

/** Principal inertias about the fixed point. */
export function inertiaAboutPoint({ mass, inertia, centre }: Top): Triple {
  const square = centre.map((value) => value * value);
  const sum = square[0] + square[1] + square[2];
  return inertia.map((value, i) => value + mass * (sum - square[i])) as Triple;
}

/** Euler's equations about the fixed point; state [quaternion, angular velocity in body axes]. */
export function topRates(top: Top): Rates {
  const { mass, centre, gravity } = top;
  const [j1, j2, j3] = inertiaAboutPoint(top);
  return (_t, y) => {
    const [q0, q1, q2, q3, w1, w2, w3] = y;
    const r = rotation(y);
    // Weight in body axes is −m g times the last row of the rotation matrix.
    const [f1, f2, f3] = [-mass * gravity * r[6], -mass * gravity * r[7], -mass * gravity * r[8]];
    const [c1, c2, c3] = centre;
    return [
      (-q1 * w1 - q2 * w2 - q3 * w3) / 2,
      (q0 * w1 + q2 * w3 - q3 * w2) / 2,
      (q0 * w2 + q3 * w1 - q1 * w3) / 2,
      (q0 * w3 + q1 * w2 - q2 * w1) / 2,
      ((j2 - j3) * w2 * w3 + c2 * f3 - c3 * f2) / j1,
      ((j3 - j1) * w3 * w1 + c3 * f1 - c1 * f3) / j2,
      ((j1 - j2) * w1 * w2 + c1 * f2 - c2 * f1) / j3,
    ];
  };
}

/** States of a top at several times after t = 0. */
export function solveTop(
  top: Top,
  start: { quaternion: readonly number[]; omega: readonly number[] },
  times: readonly number[],
  tolerance = 1e-15,
): TopState[] {
  return integrateTo(topRates(top), [...start.quaternion, ...start.omega], 0, times, tolerance).map((y) => {
    const r = rotation(y);
    const length = Math.hypot(y[0], y[1], y[2], y[3]);
    const [c1, c2, c3] = top.centre;
    return {
      quaternion: [y[0] / length, y[1] / length, y[2] / length, y[3] / length],
      orientation: r,
      omega: [y[4], y[5], y[6]],
      centre: [r[0] * c1 + r[1] * c2 + r[2] * c3, r[3] * c1 + r[4] * c2 + r[5] * c3, r[6] * c1 + r[7] * c2 + r[8] * c3],
    };
  });
}

/** Kinetic energy and potential energy (zero at the height of the fixed point). */
export function topEnergy(top: Top, state: TopState): number {
  const kinetic = inertiaAboutPoint(top).reduce((sum, j, i) => sum + (j * state.omega[i] ** 2) / 2, 0);
  return kinetic + top.mass * top.gravity * state.centre[2];
}

/**
 * The heavy top used as a benchmark of Lie-group integrators [Brüls] (fixed point at the origin, body axes aligned with the
 * world's at the start, symmetry about the second), with positions of the centre of mass to twelve digits.
 */
export const HEAVY_TOP = {
  top: {
    mass: 15,
    inertia: [0.234375, 0.46875, 0.234375] as Triple,
    centre: [0, 1, 0] as Triple,
    gravity: 9.81,
  },
  quaternion: [1, 0, 0, 0],
  omega: [0, 150, -4.61538],
  points: [
    { t: 0.5, centre: [-0.702468297057, -0.0211651847015, -0.711400257652] },
    { t: 1, centre: [0.173343964098, 0.64008859207, -0.748490791134] },
  ],
} as const;

/** Steady precession of a symmetric top about the upward vertical z. */
export interface SteadyPrecession {
  /** Angular velocity about the axis of symmetry, the share of the precession included. */
  axialRate: number;
  /** Rate of turning about the axis of symmetry relative to the precessing frame. */
  spin: number;
  /** Angular velocity at time t in world axes. */
  omega(t: number): Triple;
  /** Angular velocity at time t in body axes. */
  omegaBody(t: number): Triple;
  /** Rotation matrix from body to world axes at time t, row by row: Rz(Ω t) Ry(tilt) Rz(spin t). */
  orientation(t: number): number[];
  /** Centre of mass at time t. */
  centre(t: number): Triple;
}

/**
 * Steady precession at the rate `precession` (not zero) with the axis of symmetry, the third body axis, held at the
 * angle `tilt` from the upward vertical: J1 Ω² cos θ − J3 ω3 Ω + m g l = 0. `transverse` and `axial` are the inertias
 * J1, J3 about the fixed point, `distance` is the one from it to the centre of mass.
 */
export function steadyPrecession(p: {
  mass: number;
  gravity: number;
  distance: number;
  transverse: number;
  axial: number;
  tilt: number;
  precession: number;
}): SteadyPrecession {
  const [s, c] = [Math.sin(p.tilt), Math.cos(p.tilt)];
  const rate = p.precession;
  const axialRate = (p.transverse * rate * rate * c + p.mass * p.gravity * p.distance) / (p.axial * rate);
  const spin = axialRate - rate * c;
  const axis = (t: number): Triple => [s * Math.cos(rate * t), s * Math.sin(rate * t), c];
  return {
    axialRate,
    spin,
    omega: (t) => axis(t).map((value, i) => spin * value + (i === 2 ? rate : 0)) as Triple,
    omegaBody: (t) => [-rate * s * Math.cos(spin * t), rate * s * Math.sin(spin * t), axialRate],
    orientation(t) {
      const [sp, cp] = [Math.sin(rate * t), Math.cos(rate * t)];
      const [ss, cs] = [Math.sin(spin * t), Math.cos(spin * t)];
      return [
        cp * c * cs - sp * ss,
        -cp * c * ss - sp * cs,
        cp * s,
        sp * c * cs + cp * ss,
        -sp * c * ss + cp * cs,
        sp * s,
        -s * cs,
        s * ss,
        c,
      ];
    },
    centre: (t) => axis(t).map((value) => p.distance * value) as Triple,
  };
}
