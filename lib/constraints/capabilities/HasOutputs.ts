import type { Constraint } from "../Constraint.ts";

/** A number that a constraint can tell beside its reaction: a column of the trajectory, under the constraint's name. */
export interface Output {
  readonly name: string;
  readonly unit: string;
  readonly read: () => number;
}

/** A constraint with numbers of its own that belong into a trajectory. */
export interface HasOutputs {
  readonly outputs: readonly Output[];
}

export function listOutputs(constraint: Constraint): readonly Output[] {
  return (constraint as Partial<HasOutputs>).outputs ?? [];
}
