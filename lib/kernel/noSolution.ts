import type { Rows } from "../constraints/index.ts";
import { ModelError } from "../math/index.ts";

/** With friction, pushing harder along a row can make it worse. */
export const NO_SOLUTION =
  "friction is so large for this position that no contact force can keep the bodies apart (Painlevé's paradox: the contact " +
  "jams). Lower the friction coefficient, or use a compliant normal law";

export function createNoSolution(constraint: Rows): ModelError {
  return new ModelError(`${constraint.label}: ${NO_SOLUTION}`);
}
