import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import type { LU } from "../math/LU.ts";

/**
 * One Newton step for the directions of several contacts that slip slowly, each of which turns the acceleration of the others
 * (see `SlipDirection`); returns the largest part of what counts as rest that was missing. `lu` and `steps` are of their number.
 */
export function turnTogether(contacts: readonly Unilateral[], lu: LU, steps: Float64Array): number {
  const n = contacts.length;
  let missing = 0;
  for (let j = 0; j < n; j++) {
    const { direction } = contacts[j];
    steps[j] = direction.calcResidual();
    missing = Math.max(missing, Math.abs(steps[j]) / direction.restSpeed);
    for (let i = 0; i < n; i++) {
      const other = contacts[i].direction;
      const slope = i === j ? direction.slope : (direction.couplings.get(other) ?? 0);
      const own = i === j ? direction.stiffness : 0;
      lu.matrix[j * n + i] = direction.isFrozen ? Number(i === j) : direction.lead * slope + own;
    }
  }
  if (lu.factor() >= 0) return missing;
  lu.solve(steps);
  for (let j = 0; j < n; j++) contacts[j].direction.turnBy(steps[j]);
  return missing;
}
