import type { Fragment } from "../bondgraph/index.ts";
import { Constraint } from "./Constraint.ts";

/**
 * A constraint that forbids nothing: it gives a wrench from positions, velocities and time, six effort constraints.
 * Subclasses fill `wrenchB` (force, couple, point) in `calcWrench`; the third law gives `wrenchA`.
 */
export abstract class ForceElement extends Constraint {
  /** Fills both wrenches at the present state. */
  calcReaction(t: number): void {
    const { F, M, P } = this.wrenchB;
    const { r } = this.portB;
    for (let i = 0; i < 3; i++) {
      F[i] = 0;
      M[i] = 0;
      P[i] = r[i];
    }
    this.calcWrench(t);
    this.closeThirdLaw();
  }

  /** Fills `wrenchB` from the kinematic ports and `states`; it is zero, at B's centre of mass, before. */
  protected abstract calcWrench(t: number): void;

  override bondGraph(): Fragment {
    return this.createFragment([], ["Fx", "Fy", "Fz", "Mx", "My", "Mz"]);
  }
}
