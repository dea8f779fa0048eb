import type { Constraint } from "../Constraint.ts";

/** Steps of a run along the way of a slip that ends soon. */
export interface SlipFollower {
  /** After an event: another way may begin. */
  open(): void;
  /** The end of the next step from (t, y) with the derivative `dydt`, before `until`; nothing where ordinary steps do better. */
  next(t: number, y: Float64Array, dydt: Float64Array, until: number): { t: number; y: Float64Array } | undefined;
}

/** A contact whose slip ends so soon that all else hardly moves, as that of light rollers. */
export interface FollowsSlip {
  /** For a run: `problem` is the motion of its model. */
  createSlipFollower(problem: unknown): SlipFollower;
}

export function followsSlip(constraint: Constraint): constraint is Constraint & FollowsSlip {
  return (constraint as Partial<FollowsSlip>).createSlipFollower !== undefined;
}
