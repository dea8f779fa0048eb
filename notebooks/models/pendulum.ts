import { Inertia, RevoluteJoint, RigidBody, System, type Trajectory } from "../../lib/index.ts";
import { completeK } from "./completeK.ts";
import * as passages from "./passages.ts";

export interface PendulumParameters {
  /** From the hinge to the centre of the bob, m. */
  length: number;
  /** From the vertical, at the start, degrees. */
  angle: number;
  /** Of the hinge, Nms. */
  damping: number;
  /** kg */
  mass: number;
}

/** Of the bob, m. */
const RADIUS = 0.1;
/** m/s² */
const GRAVITY = 9.81;

export function createPendulum({ length, angle, damping, mass }: PendulumParameters) {
  const start = (angle * Math.PI) / 180;
  //#region model
  const system = new System({ gravity: [0, -9.81, 0] });
  const inertia = Inertia.sphere({ mass, radius: 0.1 });
  const bob = system.add(new RigidBody("bob", { inertia, position: [0, -length, 0] }));
  const hinge = { point: [0, 0, 0], axis: [0, 0, 1], angle: start, damping } as const;
  system.add(new RevoluteJoint("hinge", system.ground, bob, hinge));
  //#endregion
  return { system, options: { until: 10, tolerance: 1e-9 } };
}

/** Angular frequency of small swings without damping, rad/s: `√(m g l/J)`, with the inertia `J` about the hinge. */
export function findFrequency({ length }: Pick<PendulumParameters, "length">): number {
  return Math.sqrt((GRAVITY * length) / (length ** 2 + 0.4 * RADIUS ** 2));
}

/** The period without damping, s: `(4/ω₀) K(sin²(φ₀/2))`. */
export function findPeriod({ length, angle }: Pick<PendulumParameters, "length" | "angle">): number {
  return (4 / findFrequency({ length })) * completeK(Math.cos((angle * Math.PI) / 360) ** 2);
}

/** The mean time between every second passage of the lowest point, s; NaN if there are too few. */
export const measurePeriod = (run: Trajectory): number =>
  passages.measurePeriod(run, (now) => now.joint("hinge").position);

/** What small swings would do: `φ₀ cos ω₀ t`. */
export function findSmallSwing(
  { length, angle }: Pick<PendulumParameters, "length" | "angle">,
  until: number,
): { t: number; angle: number }[] {
  const frequency = findFrequency({ length });
  return Array.from({ length: 401 }, (_, i) => {
    const t = (until * i) / 400;
    return { t, angle: ((angle * Math.PI) / 180) * Math.cos(frequency * t) };
  });
}

/** States from which an undamped pendulum just reaches the top: `φ̇ = ±2 ω₀ cos(φ/2)`. */
export function findSeparatrix({
  length,
}: Pick<PendulumParameters, "length">): { angle: number; rate: number; side: number }[] {
  const frequency = findFrequency({ length });
  return [1, -1].flatMap((side) =>
    Array.from({ length: 101 }, (_, i) => {
      const angle = Math.PI * (i / 50 - 1);
      return { angle, rate: side * 2 * frequency * Math.cos(angle / 2), side };
    }),
  );
}
