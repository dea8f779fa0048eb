import {
  checkFunction,
  checkNotNegative,
  checkNumber,
  checkOptions,
  checkText,
  describe,
  explainThrown,
  ModelError,
  refusePromise,
  SHARED,
} from "../math/index.ts";
import { checkJet, nameJet } from "../rigidbody/checkJet.ts";
import type { Jet } from "../rigidbody/index.ts";

/** How one open scalar bond of a joint is closed, and where it starts. */
export interface ScalarBondOptions {
  /** Coordinate at the start, counted from the drawn pose (m or rad). */
  start?: number;
  /** Rate at the start (m/s or rad/s). */
  rate?: number;
  /** Spring: N/m or Nm/rad. */
  stiffness?: number;
  /** Damper: Ns/m or Nms/rad. */
  damping?: number;
  /** Coordinate at which the spring has no force. Default 0: the drawn pose. */
  rest?: number;
  /** Force or torque of B relative to A, positive when it drives the coordinate up. */
  effort?: (t: number, coordinate: number, rate: number) => number;
  /** Prescribed motion `t => [x, ẋ, ẍ]`: the bond is closed by a flow constraint, and the effort is a result. */
  motion?: Jet;
}

const SCALAR_OPTIONS = ["start", "rate", "stiffness", "damping", "rest", "effort", "motion"] as const;

/**
 * One open scalar bond of a joint, closed either by an effort constraint (spring, damper, given effort; zero by default)
 * or by a flow constraint (prescribed motion). The effort `τ` acts on B, its counterpart on A; the power into the
 * relative motion is `τ ẋ`. In the paper's signs `τ = −F` or `−M`.
 */
export class ScalarBond {
  private readonly label: string;
  private readonly effortName: string;
  readonly start: number;
  /** Whether the start was given, so that it has to be met. */
  readonly hasStart: boolean;
  readonly rate: number | undefined;
  readonly stiffness: number;
  readonly damping: number;
  readonly rest: number;
  readonly effort: ScalarBondOptions["effort"];
  readonly motion: Jet | undefined;
  /** Whether there is an effort to evaluate. */
  readonly hasEffort: boolean;

  /** `effortName`: what the effort is called in the options of the joint. */
  constructor(owner: string, what: string, options: ScalarBondOptions = {}, effortName = "effort") {
    checkText("ScalarBond", "its owner", owner);
    const label = checkText("ScalarBond", "its name", what) === "" ? owner : `${owner}, ${what}`;
    checkOptions(label, options, SCALAR_OPTIONS);
    this.label = label;
    this.effortName = effortName;
    this.start = checkNumber(label, "start", options.start ?? 0);
    this.hasStart = options.start !== undefined;
    this.rate = options.rate === undefined ? undefined : checkNumber(label, "rate", options.rate);
    this.stiffness = checkNotNegative(label, "stiffness", options.stiffness ?? 0);
    this.damping = checkNotNegative(label, "damping", options.damping ?? 0);
    this.rest = checkNumber(label, "rest", options.rest ?? 0);
    if (options.effort !== undefined) checkFunction(label, "effort", options.effort);
    this.effort = options.effort;
    this.hasEffort = this.stiffness !== 0 || this.damping !== 0 || this.effort !== undefined;
    if (options.motion !== undefined) {
      checkFunction(label, "motion", options.motion);
      if (options.start !== undefined || options.rate !== undefined || this.hasEffort) {
        throw new ModelError(
          `${label}: a prescribed motion is given together with ${this.hasEffort ? "an effort, spring or damper" : "start or rate"}; ` +
            "a bond is closed by one of the two: drop one of them",
        );
      }
      this.motion = nameJet(label, "motion", options.motion);
      this.motion(0);
    }
  }

  /** How messages call its effort: `RevoluteJoint "hinge": the torque`. */
  get effortLabel(): string {
    return `${this.label}: the ${this.effortName}`;
  }

  /** How it is closed, in a word. */
  get closure(): "motion" | "effort" | "free" {
    return this.motion ? "motion" : this.effort ? "effort" : "free";
  }

  /**
   * The effort at the coordinate in `coordinates[c]` and the rate in `rates[r]`, into `out[r]`; zero where the motion is
   * given. From place to place, because numbers that are handed over may need memory.
   */
  calcEffort(t: number, coordinates: Float64Array, c: number, rates: Float64Array, r: number, out: Float64Array): void {
    out[r] = 0;
    if (this.motion !== undefined) return;
    out[r] = -this.stiffness * (coordinates[c] - this.rest) - this.damping * rates[r];
    if (this.effort !== undefined) out[r] += this.callEffort(t, coordinates[c], rates[r]);
  }

  /** The effort that a function of the user's gives. */
  private callEffort(t: number, coordinate: number, rate: number): number {
    let own: unknown;
    try {
      own = this.effort?.(t, coordinate, rate);
    } catch (cause) {
      throw explainThrown(this.label, this.effortName, cause);
    }
    if (typeof own === "number") return own;
    refusePromise(this.label, this.effortName, own);
    throw new ModelError(
      `${this.label}: the ${this.effortName} is ${describe(own)} at t = ${t}, not a number; return a number`,
    );
  }

  getPotentialEnergy(coordinate: number): number {
    const stretch = coordinate - this.rest;
    return 0.5 * this.stiffness * stretch * stretch;
  }

  /** Refuses a prescribed motion that is not finite or whose derivatives do not fit. */
  checkMotion(owner: string, t: number): void {
    if (this.motion) checkJet(owner, "the prescribed motion", this.motion, t);
  }

  /** It holds a description only. */
  get [SHARED](): true {
    return true;
  }
}
