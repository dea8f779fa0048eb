import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { Tracker } from "../Tracker.ts";
import { TrackingError } from "../TrackingError.ts";

/**
 * Trackers with formulas for points and velocities. Each is written for a first and a second surface in fixed roles (plane
 * and ring, say); which of them is A is a matter of where the results go.
 */
export abstract class ClosedFormTracker extends Tracker {
  protected readonly first: SurfaceFrame;
  protected readonly second: SurfaceFrame;
  /** Where the points of the first and the second surface are in the result; their velocities are nine places on. */
  protected readonly one: number;
  protected readonly two: number;
  /** Turns the direction from the first to the second surface into the normal. */
  protected readonly sign: number;

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean) {
    super(frameA, frameB);
    this.first = isSwapped ? frameB : frameA;
    this.second = isSwapped ? frameA : frameB;
    this.one = isSwapped ? 3 : 0;
    this.two = isSwapped ? 0 : 3;
    this.sign = isSwapped ? -1 : 1;
  }

  override get name(): string {
    return "closed-form";
  }

  override start(): void {
    this.track();
  }

  protected describe(cause: string, remedy: string): TrackingError {
    const { first, second } = this;
    return new TrackingError(
      `${this.name} tracker of ${first.surface.label} and ${second.surface.label}: ${cause}; ${remedy}`,
    );
  }
}
