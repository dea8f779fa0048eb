import { NoSolution } from "../bondgraph/equations/TearSolver.ts";
import type { CircuitModel } from "../bondgraph/index.ts";
import { getGainParameters } from "../bondgraph/laws/createLaw.ts";
import { checkSpan } from "../integrators/checkSpan.ts";
import { DormandPrince853, type OdeProblem, Radau, type Stepper, StepUnderflow } from "../integrators/index.ts";
import {
  checkChoice,
  checkFunction,
  checkNumber,
  checkOptions,
  checkPositive,
  describe,
  explainThrown,
  getMessage,
  hasMethod,
  isPromise,
  ModelError,
  refusePromise,
} from "../math/index.ts";
import { PurityCheck } from "../simulation/PurityCheck.ts";
import { SimulationError } from "../trajectory/SimulationError.ts";
import { CircuitLaws } from "./CircuitLaws.ts";
import { CircuitRun } from "./CircuitRun.ts";
import { StateSizes } from "./StateSizes.ts";

export interface CircuitSimulateOptions {
  /** End of the run, s. */
  until: number;
  /** Start time, s. Default 0. */
  from?: number;
  /** Error per step that is tolerated, as part of the largest value each state has had. Default 1e-8. */
  tolerance?: number;
  /** `dop853`, `radau` for stiff circuits, or `auto` (default): the first, and the second where the circuit is stiff. */
  method?: "auto" | "dop853" | "radau";
  /** Upper limit of the step, s. Default: a fiftieth of the run. */
  maxStep?: number;
  /** States at the start by the names of their elements, where they differ from the elements' own. */
  start?: Readonly<Record<string, number>>;
  /** Called now and then with the part that is done (0 to 1), the simulated time, and what is computed so far. */
  progress?: (done: number, t: number, run: CircuitRun) => unknown;
  /** Cancels the run; the error carries what was computed. */
  signal?: AbortSignal;
}

const OWNER = "Circuit.simulate";
const OPTIONS = ["until", "from", "tolerance", "method", "maxStep", "start", "progress", "signal"];
const METHODS = ["auto", "dop853", "radau"] as const;

/** Rounding is some 1e-16 per operation; and states are to be larger than their errors. */
const FINEST = 1e-14;
const COARSEST = 0.1;
/** By default no step is longer than this part of the run, so that short pulses of sources are not stepped over. */
const LONGEST_PART = 0.02;
/** From this tolerance on, or with more explicit steps to come than this, a stiff circuit gets the implicit method. */
const COARSE = 1e-9;
const MANY = 5000;
/** … and one with that many to come after these, stiff or not: rounding may hide what limits them. */
const TOO_MANY = 100_000;
const PATIENCE = 1000;
/** All steps of a run are kept. */
const MOST_STEPS = 1_000_000;
/** So many steps have to take a run forward by at least this part of it. */
const PACE_STEPS = 20_000;
const PACE_PART = 1e-4;

/** One run of a circuit, step by step. */
export class CircuitAdvance {
  readonly run: CircuitRun;
  private readonly model: CircuitModel;
  private readonly options: CircuitSimulateOptions;
  private readonly from: number;
  private readonly until: number;
  private readonly tolerance: number;
  private readonly maxStep: number;
  private readonly problem: OdeProblem;
  private readonly sizes: StateSizes;
  private readonly methods: string[] = [];
  private stepper: Stepper;
  private readonly purity: PurityCheck;
  private noSolution: NoSolution | undefined;
  /** What is known of the last law that gave no number. */
  private brokenLaw: string | undefined;
  private hasWarned = false;
  private paceTime = Number.NEGATIVE_INFINITY;

  constructor(model: CircuitModel, options: CircuitSimulateOptions) {
    checkOptions(OWNER, options, OPTIONS, true);
    this.model = model;
    this.options = options;
    this.until = checkNumber(OWNER, "until", options?.until);
    this.from = checkNumber(OWNER, "from", options.from ?? 0);
    if (!(this.until > this.from)) {
      throw new ModelError(`${OWNER}: until ${this.until} s does not lie after ${this.from} s; give a later end`);
    }
    checkSpan(OWNER, this.from, this.until);
    this.tolerance = checkTolerance(options.tolerance ?? 1e-8);
    const method = checkChoice(OWNER, "method", options.method ?? "auto", METHODS);
    this.maxStep = this.findLongestStep(options.maxStep);
    if (options.progress !== undefined) checkFunction(OWNER, "progress", options.progress);
    if (options.signal !== undefined && !hasMethod(options.signal, "addEventListener")) {
      throw new ModelError(`${OWNER}: signal is ${describe(options.signal)}; give the signal of an AbortController`);
    }
    const start = model.findStart(options.start);
    // Without a state there is still time to go through.
    const y = new Float64Array(Math.max(1, model.size));
    y.set(start);
    this.run = new CircuitRun(model, this.from, y);
    for (const note of listNegatives(model)) this.run.addNote(note);
    this.sizes = this.guard(() => new StateSizes(model, this.from, this.until, start));
    this.problem = this.createProblem(y.length);
    this.stepper = this.create(method === "radau" ? "radau" : "dop853");
    this.purity = new PurityCheck(new CircuitLaws(model), y.length, (text) => this.run.addNote(text));
    this.guard(() => {
      this.purity.start(this.from, y);
      this.stepper.start(this.from, y);
    });
  }

  private findLongestStep(given: number | undefined): number {
    const span = this.until - this.from;
    if (given === undefined) return LONGEST_PART * span;
    const maxStep = checkPositive(OWNER, "maxStep", given);
    const count = span / maxStep;
    if (count <= MOST_STEPS) return maxStep;
    throw new ModelError(
      `${OWNER}: maxStep ${maxStep} s makes ${count.toExponential(1)} steps, and all are kept; give at least ` +
        `${(span / MOST_STEPS).toPrecision(3)} s for ${MOST_STEPS} steps`,
    );
  }

  private createProblem(size: number): OdeProblem {
    const { model, tolerance, sizes } = this;
    return {
      size,
      tolerance,
      calcDerivative: (t, y, out) => {
        try {
          model.calc(t, y);
        } catch (cause) {
          // States that are only tried may lie anywhere: a shorter step does not go there.
          if (!(cause instanceof NoSolution)) throw cause;
          this.noSolution = cause;
          this.brokenLaw = model.explainNonFinite();
          out.fill(Number.NaN);
          return;
        }
        if (model.size === 0) out[0] = 0;
        else out.set(model.rates);
        if (!out.every(Number.isFinite)) this.brokenLaw = model.explainNonFinite();
      },
      calcErrorScale: (y, out) => sizes.calcTolerable(tolerance, y, out),
    };
  }

  private create(method: "dop853" | "radau"): Stepper {
    const options = { maxStep: this.maxStep, checksInterior: true, passesJumps: true };
    this.methods.push(method);
    return method === "radau" ? new Radau(this.problem, options) : new DormandPrince853(this.problem, options);
  }

  /** Takes one step; false at the end. */
  step(): boolean {
    if (this.options.signal?.aborted) throw this.aborted();
    this.guard(() => {
      this.advance();
      this.noSolution = undefined;
      const { stepper } = this;
      this.sizes.accept(stepper.t, stepper.y);
      this.run.addStep(stepper);
      this.updateStatistics();
      this.purity.review(stepper.t, stepper.y, false);
      if (stepper.t >= this.until) return;
      this.checkPace();
      if (stepper.isStiff) this.reviewStiffness();
      else if (stepper.accepted % PATIENCE === 0 && this.isFree() && this.countRest() > TOO_MANY) {
        this.goImplicit("took very short steps");
      }
    });
    return this.stepper.t < this.until;
  }

  private advance(): void {
    const { stepper } = this;
    try {
      stepper.advance(this.until);
    } catch (cause) {
      // What is too fast for the clock may still be followed where it has settled.
      if (!(cause instanceof StepUnderflow) || cause.nonFinite || !this.isFree()) throw cause;
      this.goImplicit("finds no step that is small enough");
      this.stepper.advance(this.until);
    }
  }

  /** Whether the explicit method may give way to the implicit one. */
  private isFree(): boolean {
    return (this.options.method ?? "auto") === "auto" && !(this.stepper instanceof Radau);
  }

  private reviewStiffness(): void {
    const { stepper, tolerance } = this;
    if (this.isFree()) {
      // The implicit method, of lower order, takes more steps where tolerances are fine and the rest is short.
      const isWorthwhile = tolerance >= COARSE || this.countRest() > MANY;
      if (isWorthwhile) this.goImplicit("was limited by stability");
    } else if (!this.hasWarned) {
      this.hasWarned = true;
      this.note(
        `stability, not the tolerance, limits the steps of ${stepper.method} (${this.describeLimit()}); ` +
          'method "radau" is made for stiff circuits and may be much faster',
      );
    }
  }

  /** Steps to come if they go on like the last one. */
  private countRest(): number {
    return (this.until - this.stepper.t) / this.stepper.h;
  }

  private goImplicit(why: string): void {
    const { stepper } = this;
    const next = this.create("radau");
    this.note(`${stepper.method} ${why} (${this.describeLimit()}), continued with ${next.method}`);
    this.sizes.limitRounding();
    next.continueFrom(stepper);
    this.stepper = next;
  }

  private note(text: string): void {
    this.run.addNote(`t = ${Number(this.stepper.t.toPrecision(6))} s: ${text}`);
  }

  private describeLimit(index = this.stepper.limiting): string {
    return this.model.states[index]?.name ?? "nothing in particular";
  }

  private updateStatistics(): void {
    const { accepted: steps, rejected, evaluations, jumps } = this.stepper;
    const { tolerance } = this;
    this.run.setStatistics({ method: this.methods.join(", "), tolerance, steps, rejected, evaluations, jumps });
  }

  /** Stops a run that would never end. */
  private checkPace(): void {
    const { accepted, t } = this.stepper;
    const span = this.until - this.from;
    if (accepted >= MOST_STEPS) {
      throw new ModelError(
        `it has taken ${MOST_STEPS} steps, and all are kept; simulate a shorter time, or let the method be "auto"`,
      );
    }
    if (accepted % PACE_STEPS !== 0) return;
    const part = (t - this.paceTime) / span;
    this.paceTime = t;
    if (part >= PACE_PART) return;
    throw new ModelError(
      `the run crawls: the last ${PACE_STEPS} steps took it forward by ${(part * span).toExponential(1)} s, limited by ` +
        `${this.describeLimit()}; look for a law that is not smooth or not pure (Math.random, Math.sign), let the method ` +
        'be "auto", or loosen the tolerance',
    );
  }

  /** Tells the caller how far the run is; what `progress` answers. */
  report(): unknown {
    const { progress } = this.options;
    let answer: unknown;
    if (!progress) return answer;
    const { t } = this.stepper;
    const done = (t - this.from) / (this.until - this.from);
    this.guard(() => {
      try {
        answer = progress(done, t, this.run);
      } catch (cause) {
        throw explainThrown(OWNER, "progress", cause);
      }
    });
    return answer;
  }

  /** Waits for what `progress` still does, unless the run is cancelled. */
  async settle(answer: unknown): Promise<void> {
    if (!isPromise(answer)) return;
    const { signal } = this.options;
    let failure: { cause: unknown } | undefined;
    const settled = Promise.resolve(answer).then(undefined, (cause: unknown) => {
      failure = { cause };
    });
    const cancelled = new Promise<void>((resolve) => {
      if (signal?.aborted) resolve();
      signal?.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.race([settled, cancelled]);
    this.guard(() => {
      if (failure) throw explainThrown(OWNER, "progress", failure.cause);
    });
  }

  /** Nobody can wait here. */
  refuse(answer: unknown): void {
    this.guard(() => refusePromise("Circuit.simulateSync", "progress", answer));
  }

  /** Turns whatever stops a run into an error that carries what was computed. */
  private guard<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      const reason = cause instanceof StepUnderflow ? this.explainUnderflow(cause) : getMessage(cause);
      throw new SimulationError(
        `${OWNER}: the run stopped at t = ${this.run.end} s: ${reason}. What was computed before is in the error's trajectory`,
        this.run,
        { cause },
      );
    }
  }

  private explainUnderflow({ nonFinite, limiting, h }: StepUnderflow): string {
    const state = this.describeLimit(limiting);
    if (nonFinite && this.noSolution && !this.brokenLaw) return this.noSolution.message;
    if (nonFinite) {
      const law = this.brokenLaw ? `${this.brokenLaw}; ` : "";
      return `the rate of ${state} is not finite; ${law}look for a division by zero, or a law out of its domain there`;
    }
    return (
      `no step is small enough for ${state} (h = ${h} s); look for a law that jumps for ever or has a pole there, ` +
      "or loosen the tolerance"
    );
  }

  private aborted(): SimulationError<CircuitRun> {
    return new SimulationError(
      `${OWNER}: the run was cancelled at t = ${this.run.end} s; what was computed before is in the error's trajectory`,
      this.run,
      { name: "AbortError", cause: this.options.signal?.reason },
    );
  }
}

function checkTolerance(given: unknown): number {
  const tolerance = checkPositive(OWNER, "tolerance", given);
  if (tolerance < FINEST) {
    throw new ModelError(`${OWNER}: tolerance ${tolerance} is below what numbers can hold; give ${FINEST} or more`);
  }
  if (tolerance > COARSEST) {
    throw new ModelError(
      `${OWNER}: tolerance ${tolerance} lets errors be as large as the states; give ${COARSEST} or less`,
    );
  }
  return tolerance;
}

/** Elements that give energy away without end, or hold less than nothing: legal, and often a wrong sign. */
function listNegatives({ graph }: CircuitModel): string[] {
  return graph.elements.flatMap(({ kind, label, parameters }) =>
    ["R", "C", "I"].includes(kind)
      ? Object.keys(getGainParameters(kind))
          .filter((name) => (parameters[name] as number) < 0)
          .map(
            (name) =>
              `${label}: ${name} is ${parameters[name]}, so its ${kind === "R" ? "power" : "energy"} is negative`,
          )
      : [],
  );
}
