import { Bushing, type Constraint, DistanceRod, Pair, PointOnLine, SpringDamper } from "../../constraints/index.ts";
import type { Vector3 } from "../../math/index.ts";
import type { Body } from "../../rigidbody/index.ts";

/** Constraints that hold points of their bodies. */
export type Anchored = Pair | DistanceRod | SpringDamper | Bushing | PointOnLine;

/** A point of a body, in its axes, that a constraint holds. */
export interface Anchor {
  body: Body;
  point: Vector3;
  side: "A" | "B";
  constraint: Anchored;
}

const CLASSES = [Pair, DistanceRod, SpringDamper, Bushing, PointOnLine];

const isAnchored = (constraint: Constraint): constraint is Anchored =>
  CLASSES.some((known) => constraint instanceof known);

/** The points by which the bodies of a model hang together. */
export function listAnchors(constraints: readonly Constraint[]): Anchor[] {
  return constraints.filter(isAnchored).flatMap((constraint): Anchor[] => [
    { body: constraint.bodyA, point: constraint.pointA, side: "A", constraint },
    { body: constraint.bodyB, point: constraint.pointB, side: "B", constraint },
  ]);
}
