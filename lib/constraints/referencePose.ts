import {
  checkDirection,
  checkVector3,
  ModelError,
  rotateBack,
  subtract,
  type Triple,
  type VectorInput,
} from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import type { Constraint } from "./Constraint.ts";

/**
 * Geometry may be given as drawn (world coordinates, with the bodies where they were created) or in body axes. These
 * functions turn either into body axes. `names` are the two option names, for messages.
 */
export function findReferencePoint(
  constraint: Constraint,
  side: "A" | "B",
  drawn: VectorInput | undefined,
  inBody: VectorInput | undefined,
  names: readonly [string, string],
): Triple {
  if (drawn !== undefined && inBody !== undefined) {
    throw new ModelError(
      `${constraint.label}: ${names[0]} (world) and ${names[1]} (body axes) are both given; give one of them`,
    );
  }
  if (inBody !== undefined) return checkVector3(constraint.label, names[1], inBody);
  if (drawn === undefined) return [0, 0, 0];
  return toBodyPoint(
    side === "A" ? constraint.bodyA : constraint.bodyB,
    checkVector3(constraint.label, names[0], drawn),
  );
}

export function findReferenceDirection(
  constraint: Constraint,
  side: "A" | "B",
  drawn: VectorInput | undefined,
  inBody: VectorInput | undefined,
  names: readonly [string, string],
): Triple {
  if (drawn !== undefined && inBody !== undefined) {
    throw new ModelError(
      `${constraint.label}: ${names[0]} (world) and ${names[1]} (body axes) are both given; give one of them`,
    );
  }
  if (inBody !== undefined) return checkDirection(constraint.label, names[1], inBody);
  if (drawn === undefined) {
    throw new ModelError(`${constraint.label}: ${names[0]} is missing; give a direction such as [0, 0, 1]`);
  }
  const direction = checkDirection(constraint.label, names[0], drawn);
  return rotateBack((side === "A" ? constraint.bodyA : constraint.bodyB).referencePose.T, direction);
}

/** A world point, with the body as drawn, in body axes from the body's origin. */
function toBodyPoint(body: Body, point: ArrayLike<number>): Triple {
  return rotateBack(body.referencePose.T, subtract(point, body.referencePose.r));
}
