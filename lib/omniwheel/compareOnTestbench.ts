import { SmoothFriction } from "../constraints/contact/index.ts";
import {
  callGiven,
  checkCount,
  checkFunction,
  checkList,
  checkNumber,
  checkOptions,
  checkPositive,
  ModelError,
} from "../math/index.ts";
import { Inertia } from "../rigidbody/index.ts";
import type { Trajectory } from "../system/index.ts";
import { listHandOvers } from "./runCase.ts";
import { TESTBENCH_OPTIONS, Testbench, type TestbenchOptions } from "./Testbench.ts";
import { checkRollerTracker, ROLLER_TRACKERS, type RollerTrackerName } from "./trackers/createRollerTracker.ts";

export interface TestbenchComparisonOptions extends Partial<Omit<TestbenchOptions, "tracker">> {
  /** Default: all four, the explicit one first: the others are compared with the first. */
  trackers?: readonly RollerTrackerName[];
  /** End of the runs, s. Default: 10. */
  until?: number;
  /** Default: 1e-11. */
  tolerance?: number;
  /** How many samples are compared and shown, 1 to 100000. Default: 500. */
  samples?: number;
  /** A clock in milliseconds, such as one of the processor's time. Default: `performance.now`. */
  clock?: () => number;
  /** Called with the part that is done, 0 to 1, the simulated time, and a function that compares what is known so far. */
  progress?: (done: number, t: number, compare: () => TestbenchComparison) => void;
  /** Cancels the runs. */
  signal?: AbortSignal;
}

/** The run with one tracker. */
export interface TestbenchRun {
  tracker: RollerTrackerName;
  /** Position, velocity and acceleration of roller 1's centre at each sample: nine numbers. */
  roller: number[][];
  /** Largest distance of each from those of the first tracker. */
  divergence: { position: number; velocity: number; acceleration: number };
  /** Height of the wheel's centre, normal reaction, and where it acts, at each sample. */
  height: number[];
  normal: number[];
  path: [x: number, z: number][];
  /** `(largest − smallest height)/R` */
  ripple: number;
  handOvers: number[];
  steps: number;
  evaluations: number;
  /** Milliseconds for one simulated second. */
  cost: number;
}

export interface TestbenchComparison {
  psi: number;
  rollers: number;
  times: number[];
  /** Weight of the whole wheel, N. */
  weight: number;
  notes: readonly string[];
  runs: TestbenchRun[];
}

/** The wheel of the testbench where nothing else is said: four rollers, free motion that begins with slip. */
export const DEFAULT_TESTBENCH: Readonly<TestbenchOptions> = Object.freeze({
  radius: 1,
  rollers: 4,
  disc: new Inertia({ mass: 1, tensor: [0.25, 0.25, 0.5] }),
  roller: new Inertia({ mass: 0.1, tensor: [0.004, 0.006, 0.006] }),
  friction: new SmoothFriction({ coefficient: 0.1, velocity: 0.05 }),
  velocity: Object.freeze([1, 0, 0.5]),
  headingRate: 0.2,
  rate: 0.3,
});

/**
 * The runs take turns, part by part, and the median of the parts is what a run costs: the compiler at work and whatever else
 * the machine does then weigh little, and the same for all.
 */
const PARTS = 20;

const OWNER = "compareOnTestbench";
const OWN_OPTIONS = ["trackers", "until", "tolerance", "samples", "clock", "progress", "signal"];
const MOST_SAMPLES = 100_000;

function checkTrackers(given: unknown): RollerTrackerName[] {
  const form = `some of ${ROLLER_TRACKERS.join(", ")}`;
  const trackers = checkList(OWNER, "trackers", given, form, ROLLER_TRACKERS.length);
  if (trackers.length === 0) throw new ModelError(`${OWNER}: trackers are []; give ${form}`);
  return trackers.map((name) => checkRollerTracker(OWNER, name));
}

/** The same motion with several trackers: how far they diverge, and what they cost. */
export async function compareOnTestbench(options: TestbenchComparisonOptions = {}): Promise<TestbenchComparison> {
  checkOptions(OWNER, options, [...OWN_OPTIONS, ...TESTBENCH_OPTIONS.filter((name) => name !== "tracker")]);
  const { trackers: _t, until = 10, tolerance = 1e-11, samples: _s, clock, progress, signal, ...wheel } = options;
  const trackers = checkTrackers(options.trackers ?? ROLLER_TRACKERS);
  const samples = checkCount(OWNER, "samples", options.samples ?? 500, 1, MOST_SAMPLES);
  checkPositive(OWNER, "until", until);
  if (clock !== undefined) checkFunction(OWNER, "clock", clock);
  if (progress !== undefined) checkFunction(OWNER, "progress", progress);
  const now = () => (clock ? checkNumber(OWNER, "the clock", callGiven(OWNER, "clock", clock)) : performance.now());
  const times = Array.from({ length: samples + 1 }, (_, i) => (until * i) / samples);
  const benches = trackers.map((tracker) => new Testbench({ ...DEFAULT_TESTBENCH, ...wheel, tracker }));
  const runs = trackers.map(createRun);
  const costs = trackers.map((): number[] => []);
  const last: (Trajectory | undefined)[] = trackers.map(() => undefined);
  const { disc, rollers, notes, geometry } = benches[0].wheel;
  const mass = [disc, ...rollers].reduce((sum, { inertia }) => sum + inertia.mass, 0);
  const weight = mass * (wheel.gravity ?? 9.81);
  const compare = (): TestbenchComparison => {
    for (const [i, run] of runs.entries()) {
      run.cost = findMedian(costs[i]);
      run.ripple = findRange(run.height) / geometry.radius;
      run.divergence = findDivergence(run.roller, runs[0].roller);
    }
    return { psi: geometry.psi, rollers: geometry.count, times, weight, notes, runs };
  };
  for (let part = 0; part < PARTS; part++) {
    const end = part === PARTS - 1 ? until : (until * (part + 1)) / PARTS;
    const inside = times.filter((t) => t <= end && (part === 0 || t > (until * part) / PARTS));
    for (const [i, { system }] of benches.entries()) {
      const start = now();
      const from = last[i];
      const run = await system.simulate({
        ...{ until: end, tolerance, maxStep: until / 50 },
        ...(signal && { signal }),
        ...(from && { from }),
      });
      costs[i].push(((now() - start) * PARTS) / until);
      last[i] = run;
      readRun(benches[i], run, inside, runs[i]);
      const done = (part * trackers.length + i + 1) / (PARTS * trackers.length);
      if (progress) callGiven(OWNER, "progress", () => progress(done, end, compare));
    }
  }
  return compare();
}

/** Of a list of any length. */
function findRange(values: readonly number[]): number {
  const [low, high] = values.reduce(
    ([least, most], x) => [Math.min(least, x), Math.max(most, x)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return Math.max(0, high - low);
}

function findMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function createRun(tracker: RollerTrackerName): TestbenchRun {
  const divergence = { position: 0, velocity: 0, acceleration: 0 };
  const lists = { roller: [], height: [], normal: [], path: [], handOvers: [] };
  return { tracker, ...lists, divergence, ripple: 0, steps: 0, evaluations: 0, cost: 0 };
}

/** Adds the samples of one part of a run. */
function readRun(bench: Testbench, run: Trajectory, times: readonly number[], out: TestbenchRun): void {
  for (const t of times) {
    run.at(t).show();
    const { r, v, a } = bench.wheel.rollers[0].kinematics;
    out.roller.push([...r, ...v, ...a]);
    out.height.push(bench.wheel.getCenter()[1]);
    const { normalForce, isClosed, point } = bench.wheel.contact.present;
    out.normal.push(normalForce);
    out.path.push(isClosed ? [point[0], point[2]] : [Number.NaN, Number.NaN]);
  }
  out.handOvers.push(...listHandOvers(run));
  out.steps += run.statistics.steps;
  out.evaluations += run.statistics.evaluations;
}

function findDivergence(rows: readonly number[][], others: readonly number[][]): TestbenchRun["divergence"] {
  const find = (place: number) =>
    rows.reduce((worst, row, i) => {
      const d = [0, 1, 2].map((k) => row[place + k] - others[i][place + k]);
      return Math.max(worst, Math.hypot(...d));
    }, 0);
  return { position: find(0), velocity: find(3), acceleration: find(6) };
}
