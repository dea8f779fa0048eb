import { descendDistance } from "./descendDistance.ts";
import { CONVERGED } from "./NewtonIteration.ts";
import { SmoothTracker } from "./SmoothTracker.ts";

/**
 * Solves the equations of the nearest points anew at every pose, starting from the last solution in the axes of the
 * surfaces. The result depends on the pose alone (to rounding), not on the way there, while the branch is kept. Where
 * Newton's iteration fails or ends on another branch, the distance is first brought down from the last points. After an
 * error the last solution is still the one to start from: a smaller step may succeed.
 */
export class AlgebraicTracker extends SmoothTracker {
  private readonly last = new Float64Array(8);

  override get name(): string {
    return "algebraic";
  }

  override track(): void {
    const { last, equations, newton } = this;
    const { x } = equations;
    for (let i = 0; i < 8; i++) last[i] = x[i];
    if (newton.run() === CONVERGED && x[6] < 0 && equations.isMinimum()) this.writeResult();
    else this.recover();
  }

  private recover(): void {
    const { last, equations } = this;
    const { x } = equations;
    try {
      const failed = Float64Array.from(x);
      x.set(last);
      if (equations.isContact || !descendDistance(equations)) x.set(failed);
      this.solve("track");
    } catch (error) {
      x.set(last);
      throw error;
    }
  }
}
