import { SmoothTracker } from "./SmoothTracker.ts";

/**
 * Solves the equations of the nearest points anew at every pose, starting from the last solution in the axes of the
 * surfaces. The result depends on the pose alone (to rounding), not on the way there, while the branch is kept.
 */
export class AlgebraicTracker extends SmoothTracker {
  override get name(): string {
    return "algebraic";
  }

  override track(): void {
    this.solve("track");
  }
}
