import type { Timing } from "./BenchRow.ts";

const perSecond = { s: 1, ms: 1e3, µs: 1e6, ns: 1e9 };

/** A fixed piece of work: 1000 steps of the logistic map, each waiting for the one before (about 2 µs). */
export function yardstick(): number {
  let x = 0.3;
  for (let i = 0; i < 1000; i++) x = 3.9 * x * (1 - x);
  return x;
}

export interface TimingOptions {
  /** Calls of the subject in one round; together they should take a few milliseconds. */
  calls: number;
  rounds?: number;
  unit?: keyof typeof perSecond;
}

/**
 * The time of one call of `subject`. Rounds of the yardstick and of the subject alternate; the best round of each counts,
 * since whatever else the machine does can only make a round slower. The first rounds warm up.
 */
export function timeInterleaved(subject: () => void, { calls, rounds = 25, unit = "µs" }: TimingOptions): Timing {
  let bestYardstick = Number.POSITIVE_INFINITY;
  let bestSubject = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    bestYardstick = Math.min(bestYardstick, secondsPerCall(yardstick, 500));
    bestSubject = Math.min(bestSubject, secondsPerCall(subject, calls));
  }
  return { value: bestSubject * perSecond[unit], ratio: bestSubject / bestYardstick };
}

/** The time of the yardstick alone, ms, for subjects that cannot be called here. */
export const timeYardstick = (): number => 1000 * Math.min(...[1, 2, 3].map(() => secondsPerCall(yardstick, 500)));

/** What the last call returned; exported so that no compiler can drop the work. */
export let kept: unknown;

function secondsPerCall(work: () => unknown, calls: number): number {
  const start = performance.now();
  for (let i = 0; i < calls; i++) kept = work();
  return (performance.now() - start) / calls / 1000;
}
