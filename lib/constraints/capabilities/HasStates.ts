import type { Constraint } from "../Constraint.ts";

/**
 * A constraint with continuous states of its own: they are integrated with the system under the same error control. A run
 * hands out the memory, `states` and `stateRates` of the constraint.
 */
export interface HasStates {
  readonly stateCount: number;
  /** Where they start. Default: zero. */
  readonly initialStates?: readonly number[];
  /** What an absolute tolerance of one means for each state, where that is not one of its units. */
  readonly stateUnits?: readonly number[];
  /** Where a run starts, with all bodies in their places: sets `states` that depend on them. */
  begin?(t: number): void;
  /** Fills `stateRates` from `states` and the ports; accelerations are known here. Default: they change at events only. */
  calcStateRates?(t: number): void;
  /** After each step: brings states back onto equations of their own that integration does not keep. */
  projectStates?(t: number): void;
}

export function hasStates(constraint: Constraint): constraint is Constraint & HasStates {
  return ((constraint as Partial<HasStates>).stateCount ?? 0) > 0;
}

/** Whether its states obey equations that integration does not keep. */
export function hasDriftingStates(
  constraint: Constraint,
): constraint is Constraint & HasStates & Required<Pick<HasStates, "projectStates">> {
  return hasStates(constraint) && constraint.projectStates !== undefined;
}
