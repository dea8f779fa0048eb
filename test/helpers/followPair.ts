import { createTracker, type TrackerName } from "../../lib/tracking/index.ts";
import { findNearest } from "./bruteNearest.ts";
import { differ, evaluate } from "./measureTrackers.ts";
import { createFrames, type TrackedPair } from "./trackedPairs.ts";

/** What a tracker, by name, makes of two surfaces in motion: largest errors. */
export interface FollowErrors {
  /** Of gap and points against brute force. */
  gap: number;
  points: number;
  /** Of a start from nothing against the points that were followed. */
  start: number;
  /** Of velocities against differences, fourth order with steps of 1 ms: to about 1e-10. */
  velocities: number;
  name: string;
}

type Nearest = typeof findNearest;

/** Follows a pair for `end` seconds; `nearest` finds the points by other means. */
export function followPair(
  pair: TrackedPair,
  name: TrackerName,
  end = 4,
  nearest: Nearest = findNearest,
): FollowErrors {
  const [a, b, moveTo] = createFrames(pair);
  const tracker = createTracker(name, a, b);
  tracker.start();
  const errors: FollowErrors = { gap: 0, points: 0, start: 0, velocities: 0, name: tracker.name };
  const h = 1e-3;
  const at = (time: number) => {
    moveTo(time);
    return evaluate(tracker);
  };
  for (let i = 0; i <= 8; i++) {
    const time = (end * i) / 8;
    // Not farther than it can follow.
    for (let k = 1; i > 0 && k < 10; k++) at(time - (end / 80) * (10 - k));
    const [p2, p1, m1, m2] = [2, 1, -1, -2].map((k) => at(time + k * h));
    const derivative = p1.map((_, k) => (8 * (p1[k] - m1[k]) - (p2[k] - m2[k])) / (12 * h));
    const now = at(time);
    errors.velocities = Math.max(errors.velocities, differ(derivative.subarray(0, 9), now.subarray(9, 18)));
    const brute = nearest(a, b);
    errors.gap = Math.max(errors.gap, Math.abs(tracker.gap - brute.gap));
    errors.points = Math.max(errors.points, differ(brute.a, tracker.pointA), differ(brute.b, tracker.pointB));
    const fresh = createTracker(name, a, b);
    fresh.start();
    errors.start = Math.max(errors.start, differ(fresh.result.subarray(0, 9), now.subarray(0, 9)));
  }
  return errors;
}
