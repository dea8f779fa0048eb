import type { Constraint } from "../Constraint.ts";

/** A constraint that acts on nothing and reads the model at every evaluation, so as not to lose what it follows. */
export interface Senses {
  /** Poses and velocities are known. Where there is nothing to be found, `failure` says why, and a shorter step is tried. */
  sense(t: number): void;
}

export function isSensor(constraint: Constraint): constraint is Constraint & Senses {
  return (constraint as Partial<Senses>).sense !== undefined;
}
