import { type SurfaceFrame, Tracker } from "../../tracking/index.ts";
import type { FeaturePair } from "../features/FeaturePair.ts";

/** Follows the points of two features of two bodies; which they are changes at events. The frames are those of the bodies. */
export class FeatureTracker extends Tracker {
  features: FeaturePair | undefined;

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame) {
    super(frameA, frameB);
    this.result.fill(Number.NaN);
  }

  override get name(): string {
    return "features";
  }

  override start(): void {
    this.track();
  }

  override track(): void {
    this.features?.track(this.frameA, this.frameB, this.result);
  }

  override calcVelocities(): void {
    this.features?.calcVelocities(this.frameA, this.frameB, this.result);
  }
}
