import type { Assembly } from "../assembly/Assembly.ts";
import { checkMotions } from "../assembly/checkMotions.ts";
import type { Workspace } from "../assembly/Workspace.ts";
import { StepUnderflow } from "../integrators/index.ts";
import { explainUnderflow } from "../kernel/explainConflict.ts";
import { explainThrown, getMessage, isPromise, ModelError, refusePromise } from "../math/index.ts";
import { SimulationError } from "../trajectory/SimulationError.ts";
import { Trajectory } from "../trajectory/Trajectory.ts";
import { Cancelled, createCancelCheck } from "./Cancelled.ts";
import type { LocatedEvents } from "./EventLocator.ts";
import { checkInitialRates, findInitialState } from "./findInitialState.ts";
import { Recorder } from "./Recorder.ts";
import { Segment } from "./Segment.ts";
import { findSettings, type RunSettings, type SimulateOptions } from "./SimulateOptions.ts";

const OWNER = "simulate";

/** One run, step by step: how it begins, goes on and ends, whom it tells, and what its errors say. */
export class Simulation {
  readonly trajectory: Trajectory;
  private readonly settings: RunSettings;
  private readonly options: SimulateOptions;
  private segment: Segment;
  private readonly notes: string[] = [];
  private readonly check: (() => void) | undefined;
  private readonly recorder: Recorder;
  /** Those of all constraints, which change at events only. */
  private modes: readonly string[];
  private stopReason: string | undefined;
  /** The instant of the events that are being resolved. */
  private eventTime: number | undefined;
  /** Whether somebody waits for the run, so that `progress` may be async; then what it still does, and how it failed. */
  private readonly canWait: boolean;
  private waiting: Promise<void> | undefined;
  private failure: { cause: unknown } | undefined;

  constructor(assembly: Assembly, options: SimulateOptions, canWait: boolean) {
    const settings = findSettings(options);
    this.settings = settings;
    this.options = options;
    this.canWait = canWait;
    const { notes } = this;
    const check = createCancelCheck(options.signal);
    this.check = check;
    const { from: start } = options;
    const first = start instanceof Trajectory ? assembly.derive(start.findLastChange(assembly.base)) : assembly;
    const segment = new Segment(first.createWorkspace(), settings, notes, check);
    this.segment = segment;
    const { observer, stepping, workspace, locator } = segment;
    this.recorder = new Recorder(settings, observer.stateNames, stepping.choice, notes, check);
    this.trajectory = new Trajectory(first.reader, this.recorder.store);
    const { kernel } = workspace;
    const y = new Float64Array(kernel.size);
    workspace.run(() => findInitialState(observer, options.from ?? 0, y, notes));
    const { from, until } = settings;
    checkMotions(kernel, from, until);
    this.modes = kernel.getModes();
    this.recorder.addPoint(from, y, this.modes);
    this.guard(() => {
      stepping.start(from, y);
      checkInitialRates(stepping.problem, from, y, notes);
      segment.purity.start(from, y);
      locator.start(stepping.stepper);
    });
  }

  private get t(): number {
    return this.segment.stepping.t;
  }

  private get isDone(): boolean {
    return this.t >= this.settings.until || this.stopReason !== undefined;
  }

  /** The part of the run that is done, 0 to 1. */
  private get done(): number {
    const { from, until } = this.settings;
    return (this.t - from) / (until - from);
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
    const { stepping } = this.segment;
    if (this.isDone) this.recorder.finish(stepping);
    return !this.isDone;
  }

  private step(): void {
    const { recorder } = this;
    const { stepping, locator, purity } = this.segment;
    const { modes } = this;
    stepping.advance(locator.aim);
    const found = locator.find(stepping);
    recorder.addStep(stepping, found?.t ?? stepping.t, modes);
    if (found || stepping.isOver) stepping.endStep();
    if (found) this.passEvents(found);
    else recorder.addEnd(stepping, modes);
    // After an event it may be another segment.
    const { stepping: present } = this.segment;
    if (!this.isDone) present.review();
    recorder.updateStatistics(present);
    if (present === stepping) purity.review(stepping.t, stepping.stepper.y, found !== undefined);
  }

  /** Lets all events of one instant act, and goes on after them. */
  private passEvents(found: LocatedEvents): void {
    const { stepping, resolver, workspace: before } = this.segment;
    this.eventTime = found.t;
    const { stopReason, workspace } = resolver.resolve(found, this.recorder);
    this.stopReason = stopReason;
    if (workspace === before) stepping.restart(found.t, resolver.y);
    else this.enter(workspace, found.t, resolver.y);
    this.segment.locator.start(this.segment.stepping.stepper, found.sources);
    this.modes = this.segment.workspace.kernel.getModes();
    this.eventTime = undefined;
  }

  /** Bodies were joined or parted: goes on with another segment. */
  private enter(workspace: Workspace, t: number, y: Float64Array): void {
    const { segment, settings } = this;
    const { h } = segment.stepping.stepper;
    this.segment = new Segment(workspace, settings, this.notes, this.check, segment);
    const { stepping, purity } = this.segment;
    stepping.start(t, y, t < settings.until ? Math.min(h, settings.until - t) : undefined);
    purity.start(t, y);
  }

  private stopIfCancelled(): void {
    if (!this.options.signal?.aborted) return;
    this.storeLast();
    this.recorder.finish(this.segment.stepping);
    throw this.createAbort();
  }

  /** Turns whatever stops a run into an error that carries the trajectory. */
  private guard(work: () => void, isInside = true): void {
    try {
      if (isInside) this.segment.workspace.run(work);
      else work();
    } catch (cause) {
      const { workspace, stepping } = this.segment;
      this.storeLast();
      this.recorder.finish(stepping);
      if (cause instanceof Cancelled) throw this.createAbort();
      const { stepper } = stepping;
      const isShort = cause instanceof StepUnderflow;
      const reason = isShort
        ? explainUnderflow(workspace.kernel, cause, this.settings.from, stepper.tOld) + this.suggestElimination()
        : getMessage(cause);
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

  /** Where rows lose rank their multipliers have no values that an integrator could follow. */
  private suggestElimination(): string {
    const { kernel } = this.segment.workspace;
    if (this.settings.formulation !== "ggl" || kernel.rows.rowCount === 0) return "";
    return '. Where loops pass a position in which they lose rank, formulation "eliminated" goes on';
  }

  /** After an event the rest of the step is not valid, and neither is a state that contradicts the rows. */
  private storeLast(): void {
    const { stepping, workspace } = this.segment;
    if (this.eventTime !== undefined || stepping.problem.isBroken) return;
    this.recorder.addLast(stepping, workspace.kernel.getModes());
  }

  private createAbort(): SimulationError {
    return new SimulationError(
      `${OWNER}: the run was cancelled at t = ${this.t} s; what was computed before is in the error's trajectory`,
      this.trajectory,
      { name: "AbortError", cause: this.options.signal?.reason },
    );
  }
}
