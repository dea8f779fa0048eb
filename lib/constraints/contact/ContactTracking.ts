import type { Body } from "../../rigidbody/index.ts";
import type { Tracker, TrackerName } from "../../tracking/index.ts";
import { type ContactTrackingOptions, SurfaceTracking } from "./SurfaceTracking.ts";
import { Unilateral } from "./Unilateral.ts";

/**
 * Stage 1 of a contact: where are the nearest points of the two surfaces, and how do they move. The tracker may carry
 * states; they are this constraint's.
 */
export abstract class ContactTracking extends Unilateral {
  override readonly tracking: SurfaceTracking;

  constructor(
    name: string,
    bodyA: Body,
    bodyB: Body,
    options: ContactTrackingOptions,
    hasNormalRow: boolean,
    tangentCount: number,
  ) {
    super(name, bodyA, bodyB, hasNormalRow, tangentCount);
    this.tracking = new SurfaceTracking(this, options);
  }

  get tracker(): Tracker {
    return this.tracking.tracker;
  }

  /** Chooses another tracker, by name; the next run assembles the model anew. */
  setTracker(name: TrackerName): void {
    this.tracking.choose(name);
    this.owner?.forgetAssembly();
  }

  override get readsJoints(): boolean {
    return false;
  }

  override get size(): number {
    const { frameA, frameB } = this.tracking;
    return Math.min(frameA.surface.size, frameB.surface.size);
  }

  override get stateCount(): number {
    return this.tracker.stateCount;
  }

  /** Points, normal, gap and how they move, at the poses in the ports. */
  protected track(): void {
    this.tracking.track();
  }

  override begin(t: number): void {
    this.tracking.begin(t);
  }

  override calcStateRates(): void {
    if (!this.isClosed && this.stateCount > 0) this.track();
  }

  override get statesDrift(): boolean {
    return this.stateCount > 0;
  }

  override projectStates(t: number): void {
    this.tracking.project(t);
  }
}
