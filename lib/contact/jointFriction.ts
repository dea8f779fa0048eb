import type { Unilateral } from "../constraints/contact/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { calcFreeAccelerations } from "./freeMotion.ts";

/** What exceeds a limit by less than this part of it, or moves by less than this part of the largest, is rounding. */
const ROUNDING = 1e-11;

/** Dry friction in a joint: one direction, up to a given limit. */
export const isJoint = (contact: Unilateral): boolean => !contact.hasNormalRow && contact.tangentCount === 1;

/** Of the joints that stick, the one that exceeds its limit most goes on with the limit. Whether there was one. */
export function limitFriction(contacts: readonly Unilateral[]): boolean {
  let most = ROUNDING;
  let worst: Unilateral | undefined;
  for (const contact of contacts) {
    if (contact.mode !== "stick" || !isJoint(contact)) continue;
    const excess = -contact.getStickMargin() / contact.normalForce;
    if (!(excess > most)) continue;
    most = excess;
    worst = contact;
  }
  if (!worst) return false;
  const force = new Float64Array(1);
  worst.calcTangentForce(force);
  worst.mode = force[0] > 0 ? "up" : "down";
  return true;
}

/** Joints whose friction is all it can be: either others hold them, or they begin to slip. */
export function loosenJoints(kernel: Kernel, t: number, contacts: readonly Unilateral[], scale: number): void {
  const full = contacts.filter(({ mode }) => mode === "up" || mode === "down");
  if (full.length === 0) return;
  const motion = calcFreeAccelerations(kernel, t, full);
  full.forEach((contact, i) => {
    const sign = contact.mode === "up" ? -1 : 1;
    if (sign * motion[3 * i + 1] <= ROUNDING * scale) return;
    contact.mode = "slip";
    contact.setDirection([sign]);
  });
  kernel.updateModes();
}
