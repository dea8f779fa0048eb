import { hasStates } from "../constraints/capabilities/HasStates.ts";
import { hasTracking } from "../constraints/capabilities/HasTracking.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { ModelError } from "../math/index.ts";
import { solveShared } from "./solveShared.ts";

/** Contacts that are open have no part in the accelerations, but a gap. */
export function measureOpen(kernel: Kernel, t: number): void {
  for (const contact of kernel.contacts) if (contact.isOn && !contact.isClosed) contact.measure(t);
}

/** Contacts at a state of which only the kinematics are known. */
export function measureContacts(kernel: Kernel, t: number): void {
  for (const contact of kernel.contacts) if (contact.isOn) contact.measure(t);
}

/** Accelerations at a state that is to be shown, far from the last one perhaps. */
export function solveToShow(kernel: Kernel, t: number): void {
  lookAround(kernel, t);
  solveShared(kernel, t);
  measureOpen(kernel, t);
  if (!findPointsAgain(kernel, t)) return;
  solveShared(kernel, t);
  measureOpen(kernel, t);
}

/** Where several points may be nearest those of the last state tell nothing. */
function lookAround(kernel: Kernel, t: number): void {
  const around = kernel.contacts.filter((contact) => contact.isOn && contact.hasBranches);
  if (around.length === 0) return;
  kernel.calcKinematics(t, true);
  for (const contact of around) contact.lookAround();
}

/**
 * Trackers without states begin at their last points. A jump in time may be too far for that: then they search anew.
 * Whether there is something to evaluate again.
 */
function findPointsAgain(kernel: Kernel, t: number): boolean {
  const lost = kernel.acting.filter(hasTracking).filter((c) => c.isOn && c.failure && !hasStates(c));
  for (const constraint of lost) {
    try {
      constraint.findAgain(t);
    } catch (cause) {
      // What cannot be found is shown as no number.
      if (!(cause instanceof ModelError)) throw cause;
    }
  }
  return lost.length > 0;
}
