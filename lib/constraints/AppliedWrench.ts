import {
  callGiven,
  checkOptions,
  checkVector3,
  describe,
  explainThrown,
  ModelError,
  refusePromise,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import type { Body, Constants } from "../rigidbody/index.ts";
import { ForceElement } from "./ForceElement.ts";
import { findReferencePoint } from "./referencePose.ts";

/** A force or torque: constant, or a function of time that returns one. */
export type VectorLaw = VectorInput | ((t: number) => VectorInput);

export interface AppliedWrenchOptions {
  /** Force on B, N. */
  force?: VectorLaw;
  /** Torque on B, Nm. */
  torque?: VectorLaw;
  /** Where the force acts: as drawn, in world coordinates … */
  point?: VectorInput;
  /** … or in B's axes from its centre of mass. Default: the centre of mass. */
  pointB?: VectorInput;
  /** Axes in which force and torque are given: the world's (default), A's or B's. */
  axes?: "world" | "A" | "B";
}

/** A given wrench on B; its counterpart acts on A (usually the ground). */
export class AppliedWrench extends ForceElement {
  private readonly force: VectorLaw;
  private readonly torque: VectorLaw;
  private readonly pointB: Vector3;
  private readonly axes: "world" | "A" | "B";

  constructor(name: string, bodyA: Body, bodyB: Body, options: AppliedWrenchOptions = {}) {
    super(name, bodyA, bodyB);
    checkOptions(this.label, options, ["force", "torque", "point", "pointB", "axes"]);
    if (options.force === undefined && options.torque === undefined) {
      throw new ModelError(
        `${this.label}: neither force nor torque is given; give { force: [x, y, z] } or { torque: … }`,
      );
    }
    this.force = this.checkLaw("force", options.force);
    this.torque = this.checkLaw("torque", options.torque);
    this.pointB = findReferencePoint(this, "B", options.point, options.pointB, ["point", "pointB"]);
    this.axes = options.axes ?? "world";
    if (!["world", "A", "B"].includes(this.axes)) {
      throw new ModelError(`${this.label}: axes are ${describe(options.axes)}; give "world", "A" or "B"`);
    }
  }

  override get constants(): Constants {
    const [force, torque] = [this.force, this.torque].map((law) => (typeof law === "function" ? "given" : law));
    return { force, torque, pointB: this.pointB, axes: this.axes };
  }

  private checkLaw(what: string, law: VectorLaw | undefined): VectorLaw {
    if (law === undefined) return [0, 0, 0];
    if (Array.isArray(law) || ArrayBuffer.isView(law)) return checkVector3(this.label, what, law);
    if (typeof law !== "function") {
      throw new ModelError(
        `${this.label}: ${what} is ${describe(law)}; give three numbers [x, y, z], or a function of time that returns them`,
      );
    }
    checkVector3(
      this.label,
      `${what}(0)`,
      callGiven(this.label, what, () => law(0)),
    );
    return law;
  }

  private readLaw(what: string, law: (t: number) => VectorInput, t: number): VectorInput {
    let value: VectorInput | undefined;
    try {
      value = law(t);
    } catch (cause) {
      throw explainThrown(this.label, what, cause);
    }
    if (value?.length === 3) return value;
    refusePromise(this.label, what, value);
    throw new ModelError(
      `${this.label}: the ${what} is ${describe(value)} at t = ${t}; return three numbers [x, y, z]`,
    );
  }

  protected override calcWrench(t: number): void {
    const { F, M, P } = this.wrenchB;
    const { r, T } = this.portB;
    const f = typeof this.force === "function" ? this.readLaw("force", this.force, t) : this.force;
    const m = typeof this.torque === "function" ? this.readLaw("torque", this.torque, t) : this.torque;
    const x = this.pointB[0];
    const y = this.pointB[1];
    const z = this.pointB[2];
    const R = this.axes === "A" ? this.portA.T : T;
    for (let i = 0; i < 3; i++) {
      P[i] = r[i] + T[3 * i] * x + T[3 * i + 1] * y + T[3 * i + 2] * z;
      if (this.axes === "world") {
        F[i] = f[i];
        M[i] = m[i];
      } else {
        F[i] = R[3 * i] * f[0] + R[3 * i + 1] * f[1] + R[3 * i + 2] * f[2];
        M[i] = R[3 * i] * m[0] + R[3 * i + 1] * m[1] + R[3 * i + 2] * m[2];
      }
    }
  }
}
