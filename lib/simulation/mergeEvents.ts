import type { LocatedEvents } from "./EventLocator.ts";
import type { EventSource } from "./EventSource.ts";

interface MergeOptions {
  /** The absolute tolerance of the run. */
  readonly tolerance: number;
  /** Where the step began, and how far the state can be read. */
  readonly begin: number;
  readonly end: number;
  /** Values of some functions at a time. */
  read(t: number, sources: readonly EventSource[]): Float64Array;
}

/** The rate of a function is taken over this part of the step. */
const LAPSE = 1e-3;
/** The last time is found by so many secants, which go beyond the root they see by this part of their way. */
const ROUNDS = 3;
const BEYOND = 0.01;

/**
 * Events that the tolerance of a run cannot tell apart are one event: functions that fall and are nearer to zero than their
 * resolution join those that have changed sign, as long as none is farther beyond zero than that when the last one comes
 * there. All then happen at that time.
 */
export function mergeEvents(found: LocatedEvents, sources: readonly EventSource[], options: MergeOptions): void {
  const { tolerance, begin, read } = options;
  const isFine = (source: EventSource) => source.direction < 0 && source.getResolution(tolerance) > 0;
  if (!found.sources.every(isFine)) return;
  const others = sources.filter((source) => isFine(source) && !found.sources.includes(source));
  if (others.length === 0) return;
  const values = read(found.t, others);
  const near = others.filter((source, i) => values[i] <= source.getResolution(tolerance));
  if (near.length === 0) return;
  const candidates = [...found.sources, ...near];
  const lapse = LAPSE * (found.t - begin);
  const now = read(found.t, candidates);
  const before = read(found.t - lapse, candidates);
  const entries = candidates.map((source, i) => {
    const rate = (now[i] - before[i]) / lapse;
    const isFound = i < found.sources.length;
    // What has changed sign already has done so at this time.
    const wait = isFound || now[i] <= 0 ? 0 : now[i] / -rate;
    return { source, isFound, rate, wait, slack: source.getResolution(tolerance) };
  });
  const joined = listJoined(entries.filter(({ isFound, rate }) => isFound || rate < 0));
  if (joined.length === found.sources.length) return;
  const list = joined.map(({ source }) => source);
  found.t = findLast(found.t, joined, options);
  found.sources = sources.filter((source) => list.includes(source));
}

interface Entry {
  readonly source: EventSource;
  readonly rate: number;
  /** Seconds until it changes sign. */
  readonly wait: number;
  /** How far beyond zero it may be. */
  readonly slack: number;
}

/** Those that come before one of them is too far beyond zero. */
function listJoined(entries: readonly Entry[]): Entry[] {
  const latest = entries.reduce((t, { wait, rate, slack }) => Math.min(t, wait + slack / Math.max(-rate, 0)), Infinity);
  return entries.filter(({ wait }) => wait <= latest);
}

/** A time at which all of them have changed sign. */
function findLast(t: number, joined: readonly Entry[], { end, read }: MergeOptions): number {
  const sources = joined.map(({ source }) => source);
  let wait = joined.reduce((most, entry) => Math.max(most, entry.wait), 0);
  let last = t;
  for (let n = 0; n < ROUNDS && wait > 0; n++) {
    last = Math.min(end, last + (1 + BEYOND) * wait);
    const values = read(last, sources);
    wait = joined.reduce((most, { rate }, i) => Math.max(most, values[i] > 0 && rate < 0 ? values[i] / -rate : 0), 0);
  }
  return last;
}
