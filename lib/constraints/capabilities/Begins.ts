import type { Constraint } from "../Constraint.ts";

/** A constraint that has something to find where a run starts: nearest points, states, or who is near whom. */
export interface Begins {
  /** All bodies are in their places. */
  begin(t: number): void;
}

export function canBegin(constraint: Constraint): constraint is Constraint & Begins {
  return (constraint as Partial<Begins>).begin !== undefined;
}
