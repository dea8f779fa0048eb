import type { Extension } from "../assembly/Extension.ts";
import { followsSlip, type SlipFollower } from "../constraints/capabilities/FollowsSlip.ts";
import { prepareSlip } from "../contact/solver.ts";
import type { Stepper } from "../integrators/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { KernelProblem } from "./KernelProblem.ts";
import { hasFixedSteps, MethodChoice } from "./MethodChoice.ts";
import { PaceGuard } from "./PaceGuard.ts";
import type { RunSettings } from "./SimulateOptions.ts";
import { StepDiagnostics } from "./StepDiagnostics.ts";

/** A step in which slip turns about is taken again with this part of it, at most so often. */
const TURNED = 0.5;
const MOST_TURNS = 20;

/** Slip below so many tolerances is at rest at an event. */
const REST = 10;

/** Takes the state of a kernel forward step by step: chooses the method and keeps the state on the rows. */
export class Stepping {
  readonly problem: KernelProblem;
  readonly choice: MethodChoice;
  readonly diagnostics: StepDiagnostics;
  private readonly kernel: Kernel;
  private readonly until: number;
  /** Whether all steps have the same size. */
  private readonly isFixed: boolean;
  /** Whether friction may look ahead: what is found with given multipliers has no accelerations to look at. */
  private readonly canLead: boolean;
  /** Whether steps in which slip turns about are taken again. */
  private readonly canTurn: boolean;
  /** The state before the step. */
  private readonly y: Float64Array;
  private readonly pace: PaceGuard;
  /** Slip slower than this (m/s) is at rest. */
  private readonly restSpeed: number;
  /** By what contacts do: the step that went well when they began to do so last. */
  private readonly firstSteps = new Map<string, number>();
  private readonly slip: SlipFollower | undefined;
  /** What they began to do where the present step begins; undefined: nothing new. */
  private begun: string | undefined;

  /** `check` is called before each evaluation and throws where the run is to stop; changes of method go to `notes`. */
  constructor(
    { kernel, extensions }: { readonly kernel: Kernel; readonly extensions: readonly Extension[] },
    settings: RunSettings,
    notes: string[],
    check?: () => void,
  ) {
    const { method, formulation, absolute, until } = settings;
    this.kernel = kernel;
    this.until = until;
    this.isFixed = hasFixedSteps(method);
    this.diagnostics = new StepDiagnostics(kernel, method === "auto");
    this.pace = new PaceGuard(settings, this.diagnostics);
    this.canLead = formulation !== "ggl";
    this.canTurn = !this.isFixed && method !== "bdf" && this.canLead;
    this.y = new Float64Array(kernel.size);
    this.problem = new KernelProblem(kernel, settings, check);
    // Formulas of several steps cannot begin anew at every point of a path.
    this.slip =
      this.isFixed || method === "bdf"
        ? undefined
        : kernel.constraints.find(followsSlip)?.createSlipFollower(this.problem);
    this.choice = new MethodChoice(this.problem, settings, notes, extensions);
    this.restSpeed = REST * (this.isFixed ? 1e-9 : absolute);
    kernel.setRestSpeed(this.restSpeed);
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
    // A state that was stored may have brought that of another run.
    this.kernel.setRestSpeed(this.restSpeed);
    this.stepper.start(t, y, firstStep);
    this.problem.validUntil = t;
  }

  /**
   * Begins again where an event has changed the state inside the last step: with a step that went well when contacts did what
   * they do now, or else with one no longer than the last.
   */
  restart(t: number, y: Float64Array): void {
    const { until, stepper } = this;
    this.begun = describeContacts(this.kernel);
    this.slip?.open();
    const first = this.firstSteps.get(this.begun) ?? stepper.h;
    this.start(t, y, t < until ? Math.min(first, until - t) : undefined);
  }

  /** Whether the end of the run is reached. */
  get isOver(): boolean {
    return this.t >= this.until;
  }

  /**
   * Takes one accepted step, not beyond `aim`, and brings its end onto the rows. Until `endStep` the state may be read inside of
   * it.
   */
  advance(aim = Number.POSITIVE_INFINITY): void {
    const { kernel, stepper, problem } = this;
    problem.validUntil = stepper.t;
    kernel.dormantRotors.setDormant(true);
    kernel.beginStep(stepper.t, stepper.y);
    const until = this.isFixed ? this.until : Math.min(this.until, aim, stepper.t + kernel.findSafeTime());
    const { rejected } = stepper;
    const hadLeading = kernel.leading.length > 0;
    const next = this.slip?.next(stepper.t, stepper.y, stepper.dydt, until);
    if (next) stepper.take(next.t, next.y);
    else this.takeStep(until, hadLeading);
    if (!next && this.begun !== undefined) {
      this.firstSteps.set(this.begun, stepper.rejected > rejected ? stepper.h : stepper.hNext);
      this.begun = undefined;
    }
    this.diagnostics.noteStep(stepper, stepper.t >= until);
    kernel.checkGiven(stepper.t);
    this.pace.check(stepper);
    stepper.project();
  }

  /** One step of the method; once more, and shorter, where slip has turned about in it. */
  private takeStep(until: number, hadLeading: boolean): void {
    const { kernel, stepper, y } = this;
    const { t } = stepper;
    const mayTurn = this.canTurn && kernel.contacts.some(({ mode, isOn }) => isOn && mode === "slip");
    if (mayTurn) y.set(stepper.y);
    this.prepareSlip(until, hadLeading);
    stepper.advance(until);
    for (let n = 0; mayTurn && n < MOST_TURNS && this.hasTurned(); n++) {
      stepper.retry(t, y, TURNED * stepper.h);
      kernel.beginStep(t, y);
      this.prepareSlip(until, hadLeading);
      stepper.advance(until);
    }
  }

  private hasTurned(): boolean {
    const { kernel, stepper } = this;
    kernel.solveAt(stepper.t, stepper.y);
    return kernel.contacts.some(({ isOn, mode, direction }) => isOn && mode === "slip" && direction.hasTurned());
  }

  /** Lets friction look ahead where slip is slow, and shortens the step where it turns fast. */
  private prepareSlip(until: number, hadLeading: boolean): void {
    const { kernel, stepper } = this;
    if (!this.canLead) return;
    const { t, y, hNext } = stepper;
    const h = Math.min(hNext, until - t);
    const longest = prepareSlip(kernel, t, y, h);
    if (longest < h && !this.isFixed) stepper.shorten(longest);
    if (hadLeading || kernel.leading.length > 0) stepper.renewRate();
  }

  /** The state at `t` inside the last step, on the rows, into `y`. */
  readState(t: number, y: Float64Array): void {
    this.stepper.interpolate(t, y);
    this.problem.bringOntoRows(t, y);
  }

  /** The last step is read, and an event or the end comes: all links take part again. */
  endStep(): void {
    this.kernel.dormantRotors.setDormant(false);
  }

  /** Looks at the step that was just taken: another method may take over. */
  review(): void {
    this.choice.review();
  }
}

/** How many contacts are in which mode, as a word. */
function describeContacts({ contacts }: Kernel): string {
  const counts = new Map<string, number>();
  for (const { isOn, mode } of contacts) if (isOn) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).join();
}
