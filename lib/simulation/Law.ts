/** A function of time and state that a run asks: a torque, a prescribed motion, a wrench, the elements of a circuit. */
export interface Law {
  /** Numbers in an answer. */
  readonly size: number;
  /** Whether a state says all that it may depend on; else it is only asked twice in a row. */
  readonly isOfState: boolean;
  /** Its answer at the state that the model is at, into `out`. */
  read(t: number, out: Float64Array): void;
  /** How messages call what of it differs between two answers: `RevoluteJoint "hinge": the torque`. */
  describe(before: Float64Array, after: Float64Array): string;
}

/** All laws of a model. */
export interface LawSet {
  readonly laws: readonly Law[];
  /**
   * What laws may read of trackers. A search begins where the last one ended, so it is another one, by rounding, when an
   * instant is looked at again: there the laws are asked with what they read first.
   */
  readonly readings?: readonly Float64Array[];
  /** Brings the model to a state, as far as its laws read it. */
  prepare(t: number, y: Float64Array): void;
}

/** The first place at which two answers differ; -1 if they are the same. What is no number twice is the same. */
export function findDifference(a: Float64Array, b: Float64Array): number {
  return a.findIndex((x, i) => x !== b[i] && !(Number.isNaN(x) && Number.isNaN(b[i])));
}
