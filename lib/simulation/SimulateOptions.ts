import { checkSpan } from "../integrators/checkSpan.ts";
import {
  checkBoolean,
  checkChoice,
  checkFunction,
  checkList,
  checkNotNegative,
  checkNumber,
  checkOptions,
  checkPositive,
  describe,
  isInstance,
  ModelError,
} from "../math/index.ts";
import { Trajectory } from "../trajectory/Trajectory.ts";
import type { UserEvent } from "./EventSource.ts";
import { FORMULATIONS, type Formulation, hasFixedSteps, METHODS, type Method } from "./MethodChoice.ts";

export interface SimulateOptions {
  /** End of the run, s. */
  until: number;
  /** Start time (default 0), or a trajectory to continue from its end. */
  from?: number | Trajectory;
  /** Error per step that is tolerated, in m, rad, m/s, rad/s: one number, or absolute and relative parts. Default 1e-8. */
  tolerance?: number | { absolute: number; relative: number };
  /** Default: `auto`; with the formulation `ggl` `bdf`, the only one that solves it. */
  method?: Method;
  /**
   * What becomes of the multipliers of loops, contacts and other rows: `eliminated` at every evaluation, or, with `ggl`,
   * unknowns beside the motion. The results are the same within the tolerance. Default: `eliminated`.
   */
  formulation?: Formulation;
  /** The fixed step of `rk4` and `moreau`, s. */
  step?: number;
  /** Upper limit of the step, s. Default: a fiftieth of the run, so that a short pulse of a force is not stepped over. */
  maxStep?: number;
  /** What to watch for: functions of the model whose change of sign is located, listed and acted on. */
  events?: readonly UserEvent[];
  /** Stores points at this distance, s. Default: every step. */
  every?: number;
  /** Whether to keep dense output, so that the run can be read at any time. Default: true. */
  dense?: boolean;
  /**
   * Called now and then with the part that is done (0 to 1), the simulated time, and what is computed so far. It may be
   * async, but for `simulateSync`: the run goes on meanwhile and waits for it at its end.
   */
  progress?: (done: number, t: number, run: Trajectory) => unknown;
  /** Cancels the run; the error carries what was computed. */
  signal?: AbortSignal;
}

const OPTIONS = [
  "until",
  "from",
  "tolerance",
  "method",
  "formulation",
  "step",
  "maxStep",
  "every",
  "dense",
  "events",
  "progress",
  "signal",
];
const OWNER = "simulate";

/** Rounding is some 1e-16 per operation. */
const FINEST = 1e-14;
/** By default no step is longer than this part of the run, so that short pulses of forces are not stepped over. */
const LONGEST_PART = 0.02;
/** No step holds more samples than this: a run that stores many yields to the event loop all the same. */
const STEP_SAMPLES = 1000;
/** So many points and steps a run stores at most, and so many fixed steps it takes where not each of them is stored. */
export const MOST_POINTS = 1e7;
export const MOST_STEPS = 1e9;
/** So many functions of the user's a run watches. */
const MOST_EVENTS = 10_000;

/** The options of a run, checked and complete. */
export interface RunSettings {
  readonly from: number;
  readonly until: number;
  readonly method: Method;
  readonly formulation: Formulation;
  readonly absolute: number;
  readonly relative: number;
  /** The fixed step of rk4 and moreau. */
  readonly step: number | undefined;
  readonly maxStep: number;
  readonly every: number | undefined;
  readonly dense: boolean;
  readonly events: readonly UserEvent[];
}

export function findSettings(options: SimulateOptions): RunSettings {
  checkSimulateOptions(options);
  const { from: origin, until, formulation = "eliminated", step, every, dense = true } = options;
  const method = formulation === "ggl" ? "bdf" : (options.method ?? "auto");
  const from = origin instanceof Trajectory ? origin.end : (origin ?? 0);
  if (until <= from) {
    throw new ModelError(
      `${OWNER}: until is ${until} s, but the run starts at ${from} s; time runs forwards: give a later end`,
    );
  }
  checkSpan(OWNER, from, until);
  checkCounts(options, from);
  const events = checkList(OWNER, "events", options.events ?? [], "a list of { name, value, action }", MOST_EVENTS);
  const maxStep = Math.min(
    options.maxStep ?? LONGEST_PART * (until - from),
    STEP_SAMPLES * (every ?? Number.POSITIVE_INFINITY),
  );
  return {
    ...{ from, until, method, formulation, step, maxStep, every, dense },
    ...findTolerance(options.tolerance),
    events: events as UserEvent[],
  };
}

function checkSimulateOptions(options: SimulateOptions): void {
  checkOptions(OWNER, options, OPTIONS);
  checkNumber(OWNER, "until", options?.until);
  const { from } = options;
  if (from !== undefined && typeof from !== "number" && !isInstance(from, Trajectory)) {
    throw new ModelError(
      `${OWNER}: from is ${describe(from)}; give a start time in seconds, or a trajectory to continue from its end`,
    );
  }
  if (typeof from === "number") checkNumber(OWNER, "from", from);
  if (options.dense !== undefined) checkBoolean(OWNER, "dense", options.dense);
  if (options.maxStep !== undefined) checkPositive(OWNER, "maxStep", options.maxStep);
  if (options.every !== undefined) checkPositive(OWNER, "every", options.every);
  if (options.progress !== undefined) checkFunction(OWNER, "progress", options.progress);
  if (options.events !== undefined && !Array.isArray(options.events)) {
    throw new ModelError(
      `${OWNER}: events are ${describe(options.events)}; give a list such as [{ name, value, action }]`,
    );
  }
  if (options.method !== undefined) checkChoice(OWNER, "method", options.method, METHODS);
  if (options.formulation !== undefined) checkChoice(OWNER, "formulation", options.formulation, FORMULATIONS);
  if (options.formulation === "ggl" && !["bdf", "auto", undefined].includes(options.method)) {
    throw new ModelError(
      `${OWNER}: method is ${describe(options.method)}, which cannot solve the formulation "ggl", whose multipliers are unknowns; ` +
        "leave method away, or give bdf",
    );
  }
  const { method = "auto" } = options;
  if (hasFixedSteps(method)) {
    if (options.step === undefined)
      throw new ModelError(`${OWNER}: ${method} has fixed steps; give step in seconds, such as 0.001`);
    checkPositive(OWNER, "step", options.step);
    if (options.tolerance !== undefined) {
      throw new ModelError(
        `${OWNER}: ${method} has fixed steps and keeps no tolerance; leave tolerance away, or use dop853`,
      );
    }
    if (options.maxStep !== undefined) {
      throw new ModelError(
        `${OWNER}: ${method} takes every step as long as step says; leave maxStep away, or use dop853`,
      );
    }
  } else if (options.step !== undefined) {
    throw new ModelError(
      `${OWNER}: step is for rk4 and moreau; ${method} chooses its steps: give tolerance or maxStep`,
    );
  }
  if (options.signal !== undefined && typeof options.signal?.aborted !== "boolean") {
    throw new ModelError(`${OWNER}: signal is ${describe(options.signal)}; give the signal of an AbortController`);
  }
}

/** Refuses runs that would not end in anybody's lifetime, or not fit into memory. */
function checkCounts({ until, step, maxStep, every, dense }: SimulateOptions, from: number): void {
  const span = until - from;
  if (span === Number.POSITIVE_INFINITY) {
    throw new ModelError(`${OWNER}: from ${from} s to ${until} s is longer than numbers can hold; give a shorter run`);
  }
  const check = (what: string, length: number | undefined, most: number, others = "") => {
    // At this time the clock cannot tell shorter steps apart.
    const resolution = 2 * Number.EPSILON * Math.max(Math.abs(from), Math.abs(until));
    if (length === undefined || (span / length <= most && length >= resolution)) return;
    const least = Number(Math.max(span / most, resolution).toPrecision(3));
    throw new ModelError(
      `${OWNER}: ${what} is ${length} s, which makes ${Number((span / length).toPrecision(3))} of them from ${from} s to ${until} s, ` +
        `more than ${most}; give ${least} or more${others}, or a shorter run`,
    );
  };
  check("every", every, MOST_POINTS);
  check("maxStep", maxStep, MOST_POINTS);
  if (every !== undefined && dense === false) check("step", step, MOST_STEPS);
  else check("step", step, MOST_POINTS, ", or every and dense: false to store fewer");
}

function findTolerance(tolerance: SimulateOptions["tolerance"]): { absolute: number; relative: number } {
  if (tolerance === undefined) return { absolute: 1e-8, relative: 1e-8 };
  if (typeof tolerance === "object" && tolerance !== null) {
    checkOptions(`${OWNER}, tolerance`, tolerance, ["absolute", "relative"]);
    const absolute = checkPositive(OWNER, "the absolute tolerance", tolerance.absolute);
    return { absolute, relative: checkNotNegative(OWNER, "the relative tolerance", tolerance.relative ?? 0) };
  }
  const value = checkPositive(OWNER, "tolerance", tolerance);
  if (value < FINEST) {
    throw new ModelError(`${OWNER}: tolerance ${value} is below what numbers can hold; give ${FINEST} or more`);
  }
  return { absolute: value, relative: value };
}
