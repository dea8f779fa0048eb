import { checkOptions } from "../../math/index.ts";
import type { Body, Constants } from "../../rigidbody/index.ts";
import type { Tracker, TrackerName } from "../../tracking/index.ts";
import type { Output } from "../Constraint.ts";
import { ForceElement } from "../ForceElement.ts";
import { ContactTracking, type ContactTrackingOptions, TRACKING_OPTIONS } from "./ContactTracking.ts";

/**
 * Follows the nearest points of two surfaces and does nothing to their bodies: six effort constraints of zero. Points, gap,
 * normal and how they move are columns of the run: `new NearestPoints("probe", floor, egg, { surfaceA, surfaceB })` gives
 * `probe.gap`, `probe.pointA.x`, `probe.velocityB.y`, … States of the tracker, if it has some, are integrated with the
 * system under error control, and brought back onto their equations after every step.
 */
export class NearestPoints extends ForceElement {
  override readonly tracking: ContactTracking;

  constructor(name: string, bodyA: Body, bodyB: Body, options: ContactTrackingOptions) {
    super(name, bodyA, bodyB);
    checkOptions(this.label, options, TRACKING_OPTIONS);
    this.tracking = new ContactTracking(this, options);
  }

  override get constants(): Constants {
    return this.tracking.constants;
  }

  get tracker(): Tracker {
    return this.tracking.tracker;
  }

  /** Chooses another tracker, by name; the next run assembles the model anew. */
  setTracker(name: TrackerName): void {
    this.tracking.choose(name);
    this.owner?.forgetAssembly();
  }

  /** Signed distance: positive apart. */
  get gap(): number {
    return this.tracker.gap;
  }

  override get stateCount(): number {
    return this.tracker.stateCount;
  }

  override get statesDrift(): boolean {
    return this.stateCount > 0;
  }

  override get outputs(): readonly Output[] {
    return this.tracking.outputs;
  }

  override begin(t: number): void {
    this.tracking.begin(t);
  }

  /** No force; its point is the tracked one, so that a run notices where there is none. */
  protected override calcWrench(): void {
    this.tracking.track();
    const { P } = this.wrenchB;
    for (let i = 0; i < 3; i++) P[i] = this.tracker.result[3 + i];
  }

  /** Switched off, it still follows its points: it may be switched on again. */
  override calcStateRates(): void {
    if (!this.isOn) this.tracking.track();
  }

  override projectStates(t: number): void {
    this.tracking.project(t);
  }
}
