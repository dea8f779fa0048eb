import {
  Contact,
  CoulombFriction,
  type FrictionLaw,
  IdealRolling,
  type ImpactLaw,
} from "../../lib/constraints/contact/index.ts";
import {
  Ground,
  Inertia,
  PrismaticJoint,
  RigidBody,
  type SimulateOptions,
  System,
  sliding,
  type Trajectory,
  turning,
} from "../../lib/index.ts";
import { Plane, Sphere, type TrackerName } from "../../lib/tracking/index.ts";
import { createDisk } from "../../notebooks/models/eulerDisk.ts";
import { findRolling } from "../../notebooks/models/friction/ball.ts";
import { findStickSlip } from "../../notebooks/models/friction/belt.ts";

export const g = 9.81;

export type RunOptions = Omit<SimulateOptions, "until"> & { tracker?: TrackerName; isReversed?: boolean };

/** A ball on a plane, in either order of the two bodies. */
export function addBallContact(
  system: System,
  floor: Ground,
  ball: RigidBody,
  radius: number,
  laws: { friction?: FrictionLaw | number; impact?: ImpactLaw | number; normal?: [number, number, number] },
  { tracker, isReversed }: RunOptions = {},
): Contact {
  const plane = new Plane({ normal: laws.normal ?? [0, 1, 0] });
  const sphere = new Sphere({ radius });
  const { friction, impact } = laws;
  const contact = isReversed
    ? new Contact("contact", ball, floor, { surfaceA: sphere, surfaceB: plane, friction, impact, tracker })
    : new Contact("contact", floor, ball, { surfaceA: plane, surfaceB: sphere, friction, impact, tracker });
  return system.add(contact);
}

function split({ tracker: _t, isReversed: _r, ...options }: RunOptions): Omit<SimulateOptions, "until"> {
  return options;
}

const largest = (...values: number[]) => Math.max(...values.map(Math.abs));

/** A ball of inertia `share · m r²` that slides, then rolls: errors of the instant, the speed and the way. */
export function slideIntoRolling(share: number, v0: number, w0: number, options: RunOptions) {
  const [radius, mass, mu, until] = [0.1, 2, 0.3, 2];
  const system = new System();
  const J = share * mass * radius * radius;
  const ball = system.add(
    new RigidBody("ball", {
      inertia: new Inertia({ mass, tensor: [J, J, J] }),
      position: [0, radius, 0],
      velocity: [v0, 0, 0],
      angularVelocity: [0, 0, -w0],
    }),
  );
  addBallContact(system, system.ground, ball, radius, { friction: mu }, options);
  const run = system.simulateSync({ until, ...split(options) });
  const { t: t1, speed: v1 } = findRolling({ speed: v0, spin: w0, share, coefficient: mu, radius });
  const { velocity, position, angularVelocity } = run.last.body("ball");
  const way = 0.5 * (v0 + v1) * t1 + v1 * (until - t1);
  const error = largest(
    velocity[0] - v1,
    angularVelocity[2] + v1 / radius,
    position[0] - way,
    position[1] - radius,
    run.events[0].t - t1,
  );
  return { run, error, speed: v1 };
}

/** A ball that rolls down an incline, by ideal rolling or by sticking. */
export function rollDown(friction: FrictionLaw | number, options: RunOptions): { run: Trajectory; error: number } {
  const [radius, mass, angle, until] = [0.1, 2, 0.4, 2];
  const normal: [number, number, number] = [-Math.sin(angle), Math.cos(angle), 0];
  const system = new System();
  const ball = system.add(
    new RigidBody("ball", {
      inertia: Inertia.sphere({ mass, radius }),
      position: [radius * normal[0], radius * normal[1], 0],
    }),
  );
  addBallContact(system, system.ground, ball, radius, { friction, normal }, options);
  const run = system.simulateSync({ until, ...split(options) });
  const a = (g * Math.sin(angle)) / 1.4;
  const { position, angularVelocity } = run.last.body("ball");
  const way = (a * until * until) / 2;
  const error = largest(
    position[0] - radius * normal[0] + way * Math.cos(angle),
    position[1] - radius * normal[1] + way * Math.sin(angle),
    angularVelocity[2] - (a * until) / radius,
  );
  return { run, error };
}

/** A ball on a turntable: its velocity turns at 2/7 of the table's rate. */
export function rollOnTurntable(
  friction: FrictionLaw | number,
  options: RunOptions,
): { run: Trajectory; error: number } {
  const [radius, mass, rate, until] = [0.05, 0.5, 3, 4];
  const system = new System();
  const table = system.add(
    new Ground("table", { motion: turning({ axis: [0, 1, 0], angle: (t) => [rate * t, rate, 0] }) }),
  );
  const [x0, v0] = [0.2, [0.3, 0, 0.1]];
  // Velocity of the table at the contact: rate · e_y × r = [0, 0, −rate · x0]; the ball's material there: v + ω × (−radius e_y).
  const [ux, uz] = [v0[0], v0[2] + rate * x0];
  const ball = system.add(
    new RigidBody("ball", {
      inertia: Inertia.sphere({ mass, radius }),
      position: [x0, radius, 0],
      velocity: [v0[0], 0, v0[2]],
      angularVelocity: [uz / radius, 0.7, -ux / radius],
    }),
  );
  addBallContact(system, table, ball, radius, { friction }, options);
  const run = system.simulateSync({ until, ...split(options) });
  const w = (2 * rate) / 7;
  const [s, c] = [Math.sin(w * until), Math.cos(w * until)];
  const { position, velocity } = run.last.body("ball");
  // Turned about y by w t: x' = x c + z s, z' = −x s + z c.
  const error = largest(
    velocity[0] - (v0[0] * c + v0[2] * s),
    velocity[2] - (-v0[0] * s + v0[2] * c),
    position[0] - x0 - (v0[0] * s + v0[2] * (1 - c)) / w,
    position[2] - (v0[2] * s - v0[0] * (1 - c)) / w,
    position[1] - radius,
  );
  return { run, error };
}

export function rollDisc(options: RunOptions): { run: Trajectory; error: number } {
  const [alpha, precession, until] = [1.2, 1.5, 3];
  const { system, disk, R, w3, surface } = createDisk(0.2, alpha, precession);
  system.add(
    new Contact("contact", system.ground, disk, {
      surfaceA: new Plane(),
      surfaceB: surface,
      friction: new IdealRolling(),
    }),
  );
  const run = system.simulateSync({ until, ...split(options) });
  // Everything turns about a vertical axis: a_G = Ω e_y × v, the centre of the circle is at r + e_y × v/Ω.
  const centre = [0, -R * Math.cos(alpha) + (R * w3) / precession];
  const angle = precession * until;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [dx, dz] = [0 - centre[0], -R * Math.cos(alpha) - centre[1]];
  const { position, velocity, angularVelocity } = run.last.body("disk");
  const error = largest(
    position[0] - centre[0] - (dx * cos + dz * sin),
    position[2] - centre[1] - (-dx * sin + dz * cos),
    position[1] - R * Math.sin(alpha),
    velocity[0] + R * w3 * cos,
    velocity[2] - R * w3 * sin,
    angularVelocity[1] - (precession * Math.sin(alpha) ** 2 + w3 * Math.cos(alpha)),
  );
  return { run, error };
}

/** Bounces of a ball dropped from 1 m: relative errors of the times, the last one being where they pile up. */
export function bounceBall(restitution: number, options: RunOptions) {
  const radius = 0.1;
  const system = new System();
  const ball = system.add(
    new RigidBody("ball", { inertia: Inertia.sphere({ mass: 2, radius }), position: [0, 1 + radius, 0] }),
  );
  addBallContact(system, system.ground, ball, radius, { impact: restitution }, options);
  const t0 = Math.sqrt(2 / g);
  const end = (t0 * (1 + restitution)) / (1 - restitution);
  const run = system.simulateSync({ until: 1.2 * end, ...split(options) });
  const bounces = run.events.filter(({ index }) => index === 0);
  const errors = bounces.map(({ t }, n) => {
    const expected = t0 * (1 + (2 * restitution * (1 - restitution ** n)) / (1 - restitution));
    return Math.abs(t - expected) / expected;
  });
  const rest = run.events.filter(({ index }) => index === 2);
  return { run, errors, rest: rest.map(({ t }) => Math.abs(t - end) / end), end };
}

/** Mass on a spring, dragged by a belt of speed `V`: when it breaks loose and sticks. */
export function stickAndSlip(options: RunOptions) {
  const [carriage, block, k, V, still, moving] = [0.5, 1.5, 80, 0.3, 0.6, 0.35];
  const system = new System();
  const belt = system.add(
    new Ground("belt", { motion: sliding({ direction: [1, 0, 0], distance: (t) => [V * t, V, 0] }) }),
  );
  const radius = 0.05;
  const slider = system.add(
    new RigidBody("slider", { inertia: Inertia.sphere({ mass: carriage, radius: 0.1 }), position: [0, 1, 0] }),
  );
  const mass = system.add(
    new RigidBody("mass", {
      inertia: Inertia.sphere({ mass: block, radius }),
      position: [0, radius, 0],
      velocity: [V, 0, 0],
    }),
  );
  system.add(
    new PrismaticJoint("spring", system.ground, slider, { axis: [1, 0, 0], point: [0, 1, 0], stiffness: k, rate: V }),
  );
  system.add(new PrismaticJoint("guide", slider, mass, { axis: [0, 1, 0], point: [0, 1, 0] }));
  const friction = new CoulombFriction({ coefficient: moving, staticCoefficient: still });
  addBallContact(system, belt, mass, radius, { friction }, options);
  const laws = { stiffness: k, speed: V, coefficient: moving, surplus: still / moving };
  const { first, slip, stick } = findStickSlip({ load: block * g, mass: carriage + block, ...laws });
  const expected: number[] = [first];
  for (let n = 0; n < 5; n++) expected.push(expected[2 * n] + slip, expected[2 * n] + slip + stick);
  const run = system.simulateSync({ until: expected[10] + 0.5 * slip, ...split(options) });
  const found = run.events.map(({ t }) => t);
  return { run, found, expected: expected.slice(0, found.length), all: expected };
}
