import type { EventSource } from "./EventSource.ts";

/** What is wrong with an event that came so often while no more than `passed` seconds went by. */
export function explainReturn({ label }: EventSource, count: number, passed: number): string {
  return (
    `${label} changes sign again and again, ${count} times in the last ${passed.toPrecision(2)} s: what is done there does ` +
    "not keep it from coming back, and the run would never end. Give it a direction, let its action move it well away from " +
    "zero, or hold the motion there (switch a constraint on)"
  );
}

/** What is wrong with events that came sooner each time, and where they pile up. */
export function explainPile({ label }: EventSource, times: readonly number[]): string {
  const [t, ...before] = [...times].reverse();
  const last = t - before[0];
  // A geometric series: the rest sums up to gap · ratio / (1 − ratio).
  const ratio = last / (before[0] - before[1]);
  const end = ratio < 1 ? t + (last * ratio) / (1 - ratio) : t;
  return (
    `${label} changes sign again and again, ${times.length} times in the last ${(t - times[0]).toPrecision(2)} s and sooner ` +
    `each time: the events pile up at t = ${end.toPrecision(12)} s. Hold the motion when it is slow (switch a constraint on), ` +
    "or stop the run there"
  );
}
