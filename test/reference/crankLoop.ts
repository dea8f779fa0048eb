import { integrateTo, type Rates } from "./integrate.ts";

/**
 * A slider-crank as a closed loop, in the x–y plane, gravity along −y: a crank on a hinge at the origin, a connecting rod
 * from its pin to a piston that slides along x. Crank and connecting rod have their centres in the middle.
 */
export interface CrankLoop {
  radius: number;
  length: number;
  crankMass: number;
  rodMass: number;
  pistonMass: number;
  /** About their centres of mass, along z. */
  crankInertia: number;
  rodInertia: number;
  gravity: number;
  /** Angle of the crank from x and its rate at t = 0. */
  angle: number;
  rate: number;
}

/** Turns round and round: the kinetic energy at the start is several times the work against gravity. */
export const CRANK_LOOP: CrankLoop = {
  radius: 0.1,
  length: 0.3,
  crankMass: 0.4,
  rodMass: 0.6,
  pistonMass: 0.5,
  crankInertia: 0.002,
  rodInertia: 0.006,
  gravity: 9.81,
  angle: 0.5,
  rate: 12,
};

/** A function of the crank's angle with its first two derivatives. */
type Curve = readonly [number, number, number];

/** Where everything is at an angle of the crank. */
function place(p: CrankLoop, angle: number): { piston: Curve; tilt: Curve; x: Curve; y: Curve } {
  const [c, s] = [p.radius * Math.cos(angle), p.radius * Math.sin(angle)];
  // The rod's horizontal extent u: u² = l² − s², u u′ = −s c, u u″ = s² − c² − u′².
  const u = Math.sqrt(p.length ** 2 - s * s);
  const du = (-s * c) / u;
  const ddu = (s * s - c * c - du * du) / u;
  // sin of the tilt is −s/l and its cosine u/l: the tilt's derivative is −c/u.
  const tilt: Curve = [Math.atan2(-s, u), -c / u, s / u + (c * du) / (u * u)];
  return {
    piston: [c + u, -s + du, -c + ddu],
    tilt,
    x: [c + u / 2, -s + du / 2, -c + ddu / 2],
    y: [s / 2, c / 2, -s / 2],
  };
}

/** Lagrange's equation in the crank's angle alone: `M φ̈ + ½ M′ φ̇² + V′ = 0`; state [angle, rate]. */
function crankLoopRates(p: CrankLoop): Rates {
  return (_, [angle, rate]) => {
    const { piston, tilt, x, y } = place(p, angle);
    const crank = p.crankInertia + (p.crankMass * p.radius ** 2) / 4;
    const M = crank + p.rodMass * (x[1] ** 2 + y[1] ** 2) + p.rodInertia * tilt[1] ** 2 + p.pistonMass * piston[1] ** 2;
    const halfSlope =
      p.rodMass * (x[1] * x[2] + y[1] * y[2]) + p.rodInertia * tilt[1] * tilt[2] + p.pistonMass * piston[1] * piston[2];
    const load = p.gravity * ((p.crankMass * p.radius * Math.cos(angle)) / 2 + p.rodMass * y[1]);
    return [rate, -(halfSlope * rate * rate + load) / M];
  };
}

export interface CrankLoopState {
  angle: number;
  rate: number;
  piston: number;
  velocity: number;
  /** Angle of the connecting rod from x. */
  tilt: number;
  energy: number;
}

export function crankLoopState(p: CrankLoop, angle: number, rate: number): CrankLoopState {
  const { piston, tilt, x, y } = place(p, angle);
  const square =
    (p.crankInertia + (p.crankMass * p.radius ** 2) / 4) * rate ** 2 +
    p.rodMass * ((x[1] * rate) ** 2 + (y[1] * rate) ** 2) +
    p.rodInertia * (tilt[1] * rate) ** 2 +
    p.pistonMass * (piston[1] * rate) ** 2;
  const height = (p.crankMass * p.radius * Math.sin(angle)) / 2 + p.rodMass * y[0];
  return {
    angle,
    rate,
    piston: piston[0],
    velocity: piston[1] * rate,
    tilt: tilt[0],
    energy: square / 2 + p.gravity * height,
  };
}

/** States at several times after t = 0. */
export function solveCrankLoop(p: CrankLoop, times: readonly number[], tolerance = 1e-15): CrankLoopState[] {
  const states = integrateTo(crankLoopRates(p), [p.angle, p.rate], 0, times, tolerance);
  return states.map(([angle, rate]) => crankLoopState(p, angle, rate));
}
