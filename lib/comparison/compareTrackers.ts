import { hasTracking } from "../constraints/capabilities/HasTracking.ts";
import {
  checkFunction,
  checkList,
  checkNumber,
  checkOptions,
  checkPositive,
  describe,
  getMessage,
  isInstance,
  ModelError,
} from "../math/index.ts";
import { Ground, RigidBody } from "../rigidbody/index.ts";
import type { SimulateOptions } from "../simulation/SimulateOptions.ts";
import { System } from "../system/System.ts";
import type { TrackerName } from "../tracking/index.ts";
import { SimulationError } from "../trajectory/SimulationError.ts";
import { unknownName } from "../trajectory/Snapshot.ts";
import type { Trajectory } from "../trajectory/Trajectory.ts";
import { type ComparedRun, type Divergence, TrackerComparison } from "./TrackerComparison.ts";

/** Those of `simulate`, and what is compared, and when. */
export interface CompareTrackersOptions
  extends Pick<SimulateOptions, "until" | "tolerance" | "method" | "step" | "maxStep" | "events" | "dense" | "signal"> {
  /** Start time, s (default 0). */
  from?: number;
  /** Names of bodies or of constraints that track. Default: all of them. */
  of?: string | readonly string[];
  /** Distance of the times at which the runs are compared, s. Default: a two-hundredth of the run. */
  every?: number;
  /** Called now and then with the part of all runs that is done (0 to 1), the simulated time and the tracker. */
  progress?: (done: number, t: number, tracker: TrackerName) => void;
}

/** A model for every tracker: the name is to be given to its constraints. */
export type TrackedModel = System | ((tracker: TrackerName) => System | Promise<System>);

const OWNER = "compareTrackers";
const SIMULATE = ["until", "from", "tolerance", "method", "step", "maxStep", "events", "dense", "signal"] as const;
const TIMES = 200;
const MOST_TIMES = 1e6;
const MOST_TRACKERS = 100;
const QUANTITIES = ["position", "velocity", "acceleration"] as const;
const XYZ = ["x", "y", "z"] as const;

/**
 * Runs the same model with each tracker and tells how far the runs are from the first one: positions, velocities and
 * accelerations of bodies and tracked points over time, evaluations and cost. A `System` gets the trackers in turn in all
 * constraints that track, and its own back at the end; a function makes a system for each.
 */
export async function compareTrackers(
  model: TrackedModel,
  trackers: readonly TrackerName[],
  options: CompareTrackersOptions,
): Promise<TrackerComparison> {
  if (!isInstance(model, System) && typeof model !== "function") {
    throw new ModelError(
      `${OWNER}: the model is ${describe(model)}; give a System, or a function that makes one: (tracker) => system`,
    );
  }
  checkTrackers(trackers);
  checkOptions(OWNER, options, [...SIMULATE, "of", "every", "progress"]);
  const from = checkNumber(OWNER, "from", options?.from ?? 0);
  const until = checkNumber(OWNER, "until", options?.until);
  if (until <= from) {
    throw new ModelError(`${OWNER}: until is ${until} s, but the runs start at ${from} s; give a later end`);
  }
  const every = checkPositive(OWNER, "every", options.every ?? (until - from) / TIMES);
  const count = Math.ceil((until - from) / every);
  if (!(count <= MOST_TIMES)) {
    throw new ModelError(
      `${OWNER}: every is ${every} s, which makes ${count} times from ${from} s to ${until} s, more than ${MOST_TIMES}; give a longer one`,
    );
  }
  if (options.progress !== undefined) checkFunction(OWNER, "progress", options.progress);

  const runs: ComparedRun[] = [];
  const samples: Sample[] = [];
  let subjects: Subject[] | undefined;
  for (const [i, tracker] of trackers.entries()) {
    await explain(tracker, () =>
      borrow(model, tracker, async (system) => {
        subjects ??= listSubjects(system, options.of);
        const run = await simulate(system, tracker, options, every, i / trackers.length, 1 / trackers.length);
        runs.push(run);
        samples.push(takeSample(run.trajectory, listTimes(from, run.trajectory.end, every), subjects));
      }),
    );
  }
  const shared = Math.min(...samples.map(({ times }) => times.length));
  const [reference, ...others] = samples;
  const divergences = others.flatMap((sample, i) =>
    (subjects ?? []).map((subject) => measure(runs[i + 1].tracker, subject, reference, sample, shared)),
  );
  return new TrackerComparison(reference.times.slice(0, shared), runs, divergences);
}

function checkTrackers(trackers: readonly TrackerName[]): void {
  const example = '["algebraic", "differential"]';
  const form = `at least two names, the reference first, such as ${example}`;
  const names = checkList(OWNER, "the list of trackers", trackers, form, MOST_TRACKERS);
  if (names.length < 2) throw new ModelError(`${OWNER}: the trackers are ${describe(trackers)}; give ${form}`);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new ModelError(`${OWNER}: tracker ${describe(twice)} is given twice; name each once`);
}

/** Says with which tracker a run failed; what was computed stays in the error. */
async function explain(tracker: TrackerName, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const message = `${OWNER}, tracker ${describe(tracker)}: ${cause.message}`;
    if (cause instanceof SimulationError) {
      throw new SimulationError(message, cause.trajectory, { name: cause.name, cause });
    }
    if (cause instanceof ModelError) throw new ModelError(message, { cause });
    throw cause;
  }
}

/** Lends the model with a tracker, and gives a system its own trackers back. */
async function borrow(
  model: TrackedModel,
  tracker: TrackerName,
  work: (system: System) => Promise<void>,
): Promise<void> {
  if (typeof model === "function") {
    const system = await nameThrown(() => model(tracker));
    if (!(system instanceof System)) {
      throw new ModelError(`the function made ${describe(system)}; it has to return a System`);
    }
    const found = listTrackings(system).map((tracking) => tracking.tracker.name);
    if (tracker !== "auto" && !found.includes(tracker)) {
      throw new ModelError(
        `the system that was made for it has the trackers ${found.join(", ")}; give the name on to a constraint: (tracker) => … { tracker }`,
      );
    }
    return work(system);
  }
  const trackings = listTrackings(model);
  const own = trackings.map((tracking) => tracking.tracker);
  try {
    for (const tracking of trackings) tracking.choose(tracker);
    model.forgetAssembly();
    await work(model);
  } finally {
    trackings.forEach((tracking, i) => {
      tracking.tracker = own[i];
    });
    model.forgetAssembly();
  }
}

/** What the function that makes models throws, or rejects with. */
async function nameThrown<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError(`the function that makes the system threw an error: ${getMessage(cause)}; look into it`, {
      cause,
    });
  }
}

function listTrackings(system: System) {
  const trackings = system.constraints.filter(hasTracking).map(({ tracking }) => tracking);
  if (trackings.length > 0) return trackings;
  throw new ModelError("no constraint of the system tracks points; add a NearestPoints or a Contact");
}

async function simulate(
  system: System,
  tracker: TrackerName,
  options: CompareTrackersOptions,
  every: number,
  done: number,
  part: number,
): Promise<ComparedRun> {
  const { progress } = options;
  const given = Object.fromEntries(
    Object.entries(options).filter(([key]) => (SIMULATE as readonly string[]).includes(key)),
  );
  const before = performance.now();
  const trajectory = await system.simulate({
    dense: false,
    ...(given as Partial<SimulateOptions>),
    until: options.until,
    every,
    ...(progress && { progress: (own: number, t: number) => progress(done + own * part, t, tracker) }),
  });
  const seconds = (performance.now() - before) / 1000;
  const { steps, rejected, evaluations } = trajectory.statistics;
  return { tracker, trajectory, steps, rejected, evaluations, seconds };
}

/** Something that is compared, and the triples of columns in which its positions, velocities and accelerations are. */
interface Subject {
  name: string;
  columns: readonly (readonly string[])[];
}

function listSubjects(system: System, of: CompareTrackersOptions["of"]): Subject[] {
  const bodies = system.bodies.filter((body) => body instanceof RigidBody || (body instanceof Ground && body.motion));
  const all: Subject[] = [
    ...bodies.map(({ name }) => ({ name, columns: QUANTITIES.map((quantity) => [`${name}.${quantity}`]) })),
    ...system.constraints.filter(hasTracking).map(({ name }) => ({
      name,
      columns: ["point", "velocity", "acceleration"].map((what) => [`${name}.${what}A`, `${name}.${what}B`]),
    })),
  ];
  if (of === undefined) return all;
  const names = typeof of === "string" ? [of] : of;
  const twice = Array.isArray(names) && names.length <= all.length && new Set(names).size < names.length;
  if (!Array.isArray(names) || names.length === 0 || names.length > all.length || twice) {
    throw new ModelError(`of is ${describe(of)}; give names of bodies or of constraints that track, each once`);
  }
  return names.map((name: string) => {
    const subject = all.find((entry) => entry.name === name);
    if (!subject) throw unknownName("body that moves or constraint that tracks", name, all);
    return subject;
  });
}

/** As `simulate` stores them: at multiples of `every`, and at the end. */
function listTimes(from: number, end: number, every: number): number[] {
  const times: number[] = [];
  for (let i = 0; ; i++) {
    const t = from + i * every;
    if (t >= end - 1e-9 * every) return [...times, end];
    times.push(t);
  }
}

interface Sample {
  times: Float64Array;
  table: Record<string, Float64Array>;
}

function takeSample(trajectory: Trajectory, times: readonly number[], subjects: readonly Subject[]): Sample {
  const columns = subjects.flatMap((subject) =>
    subject.columns.flatMap((list) => list.flatMap((name) => XYZ.map((axis) => `${name}.${axis}`))),
  );
  const missing = columns.find((name) => !trajectory.columns.includes(name));
  if (missing !== undefined) {
    throw new ModelError(`its model has no ${missing}; all models have to have the same bodies and constraints`);
  }
  return { times: Float64Array.from(times), table: trajectory.sample({ times, columns }) };
}

function measure(tracker: TrackerName, subject: Subject, one: Sample, other: Sample, count: number): Divergence {
  const [position, velocity, acceleration] = subject.columns.map((list) =>
    Float64Array.from({ length: count }, (_, i) =>
      Math.max(
        ...list.map((name) =>
          Math.hypot(...XYZ.map((axis) => other.table[`${name}.${axis}`][i] - one.table[`${name}.${axis}`][i])),
        ),
      ),
    ),
  );
  return { tracker, of: subject.name, position, velocity, acceleration };
}
