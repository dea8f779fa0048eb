import { type Constraint, DistanceRod, SpringDamper } from "../../constraints/index.ts";
import type { Vector3 } from "../../math/index.ts";
import type { Body } from "../../rigidbody/index.ts";
import { checkModel } from "./checkModel.ts";

/** A point of a body, from its centre of mass (a base: its origin), in its axes. */
export interface LinkEnd {
  readonly body: Body;
  readonly point: Vector3;
}

/** What is stretched between two points that move. */
export interface Link {
  readonly kind: "spring" | "rod";
  readonly name: string;
  readonly from: LinkEnd;
  readonly to: LinkEnd;
}

/** The springs and rods of a model: they change their length, so they are no part of the look of a body. */
export function findLinks(model: { readonly constraints: readonly Constraint[] }): Link[] {
  const { constraints } = checkModel("findLinks", model, []);
  return constraints.flatMap((constraint): Link[] => {
    if (!(constraint instanceof SpringDamper || constraint instanceof DistanceRod)) return [];
    const { name, bodyA, bodyB, pointA, pointB } = constraint;
    const kind = constraint instanceof SpringDamper ? "spring" : "rod";
    return [{ kind, name, from: { body: bodyA, point: pointA }, to: { body: bodyB, point: pointB } }];
  });
}
