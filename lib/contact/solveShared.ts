import type { Kernel } from "../kernel/Kernel.ts";

/** Rounds in which contacts share out their load, and when they have. */
const MAX_ROUNDS = 30;
const SHARED = 1e-12;
const LEAST_SHARE = 1e-3;

/**
 * Accelerations where forces are read too: contacts that stick and share their load in no unique way take tangential forces
 * in proportion to their normal ones, so that none slips before the others. The shares found last are a good start.
 */
export function solveShared(kernel: Kernel, t: number): void {
  kernel.solve(t);
  if (kernel.contacts.length < 2 || kernel.rows.redundancy === 0) return;
  const sticking = kernel.contacts.filter(({ isOn, mode }) => isOn && mode === "stick");
  for (let round = 0; round < MAX_ROUNDS && sticking.length > 1; round++) {
    const most = Math.max(...sticking.map(({ normalForce }) => normalForce));
    if (!(most > 0)) return;
    let change = 0;
    for (const contact of sticking) {
      const share = Math.max(LEAST_SHARE, contact.normalForce / most);
      change = Math.max(change, Math.abs(share - contact.share));
      contact.share = share;
    }
    if (change < SHARED) return;
    kernel.solve(t);
  }
}
