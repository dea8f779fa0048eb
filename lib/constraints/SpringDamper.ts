import {
  checkFunction,
  checkNotNegative,
  checkNumber,
  checkOptions,
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

export interface SpringDamperOptions {
  /** Ends as drawn, in world coordinates … */
  from?: VectorInput;
  to?: VectorInput;
  /** … or in body axes from the centre of mass (a base: from its origin). Default: the centres. */
  pointA?: VectorInput;
  pointB?: VectorInput;
  /** N/m */
  stiffness?: number;
  /** Ns/m */
  damping?: number;
  /** Length without force, m. Default: the drawn length. */
  restLength?: number;
  /** A force of one's own, positive when it pushes the ends apart, N. Added to spring and damper. */
  force?: (t: number, length: number, rate: number) => number;
}

/**
 * A spring and a damper along the line between a point of A and a point of B.
 *
 * `d = r_PB − r_PA`, `l = |d|`, `u = d/l`, `l̇ = u·(v_PB − v_PA)`; the force on B is
 * `F_B = −(k (l − l0) + c l̇ − f(t, l, l̇)) u`, without a couple. The ends must not meet: the line then has no direction.
 */
export class SpringDamper extends ForceElement {
  readonly stiffness: number;
  readonly damping: number;
  readonly restLength: number;
  /** Ends in the axes of A and of B. */
  readonly pointA: Vector3;
  readonly pointB: Vector3;
  private readonly force: ((t: number, length: number, rate: number) => number) | undefined;
  /** Present length and its rate; in an array, where numbers are not put on the heap. */
  private readonly line = new Float64Array(2);

  constructor(name: string, bodyA: Body, bodyB: Body, options: SpringDamperOptions = {}) {
    super(name, bodyA, bodyB);
    checkOptions(this.label, options, [
      "from",
      "to",
      "pointA",
      "pointB",
      "stiffness",
      "damping",
      "restLength",
      "force",
    ]);
    this.stiffness = checkNotNegative(this.label, "stiffness", options.stiffness ?? 0);
    this.damping = checkNotNegative(this.label, "damping", options.damping ?? 0);
    this.pointA = findReferencePoint(this, "A", options.from, options.pointA, ["from", "pointA"]);
    this.pointB = findReferencePoint(this, "B", options.to, options.pointB, ["to", "pointB"]);
    if (options.stiffness === undefined && options.damping === undefined && options.force === undefined) {
      throw new ModelError(
        `${this.label}: neither stiffness, damping nor force is given, so it would do nothing; give one of them`,
      );
    }
    if (options.force !== undefined) checkFunction(this.label, "force", options.force);
    this.force = options.force;
    this.calcLine();
    if (this.length === 0) {
      throw new ModelError(
        `${this.label}: both ends are at the same point, so the line between them has no direction; ` +
          "give different points, or a Bushing if they are meant to coincide",
      );
    }
    this.restLength =
      options.restLength === undefined ? this.length : checkNumber(this.label, "restLength", options.restLength);
  }

  override get constants(): Constants {
    const { pointA, pointB, stiffness, damping, restLength } = this;
    return { pointA, pointB, stiffness, damping, restLength, force: this.force !== undefined };
  }

  /** Present length, m. */
  get length(): number {
    return this.line[0];
  }

  /** Its rate, m/s. */
  get rate(): number {
    return this.line[1];
  }

  /** Length and rate; the unit vector from A's end to B's to `wrenchB.F`, B's end to `wrenchB.P`. */
  private calcLine(): void {
    const { portA: a, portB: b, pointA, pointB } = this;
    const x = pointA[0];
    const y = pointA[1];
    const z = pointA[2];
    const ax = a.T[0] * x + a.T[1] * y + a.T[2] * z;
    const ay = a.T[3] * x + a.T[4] * y + a.T[5] * z;
    const az = a.T[6] * x + a.T[7] * y + a.T[8] * z;
    const p = pointB[0];
    const q = pointB[1];
    const s = pointB[2];
    const bx = b.T[0] * p + b.T[1] * q + b.T[2] * s;
    const by = b.T[3] * p + b.T[4] * q + b.T[5] * s;
    const bz = b.T[6] * p + b.T[7] * q + b.T[8] * s;
    const dx = b.r[0] + bx - a.r[0] - ax;
    const dy = b.r[1] + by - a.r[1] - ay;
    const dz = b.r[2] + bz - a.r[2] - az;
    const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const ux = dx / l;
    const uy = dy / l;
    const uz = dz / l;
    this.line[0] = l;
    this.line[1] =
      ux * (b.v[0] + b.w[1] * bz - b.w[2] * by - a.v[0] - a.w[1] * az + a.w[2] * ay) +
      uy * (b.v[1] + b.w[2] * bx - b.w[0] * bz - a.v[1] - a.w[2] * ax + a.w[0] * az) +
      uz * (b.v[2] + b.w[0] * by - b.w[1] * bx - a.v[2] - a.w[0] * ay + a.w[1] * ax);
    const { F, P } = this.wrenchB;
    F[0] = ux;
    F[1] = uy;
    F[2] = uz;
    P[0] = b.r[0] + bx;
    P[1] = b.r[1] + by;
    P[2] = b.r[2] + bz;
  }

  /** The force that a function of the user's gives; apart, because a catch beside the rest would need memory. */
  private callForce(t: number): number {
    let own: unknown;
    try {
      own = this.force?.(t, this.length, this.rate);
    } catch (cause) {
      throw explainThrown(this.label, "force", cause);
    }
    if (typeof own === "number") return own;
    refusePromise(this.label, "force", own);
    throw new ModelError(`${this.label}: the force is ${describe(own)} at t = ${t}, not a number; return a number`);
  }

  protected override calcWrench(t: number): void {
    this.calcLine();
    let push = -this.stiffness * (this.length - this.restLength) - this.damping * this.rate;
    if (this.force !== undefined) push += this.callForce(t);
    const { F } = this.wrenchB;
    F[0] *= push;
    F[1] *= push;
    F[2] *= push;
  }

  override getPotentialEnergy(): number {
    if (!this.isOn) return 0;
    this.calcLine();
    const stretch = this.length - this.restLength;
    return 0.5 * this.stiffness * stretch * stretch;
  }
}
