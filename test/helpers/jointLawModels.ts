import {
  type Body,
  type Constraint,
  Inertia,
  RevoluteJoint,
  RigidBody,
  System,
  type Trajectory,
} from "../../lib/index.ts";

/** Events are located on the dense output; times and positions are as good as the run. */
export const TOLERANCE = 1e-11;

/** A joint between base and body in one order or the other; the coordinates of the second are those of the first turned round. */
export const ORDERS = [1, -1] as const;

export const inOrder = <T>(order: 1 | -1, base: Body, body: Body, make: (a: Body, b: Body) => T): T =>
  order > 0 ? make(base, body) : make(body, base);

export const listTimes = (run: Trajectory, owner: string) =>
  run.events.filter((event) => event.owner === owner).map(({ t }) => t);

/** Crank, coupler and rocker in the plane; the last joint closes the loop. */
export function createFourBar(order: 1 | -1, rate: number, torque?: (time: number) => number, ground = 1) {
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = new Inertia({ mass: 1, tensor: [0.02, 0.02, 0.02] });
  const make = (name: string, position: [number, number, number]) =>
    system.add(new RigidBody(name, { inertia, position }));
  const [crank, coupler, rocker] = [
    make("crank", [0, 0.2, 0]),
    make("coupler", [ground / 2, 0.4 + (ground - 1) / 2, 0]),
    make("rocker", [ground, (0.4 + (ground - 1)) / 2, 0]),
  ];
  const hinge = (name: string, a: Body, b: Body, point: [number, number, number], options = {}) =>
    system.add(new RevoluteJoint(name, a, b, { point, axis: [0, 0, 1], ...options }));
  const joints = [
    hinge("one", system.ground, crank, [0, 0, 0], { rate, ...(torque ? { torque } : {}) }),
    hinge("two", crank, coupler, [0, 0.4, 0]),
    hinge("four", system.ground, rocker, [ground, 0, 0]),
    inOrder(order, coupler, rocker, (a, b) => hinge("three", a, b, [ground, 0.4 + (ground - 1), 0])),
  ];
  return { system, joints, closing: joints[3] };
}

export const closes = (system: System, joint: Constraint) =>
  system.getObserver().kernel.loopClosures.some(({ name }) => name === joint.name);
