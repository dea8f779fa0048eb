import { AlgebraicTracker, DifferentialTracker, type Tracker } from "../../lib/tracking/index.ts";
import { findNearest } from "./bruteNearest.ts";
import { extrapolateStep } from "./extrapolate.ts";
import { createFrames, type TrackedPair } from "./trackedPairs.ts";

/** Largest difference of two lists of numbers. */
export const differ = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i])));

/** Everything a tracker says at the present poses. */
export function evaluate(tracker: Tracker): Float64Array {
  tracker.track();
  tracker.calcVelocities();
  return Float64Array.from(tracker.result);
}

/** Largest differences in gap and points between the algebraic tracker and brute force in 10 s, warm and from nothing. */
export function measureBruteForce(pair: TrackedPair): { gap: number; points: number; start: number } {
  const [a, b, moveTo] = createFrames(pair);
  const tracker = new AlgebraicTracker(a, b);
  tracker.start();
  const worst = { gap: 0, points: 0, start: 0 };
  for (let i = 0; i <= 200; i++) {
    moveTo(0.05 * i);
    tracker.track();
    if (i % 10 !== 0) continue;
    const brute = findNearest(a, b);
    worst.gap = Math.max(worst.gap, Math.abs(tracker.gap - brute.gap));
    worst.points = Math.max(worst.points, differ(brute.a, tracker.pointA), differ(brute.b, tracker.pointB));
    const fresh = new AlgebraicTracker(a, b);
    fresh.start();
    worst.start = Math.max(worst.start, differ(fresh.result.subarray(0, 9), tracker.result.subarray(0, 9)));
  }
  return worst;
}

/**
 * The differential tracker, integrated from 0 to `end` in steps of 0.025 s, against the algebraic one: the largest
 * difference of anything they say, and the largest residual of (5) after a step.
 */
export function measureDifferential(pair: TrackedPair, end: number, hasProjection: boolean) {
  const [a, b, moveTo] = createFrames(pair);
  const differential = new DifferentialTracker(a, b);
  const algebraic = new AlgebraicTracker(a, b);
  differential.start();
  algebraic.start();
  const { states, stateRates } = differential;
  const y = Float64Array.from(states);
  const worst = { difference: 0, residual: 0 };
  const h = 0.025;
  for (let i = 0; i < Math.round(end / h); i++) {
    extrapolateStep(
      (time, now, out) => {
        moveTo(time);
        states.set(now);
        differential.track();
        differential.calcVelocities();
        out.set(stateRates);
      },
      h * i,
      y,
      h,
    );
    moveTo(h * (i + 1));
    states.set(y);
    worst.difference = Math.max(worst.difference, differ(evaluate(differential), evaluate(algebraic)));
    worst.residual = Math.max(worst.residual, differential.residual);
    if (!hasProjection) continue;
    differential.project();
    y.set(states);
  }
  return worst;
}

/**
 * Largest difference between the velocities (of the points, of the normal) and differences of the positions in 10 s. Fourth
 * order with steps of 1 ms: truncation and rounding are both below 1e-10.
 */
export function measureVelocities(pair: TrackedPair): number {
  const [a, b, moveTo] = createFrames(pair);
  const tracker = new AlgebraicTracker(a, b);
  tracker.start();
  const h = 1e-3;
  const at = (time: number) => {
    moveTo(time);
    return evaluate(tracker);
  };
  let worst = 0;
  for (let i = 0; i <= 200; i++) {
    const time = 0.05 * i;
    const [p2, p1, m1, m2] = [2, 1, -1, -2].map((k) => at(time + k * h));
    const derivative = p1.map((_, k) => (8 * (p1[k] - m1[k]) - (p2[k] - m2[k])) / (12 * h));
    worst = Math.max(worst, differ(derivative.subarray(0, 9), at(time).subarray(9, 18)));
  }
  return worst;
}
