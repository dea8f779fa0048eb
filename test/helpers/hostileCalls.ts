import type { ExecutionContext } from "ava";
import {
  type Gravity,
  Inertia,
  RevoluteJoint,
  RigidBody,
  SimulationError,
  System,
  Trajectory,
} from "../../lib/index.ts";
import { isAbove } from "./compare.ts";

/** A run that fails, with the reason that it gives. */
export function fails(t: ExecutionContext, work: () => unknown, reason: string, cause?: unknown): void {
  const error = t.throws(work, { instanceOf: SimulationError }, reason);
  t.regex(error?.message ?? "", /^simulate: the run stopped at t = \S+ s: .* is in the error's trajectory$/);
  t.is(error?.message.replace(/^.*? s: (.*)\. What was computed.*$/, "$1"), reason);
  t.true(error?.trajectory instanceof Trajectory);
  isAbove(t, error?.trajectory.length ?? 0, 0);
  if (cause !== undefined) t.is(error?.cause, cause);
}

export const BALL = Inertia.sphere({ mass: 1, radius: 0.1 });

export const boom = new Error("boom");

export const explode = (): never => {
  throw boom;
};

export const later = async (): Promise<never> => explode();

export function makeScene(gravity?: Gravity) {
  const system = new System(gravity ? { gravity } : {});
  const bob = system.add(new RigidBody("bob", { inertia: BALL, position: [1, 0, 0] }));
  const free = system.add(new RigidBody("free", { inertia: BALL, position: [0, 1, 0] }));
  return { system, bob, free, ground: system.ground };
}

export function makePendulum(): System {
  const { system, bob, ground } = makeScene();
  system.add(new RevoluteJoint("hinge", ground, bob, { point: [0, 0, 0], axis: [0, 0, 1] }));
  return system;
}
