import type { Unilateral } from "../constraints/contact/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import type { Cone } from "./ConeBlock.ts";
import { ContactOperator } from "./ContactOperator.ts";
import { calcFreeAccelerations } from "./freeMotion.ts";
import { APPROACH, impactAtOnce, impactInTurn } from "./impact.ts";

/**
 * A bounce lower than this part of the size of the bodies is not followed any more, nor one lower than what moves so long (s)
 * with the speed that counts as rest: the tolerance of the run cannot tell.
 */
const LOWEST_BOUNCE = 1e-11;
const BRIEF = 1e-3;

/**
 * Lets rigid contacts that touch and approach collide: changes the rates of the kernel. The kernel is prepared at the
 * present state with the contacts open, and they are measured there. Returns whether there was an impact.
 */
export function collide(kernel: Kernel, t: number, contacts: readonly Unilateral[], canBounce: boolean): boolean {
  const rigid = contacts.filter((contact) => contact.hasNormalRow);
  const before = calcVelocities(rigid);
  if (rigid.every((_, i) => before[3 * i] >= -APPROACH)) return false;
  const restitutions = canBounce ? findRestitutions(kernel, t, rigid, before) : rigid.map(() => 0);
  kernel.prepareProjection(t);
  const operator = new ContactOperator(kernel, rigid);
  const cones = rigid.map(
    (contact): Cone => ({
      hasNormal: true,
      load: 0,
      tangential: getTangential(contact),
      tangentCount: contact.tangentCount,
      friction: contact.friction,
    }),
  );
  const collide = rigid.some(({ impact }) => impact.isSequential) ? impactInTurn : impactAtOnce;
  const impulses = collide(operator.matrix, before, cones, restitutions);
  operator.apply(impulses);
  rigid.forEach((contact, i) => {
    contact.addImpulse(impulses, 3 * i);
  });
  return true;
}

/** Relative velocities along normal and tangents, three per contact. */
export function calcVelocities(contacts: readonly Unilateral[]): Float64Array {
  const u = new Float64Array(3 * contacts.length);
  contacts.forEach((contact, i) => {
    const first = contact.hasNormalRow ? 1 : 0;
    if (first === 1) u[3 * i] = contact.getVelocityError(0);
    for (let k = 0; k < contact.tangentCount; k++) u[3 * i + 1 + k] = contact.getVelocityError(first + k);
  });
  return u;
}

function getTangential({ friction, tangentCount }: Unilateral): Cone["tangential"] {
  if (friction.kind === "none" || tangentCount === 0) return "none";
  return friction.kind === "rolling" ? "held" : "coulomb";
}

/** Restitution of each contact; where the bounces have become too small to follow it is zero, and their end is noted. */
function findRestitutions(kernel: Kernel, t: number, contacts: readonly Unilateral[], before: Float64Array): number[] {
  if (contacts.every(({ impact }) => impact.restitution === 0)) return contacts.map(() => 0);
  const free = calcFreeAccelerations(kernel, t, contacts);
  return contacts.map((contact, i) => {
    const { restitution } = contact.impact;
    const rebound = -restitution * before[3 * i];
    const pull = -free[3 * i];
    const lowest = Math.max(LOWEST_BOUNCE * contact.size, BRIEF * contact.direction.restSpeed);
    if (rebound <= APPROACH || pull <= 0 || (rebound * rebound) / (2 * pull) > lowest) return restitution;
    // A geometric series of flights of 2 v/a each.
    if (restitution < 1 && !contact.wasClosed) contact.setRestTime(t + (2 * rebound) / (pull * (1 - restitution)));
    return 0;
  });
}
