import { completeK, incompleteF, jacobi } from "./elliptic.ts";

/** Exact motion of a planar pendulum; angles in radians from the hanging position, over any number of turns. */
export interface PendulumMotion {
  /** Angle at time t. */
  angle(t: number): number;
  /** Angular velocity at time t. */
  rate(t: number): number;
  /** Time of a full swing there and back, or of one turn when it goes over the top. */
  period: number;
}

/** Frequency √(m g l / J) of small swings: `l` from pivot to centre of mass, `J` the inertia about the pivot. */
export function pendulumFrequency(mass: number, gravity: number, distance: number, inertia: number): number {
  return Math.sqrt((mass * gravity * distance) / inertia);
}

/** Exact solution of θ̈ = −ω0² sin θ from the angle `angle0` with the rate `rate0`, swinging or turning over. */
export function pendulum(omega0: number, angle0: number, rate0 = 0): PendulumMotion {
  const turns = Math.round(angle0 / (2 * Math.PI));
  const start = angle0 - 2 * Math.PI * turns;
  const [s, c, w] = [Math.sin(start / 2), Math.cos(start / 2), rate0 / (2 * omega0)];
  // Energy above hanging, divided by that of standing upright at rest.
  const energy = s * s + w * w;
  const rest = (c - w) * (c + w);
  if (rest >= 0) {
    // sin(θ/2) = k sn, cos(θ/2) = dn, θ̇ = 2 ω0 k cn.
    const k = Math.sqrt(energy);
    const phase = incompleteF(Math.atan2(s, w), energy, rest);
    return {
      angle(t) {
        const { sn, dn } = jacobi(phase + omega0 * t, energy, rest);
        return 2 * Math.atan2(k * sn, dn) + 2 * Math.PI * turns;
      },
      rate: (t) => 2 * omega0 * k * jacobi(phase + omega0 * t, energy, rest).cn,
      period: (4 * completeK(energy, rest)) / omega0,
    };
  }
  // θ/2 = am, θ̇ = 2 ω0 √energy dn.
  const fast = Math.sign(w) * omega0 * Math.sqrt(energy);
  const m = 1 / energy;
  const complement = -rest / energy;
  const phase = incompleteF(start / 2, m, complement);
  return {
    angle: (t) => 2 * jacobi(phase + fast * t, m, complement).am + 2 * Math.PI * turns,
    rate: (t) => 2 * fast * jacobi(phase + fast * t, m, complement).dn,
    period: (2 * completeK(m, complement)) / Math.abs(fast),
  };
}

/**
 * IFToMM benchmark A01: a point mass of 1 kg on a massless bar of 1 m, gravity 9.81 along −y, released at (−1, 0);
 * exact positions of the mass.
 */
export const A01 = {
  mass: 1,
  length: 1,
  gravity: 9.81,
  start: [-1, 0],
  end: 10,
  period: 2.367841947576237,
  points: [
    { t: 1, position: [0.986291751131875, -0.165010853125541] },
    { t: 5, position: [-0.942305435043757, -0.334754338414001] },
    { t: 10, position: [-0.275087462576117, -0.961419205099125] },
  ],
} as const;

/** Exact position and velocity of the mass of A01 at time t. */
export function solveA01(t: number): { position: [number, number]; velocity: [number, number] } {
  const motion = pendulum(Math.sqrt(A01.gravity / A01.length), -Math.PI / 2);
  const [angle, rate] = [motion.angle(t), motion.rate(t)];
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return { position: [A01.length * s, -A01.length * c], velocity: [A01.length * rate * c, A01.length * rate * s] };
}
