import type { Assembly } from "../assembly/Assembly.ts";
import { checkMotions } from "../assembly/checkMotions.ts";
import { checkStart, findStart } from "../assembly/findStart.ts";
import { listMoves } from "../assembly/listMoves.ts";
import { Observer } from "../assembly/Observer.ts";
import type { Workspace } from "../assembly/Workspace.ts";
import { Pair } from "../constraints/index.ts";
import { type Stepper, StepUnderflow } from "../integrators/index.ts";
import { explainConflict, explainUnderflow } from "../kernel/explainConflict.ts";
import type { Kernel } from "../kernel/Kernel.ts";
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
  explainThrown,
  getMessage,
  isInstance,
  isPromise,
  ModelError,
  refusePromise,
} from "../math/index.ts";
import { RunStore } from "../trajectory/RunStore.ts";
import { SimulationError } from "../trajectory/SimulationError.ts";
import { Trajectory } from "../trajectory/Trajectory.ts";
import { Actions, OPEN } from "./Actions.ts";
import { bringForward } from "./bringForward.ts";
import { EventGuard } from "./EventGuard.ts";
import { type EventSource, EventWatch, type UserEvent } from "./EventWatch.ts";
import { METHODS, type Method, MethodChoice } from "./MethodChoice.ts";
import { StepDiagnostics } from "./StepDiagnostics.ts";

export interface SimulateOptions {
  /** End of the run, s. */
  until: number;
  /** Start time (default 0), or a trajectory to continue from its end. */
  from?: number | Trajectory;
  /** Error per step that is tolerated, in m, rad, m/s, rad/s: one number, or absolute and relative parts. Default 1e-8. */
  tolerance?: number | { absolute: number; relative: number };
  /** Default: `auto`. */
  method?: Method;
  /** The fixed step of `rk4`, s. */
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
  "step",
  "maxStep",
  "every",
  "dense",
  "events",
  "progress",
  "signal",
];
const OWNER = "simulate";

/** Position error of rows, m or rad, that one projection after a step aims at, and Newton steps it may take. */
const PROJECTION_GOAL = 1e-14;
const PROJECTION_STEPS = 4;
/**
 * A velocity error above this (m/s or rad/s, and times the fastest rate) is a contradiction. Near singular positions, where
 * rows are dropped, errors of 3e-5 may pass, and those of a step.
 */
const SLIP = 1e-4;
/** Rounding is some 1e-16 per operation. */
const FINEST = 1e-14;
/** So many steps have to take a run forward by at least this part of it. */
const PACE_STEPS = 20000;
const PACE_PART = 1e-6;
/** So many steps apart contacts forget what they remember: events that come back for ever may end so. */
const RENEWAL = 256;
/** Velocities below so many tolerances are noise. */
const NOISE = 30;
/** By default no step is longer than this part of the run, so that short pulses of forces are not stepped over. */
const LONGEST_PART = 0.02;
/** No step holds more samples than this: a run that stores many breathes all the same. */
const STEP_SAMPLES = 1000;
/** So many points and steps a run stores at most, and so many fixed steps it takes where not each of them is stored. */
const MOST_POINTS = 1e7;
const MOST_STEPS = 1e9;
/** So many functions of the user's a run watches. */
const MOST_EVENTS = 10_000;

/** One run, step by step. */
export class Simulation {
  readonly trajectory: Trajectory;
  readonly until: number;
  private readonly kernel: Kernel;
  private readonly choice: MethodChoice;
  private readonly watch: EventWatch;
  private readonly options: SimulateOptions;
  private readonly y: Float64Array;
  private readonly from: number;
  private readonly slip: number;
  private readonly dense: boolean;
  private nextSample: number;
  private readonly workspace: Workspace;
  private readonly observer: Observer;
  private readonly eventGuard = new EventGuard();
  private readonly diagnostics: StepDiagnostics;
  private readonly store: RunStore;
  private stopReason: string | undefined;
  private taken = 0;
  private paceTime = Number.NEGATIVE_INFINITY;
  /** Whether the state of the stepper contradicts the rows, or cannot be brought onto its equations. */
  private isBroken = false;
  /** The instant of the events that are being handled. */
  private eventTime: number | undefined;
  /** Whether somebody waits for the run, so that `progress` may be async; then what it still does, and how it failed. */
  private readonly canWait: boolean;
  private waiting: Promise<void> | undefined;
  private failure: { cause: unknown } | undefined;

  constructor(assembly: Assembly, options: SimulateOptions, canWait: boolean) {
    checkSimulateOptions(options);
    this.canWait = canWait;
    const workspace = assembly.createWorkspace();
    const { kernel } = workspace;
    this.workspace = workspace;
    this.observer = new Observer(workspace);
    const { observer } = this;
    this.kernel = kernel;
    this.options = options;
    this.until = options.until;
    this.dense = options.dense ?? true;
    const { absolute, relative } = findTolerance(options.tolerance);
    const method = options.method ?? "auto";
    this.diagnostics = new StepDiagnostics(kernel, method === "auto");
    const maxStep = findLongestStep(options);
    const { step, signal } = options;
    const check = signal && (() => this.checkSignal());
    this.choice = new MethodChoice(kernel, { method, absolute, relative, step, maxStep, check });
    const events = checkList(OWNER, "events", options.events ?? [], "a list of { name, value, action }", MOST_EVENTS);
    this.watch = new EventWatch(observer, events as UserEvent[]);
    this.y = new Float64Array(kernel.size);
    const isFixed = method === "rk4";
    kernel.setNoise(isFixed ? 0 : NOISE * absolute);
    this.slip = isFixed ? 100 * SLIP : Math.max(SLIP, 100 * absolute, 100 * relative);
    this.store = new RunStore(observer.stateNames, this.choice.denseVectors, {
      method: this.choice.name,
      absolute: isFixed ? Number.NaN : absolute,
      relative: isFixed ? Number.NaN : relative,
      steps: 0,
      rejected: 0,
      evaluations: 0,
      redundancy: 0,
    });
    this.store.notes = this.choice.notes;
    this.trajectory = new Trajectory(assembly.reader, this.store);
    this.from = workspace.run(() => this.setStart(options.from));
    this.nextSample = 1;
    if (this.until <= this.from) {
      throw new ModelError(
        `${OWNER}: until is ${this.until} s, but the run starts at ${this.from} s; time runs forwards: give a later end`,
      );
    }
    checkCounts(options, this.from);
    checkMotions(kernel, this.from, this.until);
    this.store.addPoint(this.from, this.y, kernel.getModes());
    this.guard(() => this.stepper.start(this.from, this.y));
    if (kernel.canDrift) this.guard(() => this.checkStart());
    if (!this.watch.isEmpty) this.guard(() => this.watch.start(this.stepper));
  }

  /** Writes the start state to `y` and returns the start time. */
  private setStart(from: number | Trajectory | undefined): number {
    const { kernel } = this;
    if (!(from instanceof Trajectory)) {
      const t = checkNumber(OWNER, "from", from ?? 0);
      findStart(kernel, t);
      checkStart(kernel, t);
      this.store.notes.push(...listMoves(kernel, t));
      kernel.writeState(this.y);
      return t;
    }
    const names = this.trajectory.stateNames;
    if (from.stateNames.length !== names.length || names.some((name, i) => name !== from.stateNames[i])) {
      throw new ModelError(
        `${OWNER}: the trajectory to continue has the state [${from.stateNames.slice(0, 6).join("; ")}…], the system ` +
          `[${names.slice(0, 6).join("; ")}…]; continue with the system the run was made with`,
      );
    }
    const { y, modes } = from.lastState;
    if (modes.length !== kernel.constraints.length) {
      throw new ModelError(
        `${OWNER}: the trajectory to continue has ${modes.length} constraints, the system ${kernel.constraints.length}; ` +
          "continue with the system the run was made with",
      );
    }
    kernel.setModes(modes);
    this.y.set(y);
    // Trackers may have been elsewhere.
    this.observer.show(from.end, this.y);
    return from.end;
  }

  private get stepper(): Stepper {
    return this.choice.stepper;
  }

  get t(): number {
    return this.stepper.t;
  }

  /** The start has to fit the rates of what is driven. A mechanism that cannot move is a frame, or a mistake. */
  private checkStart(): void {
    const { kernel, from, y } = this;
    kernel.readState(y);
    kernel.prepareProjection(from);
    this.checkRows(0, from);
    const { rateCount, rows, constraints } = kernel;
    if (rateCount === 0 || rateCount > rows.rowCount - rows.redundancy) return;
    const isDriven =
      constraints.some((c) => c instanceof Pair && c.motions.some((m) => m.kind !== "ball" && m.bond.motion)) ||
      rows.constraints.some((row) => [...row.velocityTargets, ...row.accelerationTargets].some((x) => x !== 0));
    // What stands on its contacts may move later.
    if (isDriven || kernel.contacts.some(({ isClosed }) => isClosed)) return;
    this.store.notes.push(
      `t = ${from} s: nothing can move, the constraints leave no freedom; if this is no frame, look for one too many`,
    );
  }

  private get isDone(): boolean {
    return this.stepper.t >= this.until || this.stopReason !== undefined;
  }

  /** The part of the run that is done, 0 to 1. */
  get done(): number {
    return (this.stepper.t - this.from) / (this.until - this.from);
  }

  /** Tells the caller how far the run is, 0 to 1. */
  report(done = this.done): void {
    const { progress } = this.options;
    if (!progress) return;
    this.guard(() => {
      let answer: unknown;
      try {
        answer = progress(done, this.t, this.trajectory);
      } catch (cause) {
        throw explainThrown(OWNER, "progress", cause);
      }
      if (!isPromise(answer)) return;
      if (!this.canWait) refusePromise("simulateSync", "progress", answer);
      const before = this.waiting;
      const settled = Promise.resolve(answer).then(
        () => before,
        (cause: unknown) => {
          this.failure ??= { cause };
        },
      );
      this.waiting = settled;
    }, false);
  }

  /** Waits for what `progress` still does, unless the run is cancelled. */
  async settle(): Promise<void> {
    if (!this.waiting) return;
    const { signal } = this.options;
    const isCancelled = new Promise<void>((resolve) => {
      if (signal?.aborted) resolve();
      signal?.addEventListener?.("abort", () => resolve(), { once: true });
    });
    await Promise.race([this.waiting, isCancelled]);
    this.checkProgress();
    this.stopIfCancelled();
  }

  /** Stops the run if a promise of `progress` was rejected. */
  private checkProgress(): void {
    const { failure } = this;
    if (!failure) return;
    this.guard(() => {
      throw explainThrown(OWNER, "progress", failure.cause);
    });
  }

  /** Takes one step; false when the end is reached. */
  advance(): boolean {
    if (this.isDone) return false;
    this.checkProgress();
    this.stopIfCancelled();
    this.guard(() => this.step());
    if (this.isDone) this.finish();
    else if (++this.taken % RENEWAL === 0) this.kernel.forgetEvents();
    return !this.isDone;
  }

  private step(): void {
    const { stepper, kernel, store, watch } = this;
    const modes = kernel.getModes();
    kernel.idlers.setIdle(true);
    kernel.beginStep(stepper.t, stepper.y);
    stepper.advance(this.until);
    this.diagnostics.noteStep(stepper, stepper.t >= this.until);
    kernel.checkGiven(stepper.t);
    this.checkPace();
    if (store.points.length > MOST_POINTS) {
      throw new ModelError(
        `it has stored ${MOST_POINTS} points, and more would not fit; give every and dense: false, loosen the tolerance, or ` +
          "run it in parts",
      );
    }
    if (kernel.canDrift) this.project();
    const found = watch.isEmpty ? undefined : watch.find(stepper);
    if (found && kernel.canDrift) bringForward(found, stepper, this.observer, this.y, (t) => this.projectState(t));
    const { tOld, h } = stepper;
    const end = found?.t ?? stepper.t;
    if (this.dense) {
      // A method with fewer vectors leaves the last ones zero.
      const coefficients = new Float64Array(this.choice.denseVectors * stepper.size);
      stepper.copyDense(coefficients, 0);
      store.addStep(tOld, h, end, coefficients, modes);
    }
    this.storeSamples(end, modes);
    kernel.idlers.setIdle(false);
    if (found) this.handleEvents(found.t, found.sources, h);
    else if (this.options.every === undefined || stepper.t >= this.until) {
      store.addPoint(stepper.t, stepper.y, kernel.getModes());
    }
    if (!this.isDone) this.choice.review();
    this.updateStatistics();
  }

  /** Lets all events of one instant act, and restarts the stepper behind them. */
  private handleEvents(t: number, sources: readonly EventSource[], h: number): void {
    const { stepper, kernel, store, watch, observer } = this;
    this.eventTime = t;
    stepper.interpolate(t, this.y);
    if (kernel.canDrift) this.projectState(t);
    store.addPoint(t, this.y, kernel.getModes());
    if (sources.every(({ isSettled }) => isSettled)) observer.prepare(t, this.y, false);
    else observer.show(t, this.y);
    const actions = new Actions(this.workspace, t);
    const before = sources.map((source) => source.getMode());
    for (const source of sources) {
      this.diagnostics.noteEvent(source.owner);
      source.handle(actions, t);
    }
    kernel.readMotion(this.y);
    actions.commit();
    kernel.writeState(this.y);
    sources.forEach((source, i) => {
      store.addEvent({ t, owner: source.owner, index: source.index, before: before[i], after: source.getMode() });
    });
    this.stopReason = actions.stopReason;
    store.addPoint(t, this.y, kernel.getModes());
    if (this.from + this.nextSample * (this.options.every ?? Number.POSITIVE_INFINITY) === t) this.nextSample++;
    for (const source of sources) this.eventGuard.check(source, t, this.until - this.from);
    stepper.start(t, this.y, t < this.until ? Math.min(h, this.until - t) : undefined);
    watch.start(stepper, sources);
    this.eventTime = undefined;
  }

  /** Stops a run that would never end. */
  private checkPace(): void {
    const { accepted, t } = this.stepper;
    if (accepted % PACE_STEPS !== 0) return;
    const part = (t - this.paceTime) / (this.until - this.from);
    this.paceTime = t;
    if (part >= PACE_PART || this.options.method === "rk4") return;
    const { advice, shortest } = this.diagnostics.diagnose(this.stepper);
    throw new ModelError(
      `the run crawls: the last ${PACE_STEPS} steps took it forward by ${(part * (this.until - this.from)).toExponential(1)} s, ` +
        `limited by ${shortest.limitedBy}. ${advice.join(". ") || "Look for a law that is not smooth or not pure (Math.random, Math.sign), for something very stiff, or loosen the tolerance"}`,
    );
  }

  private finish(): void {
    this.updateStatistics();
    this.store.diagnosis = this.diagnostics.diagnose(this.stepper);
  }

  private updateStatistics(): void {
    const { statistics } = this.store;
    statistics.method = this.choice.name;
    statistics.steps = this.stepper.accepted;
    statistics.rejected = this.stepper.rejected;
    statistics.evaluations = this.stepper.evaluations;
    statistics.redundancy = Math.max(statistics.redundancy, this.kernel.rows.redundancy);
  }

  private project(): void {
    const { stepper, y } = this;
    y.set(stepper.y);
    this.projectState(stepper.t);
    stepper.replaceState(y);
  }

  /** Brings the state in `y` onto the rows, or stops where that is not possible. */
  private projectState(t: number): void {
    const { kernel, y } = this;
    kernel.readState(y);
    this.isBroken = true;
    const error = kernel.project(t, PROJECTION_STEPS, PROJECTION_GOAL);
    this.isBroken = false;
    kernel.writeState(y);
    this.checkRows(error, this.stepper.tOld);
  }

  /** Refuses rows that are not met by the state in the kernel; all was well until `end`. */
  private checkRows(error: number, end: number): void {
    const { kernel } = this;
    const limit = this.slip * kernel.s.reduce((max, rate) => Math.max(max, Math.abs(rate)), 1);
    const slips = kernel.rows.findVelocityError() > limit;
    if (error <= OPEN && !slips) return;
    this.isBroken = true;
    throw new ModelError(explainConflict(kernel, slips ? limit : OPEN, slips, this.from, end));
  }

  /** Points at multiples of `every` before `end`. */
  private storeSamples(end: number, modes: readonly string[]): void {
    const { every } = this.options;
    if (every === undefined) return;
    const { kernel, stepper, y, store } = this;
    for (;;) {
      const t = this.from + this.nextSample * every;
      // The end is stored anyway: no sample a rounding error before it.
      if (t >= end || t >= this.until - 1e-9 * every) return;
      this.checkSignal();
      stepper.interpolate(t, y);
      if (kernel.canDrift) this.projectState(t);
      store.addPoint(t, y, modes);
      this.nextSample++;
    }
  }

  private checkSignal(): void {
    if (this.options.signal?.aborted) throw new Aborted();
  }

  private stopIfCancelled(): void {
    if (!this.options.signal?.aborted) return;
    this.storeLast();
    throw this.createAbort();
  }

  /** Turns whatever stops a run into an error that carries the trajectory. */
  private guard(work: () => void, isInside = true): void {
    try {
      if (isInside) this.workspace.run(work);
      else work();
    } catch (cause) {
      this.storeLast();
      if (cause instanceof Aborted) throw this.createAbort();
      this.finish();
      const { kernel, stepper, from } = this;
      const isShort = cause instanceof StepUnderflow;
      const reason = isShort ? explainUnderflow(kernel, cause, from, stepper.tOld) : getMessage(cause);
      // What a function of the user's has thrown, not our words for it.
      const root = cause instanceof ModelError && cause.cause !== undefined ? cause.cause : cause;
      throw new SimulationError(
        `${OWNER}: the run stopped at t = ${this.eventTime ?? (isShort ? cause.t : stepper.t)} s: ` +
          `${reason.replace(`${OWNER}: `, "")}. What was computed before is in the error's trajectory`,
        this.trajectory,
        { cause: root },
      );
    }
  }

  /** With `every`, the last accepted step may lie beyond the last stored point: what was computed is not lost. */
  private storeLast(): void {
    const { trajectory, store, stepper, kernel } = this;
    // Behind an event the step is not valid.
    if (this.eventTime !== undefined || this.isBroken || trajectory.length === 0 || !(stepper.t > trajectory.end))
      return;
    // A step that failed before its dense output was stored can be read nowhere but at its end: it is left out.
    if (this.dense && store.steps[store.steps.length - 1]?.end !== stepper.t) return;
    store.addPoint(stepper.t, stepper.y, kernel.getModes());
  }

  private createAbort(): SimulationError {
    return new SimulationError(
      `${OWNER}: the run was cancelled at t = ${this.stepper.t} s; what was computed before is in the error's trajectory`,
      this.trajectory,
      { name: "AbortError", cause: this.options.signal?.reason },
    );
  }
}

/** The signal was seen to be aborted. */
class Aborted extends Error {}

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
  if (options.method === "rk4") {
    if (options.step === undefined)
      throw new ModelError(`${OWNER}: rk4 has fixed steps; give step in seconds, such as 0.001`);
    checkPositive(OWNER, "step", options.step);
    if (options.tolerance !== undefined) {
      throw new ModelError(`${OWNER}: rk4 has fixed steps and keeps no tolerance; leave tolerance away, or use dop853`);
    }
    if (options.maxStep !== undefined) {
      throw new ModelError(`${OWNER}: rk4 takes every step as long as step says; leave maxStep away, or use dop853`);
    }
  } else if (options.step !== undefined) {
    throw new ModelError(
      `${OWNER}: step is for rk4; ${options.method ?? "auto"} chooses its steps: give tolerance or maxStep`,
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

function findLongestStep(options: SimulateOptions): number {
  const { from, until, every = Number.POSITIVE_INFINITY, maxStep } = options;
  const start = from instanceof Trajectory ? from.end : (from ?? 0);
  // A run of no length is refused later.
  const span = until > start ? until - start : 1;
  return Math.min(maxStep ?? LONGEST_PART * span, STEP_SAMPLES * every);
}
