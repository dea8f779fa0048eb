import { baseFragment, type Fragment } from "../bondgraph/index.ts";
import {
  checkFunction,
  checkOptions,
  checkQuaternion,
  checkVector3,
  describe,
  explainThrown,
  ModelError,
  otherwise,
  type Quaternion,
  type QuaternionInput,
  refusePromise,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import type { ColliderSource, ShapeSource } from "../shape/index.ts";
import type { BaseMotion } from "./BaseMotion.ts";
import { Body } from "./Body.ts";
import type { Constants } from "./Constants.ts";
import { DIFFERENCE_STEPS, fits } from "./checkJet.ts";
import { KinematicPort } from "./KinematicPort.ts";

export interface GroundOptions {
  /** Origin of the base. Default: the world's origin. */
  position?: VectorInput;
  /** Quaternion from the base's axes to the world's, scalar first. */
  orientation?: QuaternionInput;
  /** A prescribed motion: `turning(…)`, `sliding(…)` or a function that fills a kinematic port. */
  motion?: BaseMotion;
  /** What it looks like, or a function that tells. Default: made of contacts and joints. */
  shapes?: ShapeSource;
  /** What others touch of it in a model with `Collisions`, or a function that tells. Default: nothing. */
  colliders?: ColliderSource;
}

/** A base body: at rest, or with a prescribed motion (a turntable, a belt, a shaker). It has no inertia. */
export class Ground extends Body {
  readonly position: Vector3;
  readonly orientation: Quaternion;
  readonly motion: BaseMotion | undefined;

  constructor(name = "ground", options: GroundOptions = {}) {
    super("Ground", name);
    const owner = `Ground "${name}"`;
    checkOptions(owner, options, ["position", "orientation", "motion", "shapes", "colliders"]);
    this.shapes = options.shapes;
    this.colliders = options.colliders;
    this.position = checkVector3(owner, "position", otherwise(options.position, [0, 0, 0]));
    this.orientation = checkQuaternion(owner, "orientation", otherwise(options.orientation, [1, 0, 0, 0]));
    this.referencePose.set({ position: this.position, orientation: this.orientation });
    if (options.motion !== undefined) {
      if (options.position !== undefined) {
        throw new ModelError(
          `${owner}: a motion is given together with a position; put it into the motion: turning({ axis, angle, position })`,
        );
      }
      checkFunction(owner, "motion", options.motion);
      this.motion = options.motion;
      this.calcMotion(0, this.referencePose);
      this.checkAnswer(options.motion);
    }
  }

  override get constants(): Constants {
    return { position: this.position, orientation: this.orientation, motion: this.motion !== undefined };
  }

  /** The state of the base at time `t` into `out`. */
  calcMotion(t: number, out: KinematicPort): void {
    if (!this.motion) return;
    let answer: unknown;
    try {
      answer = this.motion(t, out);
    } catch (cause) {
      throw this.explain(cause);
    }
    if (answer !== undefined) refusePromise(this.label, "motion", answer);
  }

  private get label(): string {
    return `Ground "${this.name}"`;
  }

  /** `turning` and `sliding` do not know whose motion they are. */
  private explain(cause: unknown): ModelError {
    if (!(cause instanceof ModelError)) return explainThrown(this.label, "motion", cause);
    return cause.message.startsWith(this.label)
      ? cause
      : new ModelError(`${this.label}: ${cause.message}`, { cause: cause.cause });
  }

  /** Refuses a motion that answers with something and writes nothing. */
  private checkAnswer(motion: BaseMotion): void {
    const rest = new Float64Array(24);
    new KinematicPort(rest).set({ orientation: [1, 0, 0, 0] });
    const answers = [0, 1].map((t) => {
      const memory = rest.slice();
      try {
        const answer: unknown = motion(t, new KinematicPort(memory));
        return memory.every((x, i) => x === rest[i]) ? answer : undefined;
      } catch {
        // It may not be defined there.
        return undefined;
      }
    });
    if (answers.includes(undefined)) return;
    throw new ModelError(
      `${this.label}: the motion answers with ${describe(answers[0])} and moves nothing; it has to write into the port that it is ` +
        "given: (t, out) => { out.r[0] = …; out.v[0] = …; out.a[0] = … }, or take turning(…) or sliding(…)",
    );
  }

  /** Refuses a motion whose velocities are not the derivatives of its positions, or that is not finite. */
  checkMotion(t: number): void {
    if (!this.motion) return;
    const misfits = DIFFERENCE_STEPS.map((step) => this.findMisfit(t, step));
    if (misfits.every((misfit) => misfit !== undefined)) throw new ModelError(misfits[misfits.length - 1]);
  }

  private findMisfit(t: number, step: number): string | undefined {
    const before = this.sample(t - step);
    const here = this.sample(t);
    const after = this.sample(t + step);
    const owner = this.label;
    for (const port of [before, here, after]) {
      for (const values of [port.r, port.T, port.v, port.w, port.a, port.e]) {
        if (values.every(Number.isFinite)) continue;
        throw new ModelError(
          `${owner}: the motion gives a number that is not finite near t = ${t}; check its formulas`,
        );
      }
    }
    const difference = (key: "r" | "v" | "w") => (i: number) => (after[key][i] - before[key][i]) / (2 * step);
    // Ṫ Tᵀ is the matrix of ω ×.
    const spin = (row: number, column: number) => {
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        sum += ((after.T[3 * row + k] - before.T[3 * row + k]) / (2 * step)) * here.T[3 * column + k];
      }
      return sum;
    };
    for (const [what, rate, derivative] of [
      ["velocity", here.v, difference("r")],
      ["acceleration", here.a, difference("v")],
      ["angular acceleration", here.e, difference("w")],
      ["angular velocity", here.w, (i: number) => [spin(2, 1), spin(0, 2), spin(1, 0)][i]],
    ] as const) {
      for (let i = 0; i < 3; i++) {
        const quotient = derivative(i);
        if (fits(rate[i], quotient)) continue;
        return (
          `${owner}: ${what} component ${i} is ${rate[i]} at t = ${t}, but a difference quotient gives ` +
          `${Number(quotient.toPrecision(6))}; the motion has to fill r, T, v, w, a and e so that they fit one another`
        );
      }
    }
    return undefined;
  }

  private sample(t: number): KinematicPort {
    const port = KinematicPort.of({ position: this.position, orientation: this.orientation });
    this.calcMotion(t, port);
    return port;
  }

  /** The base's part of the bond graph: a 1-junction whose twist is given by a flow source. */
  bondGraph(wrench?: (out: Float64Array) => void): Fragment {
    const twist = (out: Float64Array) => {
      out.set(this.kinematics.v);
      out.set(this.kinematics.w, 3);
    };
    return baseFragment(this.name, {
      moving: this.motion !== undefined,
      signals: { twist, ...(wrench && { wrench }) },
    });
  }
}
