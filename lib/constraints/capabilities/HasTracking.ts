import type { Tracker, TrackerName } from "../../tracking/index.ts";
import type { Constraint } from "../Constraint.ts";

/** A tracker can be exchanged between runs. */
export interface TrackingChoice {
  tracker: Tracker;
  /** Chooses by name for the next assembly; the system has to forget the present one. */
  choose(name: TrackerName): void;
}

/** A constraint that follows the nearest points of two surfaces. */
export interface HasTracking {
  readonly tracking: TrackingChoice;
  /** Where a run starts, with all bodies in their places: looks for the points. */
  begin(t: number): void;
  /** Where a run is read far from where it was read last: looks for them anew. */
  findAgain(t: number): void;
}

export function hasTracking(constraint: Constraint): constraint is Constraint & HasTracking {
  return (constraint as Partial<HasTracking>).tracking !== undefined;
}
