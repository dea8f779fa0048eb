import { Contact, Inertia, Plane, RigidBody, Sphere, System, type Trajectory } from "../../../lib/index.ts";
import { createLaw, GRAVITY, type LawParameters } from "./block.ts";
import type { FrictionModel } from "./FrictionModel.ts";

export interface BallParameters extends LawParameters {
  /** At the start, m/s. */
  speed: number;
  /** At the start, rad/s; positive as if it rolled forward. */
  spin: number;
  /** Its inertia is this times `m r²`: 2/5 of a solid ball, 2/3 of a hollow one. */
  share: number;
}

const [RADIUS, BALL_MASS] = [0.1, 2];

/** A ball that slides until it rolls. */
export function createBall(parameters: BallParameters): FrictionModel {
  const { speed, spin, share } = parameters;
  const friction = createLaw(parameters);
  const J = share * BALL_MASS * RADIUS ** 2;
  //#region model
  const system = new System();
  const inertia = new Inertia({ mass: BALL_MASS, tensor: [J, J, J] });
  const start = { position: [0, RADIUS, 0], velocity: [speed, 0, 0], angularVelocity: [0, 0, -spin] };
  const ball = system.add(new RigidBody("ball", { inertia, ...start }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: RADIUS }) };
  system.add(new Contact("floor", system.ground, ball, { ...surfaces, friction }));
  //#endregion
  const rolling = findRolling({ ...parameters, radius: RADIUS });
  const rim = (table: Record<string, Float64Array>, i: number) => -RADIUS * table["ball.angularVelocity.z"][i];
  const forward = (table: Record<string, Float64Array>, i: number) => table["ball.velocity.x"][i];
  return {
    system,
    options: { until: Math.max(1, 2 * rolling.t), tolerance: 1e-9 },
    contacts: ["floor"],
    reads: ["ball.velocity.x", "ball.angularVelocity.z"],
    history: { title: "Speeds of the ball", label: "speed (m/s)", lines: { "centre, v": forward, "rim, r ω": rim } },
    portrait: {
      title: "It rolls on the line v = r ω",
      x: { label: "r ω (m/s)", read: rim },
      y: { label: "v (m/s)", read: forward },
    },
    instants: rolling.t > 0 ? [rolling.t] : [],
    findResults: (run: Trajectory) => {
      const found = run.last.body("ball").velocity[0];
      return [{ name: "speed when it rolls", unit: "m/s", found, expected: rolling.speed }];
    },
  };
}

/** When a sliding ball begins to roll, s, and how fast it then is, m/s: the rim's slip `v − r ω` falls by `μ g (1 + m r²/J)` a second. */
export function findRolling(given: {
  speed: number;
  spin: number;
  share: number;
  coefficient: number;
  radius: number;
}): { t: number; speed: number } {
  const { speed, spin, share, coefficient, radius } = given;
  const slip = speed - radius * spin;
  const t = Math.abs(slip) / (coefficient * GRAVITY * (1 + 1 / share));
  return { t, speed: speed - Math.sign(slip) * coefficient * GRAVITY * t };
}
