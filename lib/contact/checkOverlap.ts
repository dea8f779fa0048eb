import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import { ModelError } from "../math/index.ts";

/**
 * Refuses rigid contacts, measured before, that overlap by more than a part `slack` of their size: they would push their
 * bodies apart at once, and bring in energy. At the start of a run, or where an event puts them in force.
 */
export function checkOverlap(contacts: readonly Unilateral[], slack: number, isStart: boolean): void {
  for (const contact of contacts) {
    if (!contact.hasNormalRow || contact.gap >= -slack * contact.size) continue;
    throw new ModelError(`${contact.label}: ${contact.describeOverlap(isStart)}`);
  }
}
