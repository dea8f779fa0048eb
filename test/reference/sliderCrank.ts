import { integrateTo, type Rates } from "./integrate.ts";

/**
 * A crank turns about z at the origin with a given angle; its pin, at the radius r (along x when the angle is zero),
 * and a piston that slides along x without friction are joined by a spring and damper in parallel.
 */
export interface SliderCrank {
  /** Radius of the crank pin. */
  radius: number;
  /** Inertia of the crank about its axis; it only enters the torque. */
  crankInertia: number;
  /** Mass of the piston. */
  mass: number;
  restLength: number;
  stiffness: number;
  damping: number;
  /** Final speed Ω of the crank. */
  speed: number;
  /** Time constant τ of a smooth start from rest, φ̇ = Ω tanh(t/τ); zero for a steady turn φ = Ω t. */
  rise: number;
  /** Position and velocity of the piston at t = 0. */
  position: number;
  velocity: number;
}

/** Moderate, not stiff, values; the spring starts unstressed. */
export const SLIDER_CRANK: SliderCrank = {
  radius: 0.1,
  crankInertia: 0.01,
  mass: 0.5,
  restLength: 0.3,
  stiffness: 200,
  damping: 2,
  speed: 5,
  rise: 0,
  position: 0.4,
  velocity: 0,
};

/** Given angle of the crank at time t ≥ 0, with its two derivatives. */
export function crankAngle(p: SliderCrank, t: number): { angle: number; rate: number; acceleration: number } {
  if (p.rise === 0) return { angle: p.speed * t, rate: p.speed, acceleration: 0 };
  const x = t / p.rise;
  const tanh = Math.tanh(x);
  return {
    // ln cosh x without overflow.
    angle: p.speed * p.rise * (x + Math.log1p(Math.exp(-2 * x)) - Math.LN2),
    rate: p.speed * tanh,
    acceleration: (p.speed / p.rise) * (1 - tanh * tanh),
  };
}

/** Everything about a slider-crank at a time. */
export interface SliderCrankState {
  position: number;
  velocity: number;
  acceleration: number;
  /** Length of the spring and its rate. */
  length: number;
  lengthRate: number;
  /** Force in the spring and damper together, positive when it pulls pin and piston towards each other. */
  tension: number;
  /** Force of the spring and damper on the piston, [x, y]. */
  force: [number, number];
  /** Force of the guide on the piston, along y. */
  guideForce: number;
  /** Torque about +z that acts on the crank so that it turns as given. */
  torque: number;
  /** Kinetic energy of crank and piston, and energy of the spring. */
  energy: number;
}

/** The state at time t for a given position and velocity of the piston. */
export function sliderCrankState(p: SliderCrank, t: number, position: number, velocity: number): SliderCrankState {
  const { angle, rate, acceleration } = crankAngle(p, t);
  const [px, py] = [p.radius * Math.cos(angle), p.radius * Math.sin(angle)];
  const [dx, dy] = [position - px, -py];
  const length = Math.hypot(dx, dy);
  const lengthRate = (dx * (velocity + rate * py) - dy * rate * px) / length;
  const tension = p.stiffness * (length - p.restLength) + p.damping * lengthRate;
  const [fx, fy] = [(-tension * dx) / length, (-tension * dy) / length];
  return {
    position,
    velocity,
    acceleration: fx / p.mass,
    length,
    lengthRate,
    tension,
    force: [fx, fy],
    guideForce: 0 - fy,
    // The spring acts on the pin with the opposite force, whose moment the torque has to balance.
    torque: p.crankInertia * acceleration + px * fy - py * fx,
    energy:
      (p.mass * velocity ** 2) / 2 +
      (p.crankInertia * rate ** 2) / 2 +
      (p.stiffness * (length - p.restLength) ** 2) / 2,
  };
}

/** Differential equation of the piston; state [position, velocity]. */
export function sliderCrankRates(p: SliderCrank): Rates {
  return (t, [position, velocity]) => [velocity, sliderCrankState(p, t, position, velocity).acceleration];
}

/** States at several times after t = 0. */
export function solveSliderCrank(p: SliderCrank, times: readonly number[], tolerance = 1e-15): SliderCrankState[] {
  const states = integrateTo(sliderCrankRates(p), [p.position, p.velocity], 0, times, tolerance);
  return states.map(([position, velocity], i) => sliderCrankState(p, times[i], position, velocity));
}
