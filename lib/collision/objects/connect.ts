import type { Constraint } from "../../constraints/index.ts";
import { Connection, type ConnectionKind } from "./Connection.ts";
import type { Object3D } from "./Object3D.ts";

/** Options of a connection beside those of its kind. */
export interface ConnectionOptions {
  /** Whether the objects may collide although a joint joins them. Default: false. */
  canCollide?: boolean;
}

/**
 * Joins two objects: `connect("hinge", RevoluteJoint, world, arm, { axis: [0, 0, 1] })`. Options are those of the kind.
 * Points and axes are as drawn, in the world; `pointA`, `pointB`, `axisA` … count in the axes of the objects. Left out, the
 * point of a joint is the origin of B, and force elements and rods act at the origins of both.
 */
export function connect<C extends Constraint, O>(
  name: string,
  kind: ConnectionKind<C, O>,
  objectA: Object3D,
  objectB: Object3D,
  options?: O & ConnectionOptions,
): Connection<C> {
  return new Connection<C>(name, kind as ConnectionKind<C, never>, objectA, objectB, options);
}
