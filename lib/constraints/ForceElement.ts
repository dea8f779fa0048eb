import type { Fragment } from "../bondgraph/index.ts";
import { Constraint } from "./Constraint.ts";

/**
 * A constraint that forbids nothing: it gives a wrench from positions, velocities and time, six effort constraints.
 * Subclasses fill `wrenchB` (force, couple, point) in `calcWrench`; the third law gives `wrenchA`.
 */
export abstract class ForceElement extends Constraint {
  /** Fills both wrenches at the present state. */
  calcReaction(t: number): void {
    this.calcWrench(t);
    this.closeThirdLaw();
  }

  /** Fills `wrenchB` from the kinematic ports and `states`. */
  protected abstract calcWrench(t: number): void;

  override bondGraph(): Fragment {
    return this.createFragment([], ["Fx", "Fy", "Fz", "Mx", "My", "Mz"]);
  }
}
