import { checkInstance, checkNumbers, checkOptions } from "../math/index.ts";
import { type SimulateOptions, Trajectory } from "../system/index.ts";
import { Testbench, type TestbenchState } from "./Testbench.ts";
import { TestbenchCase } from "./TestbenchCase.ts";
import type { RollerTrackerName } from "./trackers/createRollerTracker.ts";

export interface RunCaseOptions extends Pick<SimulateOptions, "method" | "progress" | "signal"> {
  tracker?: RollerTrackerName;
  /** Default: 1e-11. */
  tolerance?: number;
}

/** What came out of a case. */
export interface CaseResult {
  name: string;
  states: TestbenchState[];
  /** Times of the hand-overs, s. */
  switches: number[];
  /** The largest difference from the listed numbers, which one it was, and when. */
  difference: number;
  worst: string;
}

/** Simulates a case and compares it with what it lists. */
export async function runCase(entry: TestbenchCase, options: RunCaseOptions = {}): Promise<CaseResult> {
  checkInstance("runCase", "the case", entry, TestbenchCase);
  checkOptions("runCase", options, ["tracker", "tolerance", "method", "progress", "signal"]);
  const { tracker, tolerance = 1e-11, ...rest } = options;
  const bench = entry.createTestbench(tracker);
  const run = await bench.system.simulate({ until: entry.parameters.t1, tolerance, ...rest });
  const states = followStates(bench, run, entry.times);
  const result: CaseResult = { name: entry.name, states, switches: listHandOvers(run), difference: 0, worst: "" };
  const offer = (value: number, worst: string) => {
    if (value > result.difference) Object.assign(result, { difference: value, worst });
  };
  entry.states.forEach((_, i) => {
    const { value, of } = entry.findDifference(i, states[i]);
    offer(value, `${of} at t = ${entry.times[i]} s`);
  });
  entry.switches?.forEach((t, i) => {
    offer(Math.abs(t - (result.switches[i] ?? Number.POSITIVE_INFINITY)), `switches[${i}]`);
  });
  return result;
}

/** Times at which one roller handed over to the next. */
export function listHandOvers(run: Trajectory): number[] {
  checkRun("listHandOvers", run);
  return run.events.filter(({ kind }) => kind === "hand-over").map(({ t }) => t);
}

const checkRun = (owner: string, run: unknown): Trajectory =>
  checkInstance(owner, "the run", run, Trajectory, "the Trajectory that simulate returned, with await");

/** The states at the given times, with heading and turn counted over any number of turns from the start of the run. */
export function followStates(bench: Testbench, run: Trajectory, given: readonly number[]): TestbenchState[] {
  checkInstance("followStates", "the testbench", bench, Testbench);
  checkRun("followStates", run);
  const times = checkNumbers("followStates", "the times", given, "a list of times");
  const wanted = new Set(times);
  const all = [...new Set([...run.times, ...times])].sort((a, b) => a - b);
  const found = new Map<number, TestbenchState>();
  let last: TestbenchState | undefined;
  let before = all[0];
  for (const t of all) {
    run.at(t).show();
    const state = bench.readState();
    if (last !== undefined) {
      const half = 0.5 * (t - before);
      state.theta = unwrap(state.theta, last.theta + half * (last.thetaDot + state.thetaDot));
      state.phi = unwrap(state.phi, last.phi + half * (last.phiDot + state.phiDot));
    }
    last = state;
    before = t;
    if (wanted.has(t)) found.set(t, state);
  }
  return times.map((t) => found.get(t) as TestbenchState);
}

/** The angle plus as many turns as bring it nearest to the one that is expected. */
const unwrap = (angle: number, expected: number): number =>
  angle + 2 * Math.PI * Math.round((expected - angle) / (2 * Math.PI));
