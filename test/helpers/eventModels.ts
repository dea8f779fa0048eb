import { Inertia, RevoluteJoint, RigidBody, type SimulateOptions, System, type Trajectory } from "../../lib/index.ts";
import { pendulum, pendulumFrequency } from "../reference/pendulum.ts";

export const G = 9.81;

/** A ball dropped from 1 m that bounces off y = 0 with restitution e, by an impulse at each event. */
export function bounce(e: number, until: number, tolerance: number, more: Partial<SimulateOptions> = {}): Trajectory {
  const system = new System();
  const ball = system.add(
    new RigidBody("ball", { inertia: Inertia.sphere({ mass: 2, radius: 0.1 }), position: [0, 1, 0] }),
  );
  return system.simulateSync({
    ...more,
    until,
    tolerance,
    events: [
      {
        name: "floor",
        direction: -1,
        value: (now) => now.body("ball").position[1],
        action: (actions, now) => actions.applyImpulse(ball, [0, -2 * (1 + e) * now.body("ball").velocity[1], 0]),
      },
    ],
  });
}

/** Instants at which the ball touches the floor. */
export function listBounces(e: number, count: number): number[] {
  const first = Math.sqrt(2 / G);
  return Array.from({ length: count }, (_, n) => {
    let t = first;
    for (let k = 1; k <= n; k++) t += 2 * first * e ** k;
    return t;
  });
}

/** A rod that falls from the horizontal onto a stop at the lowest point and rebounds with restitution 0.7. */
export function hitStop(
  tolerance: number,
  more: Partial<SimulateOptions> = {},
): { run: Trajectory; expected: number[] } {
  const system = new System();
  const inertia = Inertia.rod({ mass: 1, length: 1, axis: "x" });
  const rod = system.add(new RigidBody("rod", { inertia, position: [0.5, 0, 0] }));
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, rod, { point: [0, 0, 0], axis: [0, 0, 1] }));
  const e = 0.7;
  const run = system.simulateSync({
    ...more,
    until: 3,
    tolerance,
    maxStep: 3,
    events: [
      {
        name: "stop",
        direction: -1,
        value: (now) => now.joint("hinge").position + Math.PI / 2,
        action: (actions, now) => actions.setRate(hinge, -e * now.joint("hinge").rate),
      },
    ],
  });
  // Between hits it swings up from the lowest point and back: half a period of the amplitude it reaches.
  const omega = pendulumFrequency(1, G, 0.5, 1 / 3);
  const first = pendulum(omega, Math.PI / 2).period / 4;
  const expected = [first];
  let rate = omega * Math.SQRT2;
  while (expected.length < run.events.length) {
    rate *= e;
    const amplitude = 2 * Math.asin(rate / (2 * omega));
    expected.push(expected[expected.length - 1] + pendulum(omega, amplitude).period / 2);
  }
  return { run, expected };
}
