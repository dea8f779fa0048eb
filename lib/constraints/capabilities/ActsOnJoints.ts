import type { Constraint } from "../Constraint.ts";

/** A port of a constraint's fragment that branches off a scalar bond of a joint instead of a body. */
export interface Branch {
  readonly joint: Constraint;
  readonly isRotation: boolean;
  readonly port: string;
}

/** A constraint that acts on joints from outside: a gear, a stop, a brake, a circuit. */
export interface ActsOnJoints {
  readonly joints: readonly Constraint[];
  /** Where its fragment is joined to scalar bonds of joints. Default: it is joined to its two bodies. */
  readonly branches?: readonly Branch[];
  /** At each assembly: lets it attach itself to its joints. */
  attach?(): void;
}

export function listJoints(constraint: Constraint): readonly Constraint[] {
  return (constraint as Partial<ActsOnJoints>).joints ?? [];
}

export function listBranches(constraint: Constraint): readonly Branch[] {
  return (constraint as Partial<ActsOnJoints>).branches ?? [];
}
