import { Radau, type Stepper, type StepperOptions } from "../integrators/index.ts";
import type { MethodChoice } from "./MethodChoice.ts";

/** Steps of radau that are judged together, and steps for which the verdict that it is no gain stands at first. */
const TRIAL = 25;
const PATIENCE = 100;

/** Watches a run for stiffness: changes between the explicit and the implicit method if it may, or says what would help. */
export class StiffnessReview {
  private readonly choice: MethodChoice;
  private readonly isFree: boolean;
  private readonly limits: StepperOptions;
  /** Unknowns of the implicit method. */
  private readonly weight: number;
  private readonly explicit: Stepper;
  private implicit: Radau | undefined;
  private hasWarned = false;
  /** Seconds per evaluation that the explicit method made when it was left. */
  private pace = 0;
  /** The implicit method where its present trial began. */
  private trial = { t: 0, cost: 0, accepted: 0 };
  private notBefore = 0;
  private patience = PATIENCE;

  constructor(choice: MethodChoice, options: { isFree: boolean; weight: number; limits: StepperOptions }) {
    this.choice = choice;
    this.explicit = choice.stepper;
    this.isFree = options.isFree;
    this.weight = options.weight;
    this.limits = options.limits;
  }

  /** Looks at the step that was just taken. */
  review(): void {
    const { choice, isFree } = this;
    const { stepper } = choice;
    if (stepper === this.implicit) this.reviewImplicit(this.implicit);
    else if (!stepper.isStiff) return;
    else if (isFree && stepper.accepted >= this.notBefore) this.goImplicit();
    else if (!isFree && !this.hasWarned) {
      this.hasWarned = true;
      choice.note(
        `stability, not the tolerance, limits the steps of ${stepper.method} (${choice.describeLimit()}); ` +
          'method "radau" is made for stiff problems and may be much faster',
      );
    }
  }

  private goImplicit(): void {
    const { explicit, choice } = this;
    this.implicit ??= new Radau(choice.problem, this.limits);
    // Twelve evaluations a step, and three for its dense output.
    this.pace = explicit.h / 15;
    choice.note(
      `${explicit.method} was limited by stability (${choice.describeLimit()}), continued with ${this.implicit.method}`,
    );
    choice.use(this.implicit);
    this.startTrial(this.implicit);
  }

  /** Whether the implicit method is worth what it costs; if it is not, the explicit one takes over for a while. */
  private reviewImplicit(implicit: Radau): void {
    const { trial, choice, explicit } = this;
    if (implicit.accepted - trial.accepted < TRIAL) return;
    const pace = (implicit.t - trial.t) / (this.calcCost(implicit) - trial.cost);
    this.startTrial(implicit);
    if (pace >= this.pace) return;
    choice.note(`${implicit.method} was no faster (${choice.describeLimit()}), continued with ${explicit.method}`);
    choice.use(explicit);
    this.notBefore = explicit.accepted + this.patience;
    this.patience *= 2;
  }

  private startTrial(implicit: Radau): void {
    this.trial = { t: implicit.t, cost: this.calcCost(implicit), accepted: implicit.accepted };
  }

  /** Evaluations, and the linear algebra in units of them: measured on chains of 5 to 50 rods. */
  private calcCost(implicit: Radau): number {
    const n = this.weight;
    return implicit.evaluations * (1 + 0.02 * n) + implicit.factorizations * 0.008 * n * n;
  }
}
