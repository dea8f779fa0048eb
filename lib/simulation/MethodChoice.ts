import type { Extension } from "../assembly/Extension.ts";
import {
  ClassicRungeKutta,
  DormandPrince5,
  DormandPrince853,
  Radau,
  type Stepper,
  type StepperOptions,
} from "../integrators/index.ts";
import { ModelError } from "../math/index.ts";
import type { KernelProblem } from "./KernelProblem.ts";
import { getBdf } from "./loadBdf.ts";
import { StiffnessReview } from "./StiffnessReview.ts";

/**
 * `auto`: dop853, and radau where stability limits the steps of dop853. `dop853`: order 8 with error control. `dopri5`:
 * order 5, for loose tolerances. `radau`: order 5, implicit, for stiff problems. `bdf`: orders 1 to 5, implicit, for stiff
 * problems that are large. `rk4`: order 4 with fixed steps. `moreau`: order 1 with fixed steps, velocities and impulses of all
 * contacts of `Collisions` at once in each of them, without events.
 */
export type Method = "auto" | "dop853" | "dopri5" | "radau" | "bdf" | "rk4" | "moreau";

export const METHODS: readonly Method[] = ["auto", "dop853", "dopri5", "radau", "bdf", "rk4", "moreau"];

/** Whether all steps of a method have the size that was given. */
export const hasFixedSteps = (method: Method): method is "rk4" | "moreau" => method === "rk4" || method === "moreau";

/**
 * `eliminated`: multipliers of constraints are eliminated, states are projected onto the constraints after each step. `ggl`:
 * multipliers are unknowns of the integrator, in the stabilised index-1 form of Gear, Gupta and Leimkuhler.
 */
export type Formulation = "eliminated" | "ggl";

export const FORMULATIONS: readonly Formulation[] = ["eliminated", "ggl"];

export interface MethodOptions {
  readonly method: Method;
  readonly formulation: Formulation;
  /** The fixed step of rk4 and moreau. */
  readonly step: number | undefined;
  readonly maxStep: number;
  /** Whether the dense output of every step is kept. */
  readonly dense: boolean;
}

/** The method of a run: makes its stepper and, if that is left to it, changes it on the way. */
export class MethodChoice {
  /** The one in use. */
  stepper: Stepper;
  /** Vectors of dense output that serve every method the run may use. */
  readonly denseVectors: number;
  readonly problem: KernelProblem;
  private readonly notes: string[];
  private readonly limits: StepperOptions;
  private readonly used: string[];
  private readonly stiffness: StiffnessReview;

  /** What happens on the way is added to `notes`, one sentence each. */
  constructor(problem: KernelProblem, options: MethodOptions, notes: string[], extensions: readonly Extension[] = []) {
    const { method, maxStep, dense } = options;
    this.problem = problem;
    this.notes = notes;
    this.limits = { maxStep, sparesInterior: !dense };
    this.stepper = this.create(options, extensions);
    this.denseVectors = this.stepper.denseVectors;
    this.used = [this.stepper.method];
    const { rateCount, stateCount } = problem.kernel;
    const weight = rateCount + stateCount;
    this.stiffness = new StiffnessReview(this, { isFree: method === "auto", weight, limits: this.limits });
  }

  private create({ method, formulation, step }: MethodOptions, extensions: readonly Extension[]): Stepper {
    const { problem, limits } = this;
    if (method === "moreau") return createTimeStepper(problem, step as number, extensions);
    if (method === "rk4") return new ClassicRungeKutta(problem, { step: step as number });
    if (method === "dopri5") return new DormandPrince5(problem, limits);
    if (method === "radau") return new Radau(problem, limits);
    if (method === "bdf") {
      const { Bdf, GglProblem } = getBdf();
      return new Bdf(formulation === "ggl" ? new GglProblem(problem) : problem, limits);
    }
    return new DormandPrince853(problem, limits);
  }

  /** The methods in use so far. */
  get name(): string {
    return this.used.join(", ");
  }

  /** Looks at the step that was just taken; may go on with another stepper. */
  review(): void {
    this.stiffness.review();
  }

  /** Goes on with another stepper from where the present one is. */
  use(stepper: Stepper): void {
    stepper.continueFrom(this.stepper);
    this.stepper = stepper;
    if (!this.used.includes(stepper.method)) this.used.push(stepper.method);
  }

  note(text: string): void {
    this.notes.push(`t = ${Number(this.stepper.t.toPrecision(6))} s: ${text}`);
  }

  describeLimit(): string {
    const { limiting } = this.stepper;
    return limiting < 0 ? "nothing in particular" : this.problem.kernel.describeState(limiting);
  }
}

/** Time-stepping comes with what it is for: contacts that nobody has listed. */
function createTimeStepper(problem: KernelProblem, step: number, extensions: readonly Extension[]): Stepper {
  for (const extension of extensions) {
    const stepper = extension.createTimeStepper?.(problem, step);
    if (stepper) return stepper;
  }
  throw new ModelError(
    'simulate: the method "moreau" is for the contacts of Collisions, and the system has none; add them, ' +
      "system.add(new Collisions({ friction: 0.5 })), or take another method",
  );
}
