import type { Stepper } from "../integrators/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { KernelProblem } from "./KernelProblem.ts";
import { MethodChoice } from "./MethodChoice.ts";
import { PaceGuard } from "./PaceGuard.ts";
import type { RunSettings } from "./SimulateOptions.ts";
import { StepDiagnostics } from "./StepDiagnostics.ts";

/** Velocities below so many tolerances are noise. */
const NOISE = 30;
/** So many steps apart contacts forget what they remember: events that come back for ever may end so. */
const RENEWAL = 256;

/** Takes the state of a kernel forward step by step: chooses the method and keeps the state on the rows. */
export class Stepping {
  readonly problem: KernelProblem;
  readonly choice: MethodChoice;
  readonly diagnostics: StepDiagnostics;
  private readonly kernel: Kernel;
  private readonly until: number;
  private readonly pace: PaceGuard;
  private taken = 0;

  /** `check` is called before each evaluation and throws where the run is to stop; changes of method go to `notes`. */
  constructor(kernel: Kernel, settings: RunSettings, notes: string[], check?: () => void) {
    const { method, absolute, until } = settings;
    this.kernel = kernel;
    this.until = until;
    this.diagnostics = new StepDiagnostics(kernel, method === "auto");
    this.pace = new PaceGuard(settings, this.diagnostics);
    this.problem = new KernelProblem(kernel, settings, check);
    this.choice = new MethodChoice(this.problem, settings, notes);
    kernel.setNoise(method === "rk4" ? 0 : NOISE * absolute);
  }

  get stepper(): Stepper {
    return this.choice.stepper;
  }

  /** Where the state is. */
  get t(): number {
    return this.stepper.t;
  }

  /** Begins at a state that is on the rows; a run that restarts after an event knows its first step. */
  start(t: number, y: Float64Array, firstStep?: number): void {
    this.stepper.start(t, y, firstStep);
    this.problem.validUntil = t;
  }

  /** Begins again where an event has changed the state inside the last step, with steps no longer than that one. */
  restart(t: number, y: Float64Array): void {
    const { until, stepper } = this;
    this.start(t, y, t < until ? Math.min(stepper.h, until - t) : undefined);
  }

  /** Takes one accepted step and brings its end onto the rows. Until `endStep` the state may be read inside of it. */
  advance(): void {
    const { kernel, stepper, until, problem } = this;
    problem.validUntil = stepper.t;
    kernel.dormantRotors.setDormant(true);
    kernel.beginStep(stepper.t, stepper.y);
    stepper.advance(until);
    this.diagnostics.noteStep(stepper, stepper.t >= until);
    kernel.checkGiven(stepper.t);
    this.pace.check(stepper);
    stepper.project();
  }

  /** The state at `t` inside the last step, on the rows, into `y`. */
  readState(t: number, y: Float64Array): void {
    this.stepper.interpolate(t, y);
    this.problem.project(t, y);
  }

  /** The last step is read: all links take part again, as events need it. */
  endStep(): void {
    this.kernel.dormantRotors.setDormant(false);
  }

  /** Looks at the step that was just taken: another method may take over. */
  review(): void {
    this.choice.review();
  }

  /** Before the next step: now and then contacts forget. */
  prepareNext(): void {
    if (++this.taken % RENEWAL === 0) this.kernel.forgetEvents();
  }
}
