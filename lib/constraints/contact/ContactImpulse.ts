import { cross, subtract, toVector3, type Vector3 } from "../../math/index.ts";
import type { Unilateral } from "./Unilateral.ts";

/** An angular impulse below this part of what the impulse has about the centre of mass is rounding. */
const ROUNDING = 1e-12;

/** What a contact, or a stop of a joint, gave to its body B in an impact, in world axes; A got the opposite. */
export interface ContactImpulse {
  /** Its name. */
  readonly contact: string;
  /** Names of A and B. */
  readonly bodies: readonly [string, string];
  /** Ns */
  readonly impulse: Readonly<Vector3>;
  /** Beside it, Nms: of the stop of a joint that turns. */
  readonly angularImpulse: Readonly<Vector3>;
  /** Where the impulse acts, m. */
  readonly point: Readonly<Vector3>;
  /** Its part along the normal, and the size of the one across it, Ns; of the stop of a joint that turns: Nms. */
  readonly normalImpulse: number;
  readonly frictionImpulse: number;
}

/** The wrench on B of the impulses along the rows, referred to a point. */
export function createImpulse(contact: Unilateral, point: Float64Array): ContactImpulse {
  const { impulse: p, jacobian: J, hasNormalRow, tangentCount, bodies, portB } = contact;
  const wrench = new Float64Array(6);
  const first = hasNormalRow ? 1 : 0;
  for (let row = 0; row < first + tangentCount; row++) {
    const factor = p[1 - first + row];
    const place = 6 * (row * bodies.length + 1);
    for (let i = 0; i < 6; i++) wrench[i] += factor * J[place + i];
  }
  const impulse = toVector3(wrench);
  const arm = subtract(point, portB.r);
  const about = cross(arm, impulse);
  const noise = ROUNDING * Math.hypot(...arm) * Math.hypot(...impulse);
  const angular = about.map((x, i) => (Math.abs(wrench[3 + i] - x) <= noise ? 0 : wrench[3 + i] - x));
  return {
    contact: contact.title,
    bodies: [contact.bodyA.name, contact.bodyB.name],
    impulse,
    angularImpulse: toVector3(angular),
    point: toVector3(point),
    normalImpulse: p[0],
    frictionImpulse: Math.hypot(p[1], p[2]),
  };
}
