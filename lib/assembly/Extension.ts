import type { Constraint } from "../constraints/index.ts";
import type { OdeProblem, Stepper } from "../integrators/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { checkName } from "../math/index.ts";
import type { Body, PartOwner } from "../rigidbody/index.ts";

/** The motion of a model in a run. */
export interface ModelProblem extends OdeProblem {
  readonly kernel: Kernel;
}

/**
 * What a model has beside bodies and constraints, and what is about all of them, such as `Collisions`. It is added to a
 * system as they are. Each run has a copy of its own, in which bodies and constraints are those of the run.
 */
export abstract class Extension {
  readonly name: string;
  /** The system it belongs to. */
  owner: PartOwner | undefined;

  constructor(name: string) {
    this.name = checkName(new.target.name, name);
  }

  /** `Collisions "collisions"`: how messages call it. */
  get label(): string {
    return `${this.constructor.name} "${this.name}"`;
  }

  /** Looks at all parts of the model, each time that it is assembled anew, and refuses what cannot be. */
  abstract prepare(bodies: readonly Body[], constraints: readonly Constraint[]): void;

  /** Constraints that it acts with in runs that locate events, made anew for each assembly, after `prepare`. They come after those of the model. */
  createParts(): readonly Constraint[] {
    return [];
  }

  /** The time-stepping method for a run, with fixed steps of this size (s), of an extension that has one. */
  createTimeStepper?(problem: ModelProblem, step: number): Stepper;
}
