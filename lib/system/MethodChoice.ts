import {
  ClassicRungeKutta,
  DormandPrince5,
  DormandPrince853,
  type OdeProblem,
  Radau,
  type Stepper,
  type StepperOptions,
} from "./integrators/index.ts";
import type { Kernel } from "./kernel/Kernel.ts";

/**
 * `auto`: dop853, and radau where stability limits the steps of dop853. `dop853`: order 8 with error control. `dopri5`:
 * order 5, for loose tolerances. `radau`: order 5, implicit, for stiff problems. `rk4`: order 4 with fixed steps.
 */
export type Method = "auto" | "dop853" | "dopri5" | "radau" | "rk4";

export const METHODS: readonly Method[] = ["auto", "dop853", "dopri5", "radau", "rk4"];

export interface MethodOptions {
  method: Method;
  absolute: number;
  relative: number;
  /** The fixed step of rk4. */
  step: number | undefined;
  maxStep: number;
}

/** Steps of radau that are judged together, and steps for which the verdict that it is no gain stands at first. */
const TRIAL = 25;
const PATIENCE = 100;

/** The method of a run: makes its stepper and, if that is left to it, changes it on the way. */
export class MethodChoice {
  /** The one in use. */
  stepper: Stepper;
  /** Vectors of dense output that serve every method the run may use. */
  readonly denseVectors: number;
  /** What happened, one sentence each. */
  readonly notes: string[] = [];

  private readonly kernel: Kernel;
  private readonly isFree: boolean;
  readonly problem: OdeProblem;
  private readonly limits: StepperOptions;
  private readonly used: string[];
  private explicit: Stepper;
  private implicit: Radau | undefined;
  private hasWarned = false;
  /** Seconds per evaluation that the explicit method made when it was left. */
  private pace = 0;
  /** The implicit method where its present trial began. */
  private trial = { t: 0, cost: 0, accepted: 0 };
  private notBefore = 0;
  private patience = PATIENCE;

  constructor(kernel: Kernel, options: MethodOptions) {
    const { method, absolute, relative, step, maxStep } = options;
    this.kernel = kernel;
    this.isFree = method === "auto";
    this.problem = {
      size: kernel.size,
      calcDerivative: (t, y, out) => kernel.calcDerivative(t, y, out),
      calcErrorScale: (y, out) => kernel.calcErrorScale(absolute, relative, y, out),
      rates: findRates(kernel),
    };
    this.limits = { maxStep };
    this.explicit = this.create(method, step);
    this.stepper = this.explicit;
    this.denseVectors = this.stepper.denseVectors;
    this.used = [this.stepper.method];
  }

  private create(method: Method, step: number | undefined): Stepper {
    const { problem, limits } = this;
    if (method === "rk4") return new ClassicRungeKutta(problem, { step: step as number });
    if (method === "dopri5") return new DormandPrince5(problem, limits);
    if (method === "radau") return new Radau(problem, limits);
    return new DormandPrince853(problem, limits);
  }

  /** The methods in use so far. */
  get name(): string {
    return this.used.join(", ");
  }

  /** Looks at the step that was just taken; may go on with another stepper. */
  review(): void {
    const { stepper, isFree } = this;
    if (stepper === this.implicit) this.reviewImplicit(this.implicit);
    else if (!stepper.isStiff) return;
    else if (isFree && Radau.isAvailable && stepper.accepted >= this.notBefore) this.goImplicit();
    else if (!(isFree && Radau.isAvailable) && !this.hasWarned) {
      this.hasWarned = true;
      this.note(
        `stability, not the tolerance, limits the steps of ${stepper.method} (${this.describeLimit()}); ` +
          'method "radau" is made for stiff problems and may be much faster',
      );
    }
  }

  private goImplicit(): void {
    const { explicit } = this;
    this.implicit ??= new Radau(this.problem, this.limits);
    // Twelve evaluations a step, and three for its dense output.
    this.pace = explicit.h / 15;
    this.note(
      `${explicit.method} was limited by stability (${this.describeLimit()}), continued with ${this.implicit.method}`,
    );
    this.use(this.implicit);
    this.startTrial(this.implicit);
  }

  /** Whether the implicit method is worth what it costs; if it is not, the explicit one takes over for a while. */
  private reviewImplicit(implicit: Radau): void {
    const { trial } = this;
    if (implicit.accepted - trial.accepted < TRIAL) return;
    const pace = (implicit.t - trial.t) / (this.calcCost(implicit) - trial.cost);
    this.startTrial(implicit);
    if (pace >= this.pace) return;
    this.note(`${implicit.method} was no faster (${this.describeLimit()}), continued with ${this.explicit.method}`);
    this.use(this.explicit);
    this.notBefore = this.explicit.accepted + this.patience;
    this.patience *= 2;
  }

  private startTrial(implicit: Radau): void {
    this.trial = { t: implicit.t, cost: this.calcCost(implicit), accepted: implicit.accepted };
  }

  /** Evaluations, and the linear algebra in units of them: measured on chains of 5 to 50 rods. */
  private calcCost(implicit: Radau): number {
    const n = this.kernel.rateCount + this.kernel.stateCount;
    return implicit.evaluations * (1 + 0.02 * n) + implicit.factorizations * 0.008 * n * n;
  }

  private use(stepper: Stepper): void {
    stepper.continueFrom(this.stepper);
    this.stepper = stepper;
    if (!this.used.includes(stepper.method)) this.used.push(stepper.method);
  }

  private note(text: string): void {
    this.notes.push(`t = ${Number(this.stepper.t.toPrecision(6))} s: ${text}`);
  }

  private describeLimit(): string {
    const { limiting } = this.stepper;
    return limiting < 0 ? "nothing in particular" : this.kernel.describeState(limiting);
  }
}

/** For each coordinate that is a rate integrated the place of that rate; -1 for everything else. */
function findRates(kernel: Kernel): Int32Array {
  const rates = new Int32Array(kernel.size).fill(-1);
  for (const { coordinate, coordinateCount, rate, rateCount } of kernel.links) {
    // A free body has a position before its quaternion; a ball joint has a quaternion alone.
    const plain = coordinateCount === 7 ? 3 : coordinateCount === 1 && rateCount === 1 ? 1 : 0;
    for (let i = 0; i < plain; i++) rates[coordinate + i] = kernel.coordinateCount + rate + i;
  }
  return rates;
}
