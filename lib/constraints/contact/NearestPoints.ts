import type { Fragment } from "../../bondgraph/index.ts";
import { checkOptions } from "../../math/index.ts";
import type { Body, Constants } from "../../rigidbody/index.ts";
import type { Tracker, TrackerName } from "../../tracking/index.ts";
import { Constraint } from "../Constraint.ts";
import type { HasOutputs, HasStates, HasTracking, Output, Senses } from "../capabilities/index.ts";
import { ContactTracking, type ContactTrackingOptions, TRACKING_OPTIONS } from "./ContactTracking.ts";

/**
 * A sensor: follows the nearest points of two surfaces and does nothing to their bodies; in the bond graph it is six effort
 * constraints of zero. Points, gap, normal and how they move are columns of the run:
 * `new NearestPoints("probe", floor, egg, { surfaceA, surfaceB })` gives `probe.gap`, `probe.pointA.x`,
 * `probe.velocityB.y`, … States of the tracker, if it has some, are integrated with the system under error control, and
 * brought back onto their equations after every step.
 */
export class NearestPoints extends Constraint implements Senses, HasOutputs, HasStates, HasTracking {
  readonly tracking: ContactTracking;

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

  get stateCount(): number {
    return this.tracker.stateCount;
  }

  get outputs(): readonly Output[] {
    return this.tracking.outputs;
  }

  begin(t: number): void {
    this.tracking.begin(t);
  }

  findAgain(t: number): void {
    this.tracking.begin(t);
  }

  /** The point of its wrenches, which are zero, is B's. */
  sense(): void {
    const { wrenchA, wrenchB } = this;
    this.tracking.track();
    for (let i = 0; i < 3; i++) {
      wrenchA.P[i] = this.tracker.result[3 + i];
      wrenchB.P[i] = wrenchA.P[i];
    }
  }

  /** Switched off, it still follows its points: it may be switched on again. */
  calcStateRates(): void {
    if (!this.isOn) this.tracking.track();
  }

  projectStates(t: number): void {
    this.tracking.project(t);
  }

  override bondGraph(): Fragment {
    return this.createFragment([], ["Fx", "Fy", "Fz", "Mx", "My", "Mz"]);
  }
}
