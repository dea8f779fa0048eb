import { getMessage } from "../../../lib/math/index.ts";
import { simulateWithin } from "../simulateWithin.ts";
import { createMixedScene } from "./mixedScenes.ts";

const UNTIL = 2;
const TOLERANCE = 1e-8;
/** Where so many evaluations do not suffice, a run is stopped: far beyond twenty times the median. */
const MOST_EVALUATIONS = 600_000;

export interface MixedRecord {
  seed: number;
  /** `refused`: a contact contradicts others or the start, or jams; the message names it. */
  outcome: "ran" | "stopped" | "refused" | "failed";
  evaluations: number;
  events: number;
  /** Of the processor, s. */
  time: number;
  message?: string;
}

/** One scene for two seconds. */
export function measureMixed(seed: number): MixedRecord {
  const system = createMixedScene(seed);
  const { user } = process.cpuUsage();
  try {
    const { run, isStopped } = simulateWithin(system, { until: UNTIL, tolerance: TOLERANCE }, MOST_EVALUATIONS);
    return {
      seed,
      outcome: isStopped ? "stopped" : "ran",
      evaluations: run.statistics.evaluations,
      events: run.events.length,
      time: (process.cpuUsage().user - user) / 1e6,
    };
  } catch (error) {
    const message = getMessage(error);
    const isRefused =
      /"floor\d[a-h]"/.test(message) && !/crawls|changes sign again|no step is small enough/.test(message);
    return { seed, outcome: isRefused ? "refused" : "failed", evaluations: 0, events: 0, time: 0, message };
  }
}

export interface MixedSummary {
  scenes: number;
  outcomes: Record<MixedRecord["outcome"], number[]>;
  /** The slowest by the median of those that were not refused. */
  evaluations: { median: number; most: number; ratio: number; seed: number };
  time: { median: number; most: number; ratio: number; seed: number };
}

/** Seeds `from` to `to − 1`. */
export function measureManyMixed(from: number, to: number): MixedSummary {
  const records = Array.from({ length: to - from }, (_, i) => measureMixed(from + i));
  const outcomes: MixedSummary["outcomes"] = { ran: [], stopped: [], refused: [], failed: [] };
  for (const { outcome, seed } of records) outcomes[outcome].push(seed);
  const judged = records.filter(({ outcome }) => outcome === "ran" || outcome === "stopped");
  const judge = (what: "evaluations" | "time") => {
    const sorted = [...judged].sort((a, b) => a[what] - b[what]);
    const [median, last] = [sorted[sorted.length >> 1][what], sorted[sorted.length - 1]];
    return { median, most: last[what], ratio: last[what] / median, seed: last.seed };
  };
  return { scenes: to - from, outcomes, evaluations: judge("evaluations"), time: judge("time") };
}
