import { listJoints } from "../constraints/capabilities/ActsOnJoints.ts";
import { Constraint, ForceElement } from "../constraints/index.ts";
import { describe, isInstance, ModelError } from "../math/index.ts";
import { Ground } from "../rigidbody/index.ts";
import type { Assembly } from "./Assembly.ts";
import { RESERVED_NAMES } from "./reservedNames.ts";

/** Refuses what cannot be attached to these bodies and constraints; what can belongs to their system from then on. */
export function checkAttached(
  owner: string,
  constraint: Constraint,
  { bodies, constraints }: Pick<Assembly, "bodies" | "constraints">,
): void {
  if (!isInstance(constraint, Constraint)) {
    throw new ModelError(`${owner}: ${describe(constraint)} cannot be attached; give a joint or another constraint`);
  }
  const { label, name } = constraint;
  const taken = [...bodies, ...constraints].find((part) => part.name === name);
  if (taken === constraint) throw new ModelError(`${owner}: ${label} is in the system already; switch it on instead`);
  if (taken) throw new ModelError(`${owner}: the name "${name}" of ${label} is taken; give another name`);
  if (RESERVED_NAMES.includes(name)) {
    throw new ModelError(`${owner}: the name "${name}" of ${label} is reserved for results; give another name`);
  }
  const stranger = constraint.bodies.find((body) => !bodies.includes(body));
  if (stranger) {
    throw new ModelError(`${owner}: ${label} joins "${stranger.name}", which is not in the system; join its bodies`);
  }
  if (!(constraint instanceof ForceElement) && constraint.bodies.every((body) => body instanceof Ground)) {
    throw new ModelError(
      `${owner}: ${label} joins bases only, whose motions are given; join a RigidBody to one of them`,
    );
  }
  const missing = listJoints(constraint).find((joint) => !constraints.includes(joint));
  if (missing) {
    throw new ModelError(`${owner}: ${label} acts on ${missing.label}, which is not in the system; attach that first`);
  }
  constraint.owner = bodies[0].owner;
}
