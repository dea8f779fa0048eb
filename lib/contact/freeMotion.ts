import type { Unilateral } from "../constraints/contact/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";

/**
 * Relative accelerations along normal and tangents that there would be without the contacts that are open in the kernel
 * now: `J A − γ`, three per contact. Leaves the kernel solved at its present state, and the contacts measured there.
 */
export function calcFreeAccelerations(kernel: Kernel, t: number, contacts: readonly Unilateral[]): Float64Array {
  kernel.solve(t);
  for (const link of kernel.links) link.calcAccelerations(kernel.uniform);
  const b = new Float64Array(3 * contacts.length);
  contacts.forEach((contact, i) => {
    contact.measure(t);
    const first = contact.hasNormalRow ? 1 : 0;
    if (first === 1) b[3 * i] = contact.getAcceleration(0);
    for (let k = 0; k < contact.tangentCount; k++) b[3 * i + 1 + k] = contact.getAcceleration(first + k);
  });
  return b;
}
