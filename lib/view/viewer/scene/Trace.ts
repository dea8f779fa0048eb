import type { Vector3 } from "../../../math/index.ts";
import { type Body, RigidBody } from "../../../rigidbody/index.ts";
import type { ViewerSettings } from "../ViewerOptions.ts";

/** A point of a body whose path is drawn. */
export interface Trace {
  readonly body: Body;
  readonly point: Vector3;
  readonly color: string | undefined;
}

/** So many paths, and of bodies of so much of the largest mass, are drawn when nobody says which. */
const MOST = 8;
const HEAVY = 0.05;

/** The traces that are named, or those of the heavier bodies. */
export function createTraces(
  bodies: readonly Body[],
  named: ViewerSettings["traces"],
  findBody: (name: string) => Body,
): Trace[] {
  if (named) {
    return named.map(({ body, point, color }) => ({ body: findBody(body), point, color }));
  }
  const rigid = bodies.filter((body) => body instanceof RigidBody);
  const heaviest = Math.max(0, ...rigid.map(({ inertia }) => inertia.mass));
  return rigid
    .filter(({ inertia }) => inertia.mass >= HEAVY * heaviest)
    .slice(0, MOST)
    .map((body) => ({ body, point: [0, 0, 0], color: undefined }));
}
