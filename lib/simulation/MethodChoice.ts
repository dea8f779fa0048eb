import {
  ClassicRungeKutta,
  DormandPrince5,
  DormandPrince853,
  type OdeProblem,
  Radau,
  type Stepper,
  type StepperOptions,
} from "../integrators/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { StiffnessReview } from "./StiffnessReview.ts";

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
  /** Called before each evaluation; throws where the run is to stop. */
  check?: (() => void) | undefined;
}

/** The method of a run: makes its stepper and, if that is left to it, changes it on the way. */
export class MethodChoice {
  /** The one in use. */
  stepper: Stepper;
  /** Vectors of dense output that serve every method the run may use. */
  readonly denseVectors: number;
  /** What happened, one sentence each. */
  readonly notes: string[] = [];

  private readonly kernel: Kernel;
  readonly problem: OdeProblem;
  private readonly limits: StepperOptions;
  private readonly used: string[];
  private readonly stiffness: StiffnessReview;

  constructor(kernel: Kernel, options: MethodOptions) {
    const { method, absolute, relative, step, maxStep, check } = options;
    this.kernel = kernel;
    this.problem = {
      size: kernel.size,
      calcDerivative: check
        ? (t, y, out) => {
            check();
            kernel.calcDerivative(t, y, out);
          }
        : (t, y, out) => kernel.calcDerivative(t, y, out),
      calcErrorScale: (y, out) => kernel.calcErrorScale(absolute, relative, y, out),
      rates: findRates(kernel),
    };
    this.limits = { maxStep };
    this.stepper = this.create(method, step);
    this.denseVectors = this.stepper.denseVectors;
    this.used = [this.stepper.method];
    const weight = kernel.rateCount + kernel.stateCount;
    this.stiffness = new StiffnessReview(this, { isFree: method === "auto", weight, limits: this.limits });
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
