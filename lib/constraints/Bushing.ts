import {
  calcQuaternion,
  calcRelativeRotation,
  checkNotNegative,
  checkOptions,
  checkVector3,
  ModelError,
  multiply,
  transpose,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import type { Body, Constants } from "../rigidbody/index.ts";
import { ForceElement } from "./ForceElement.ts";
import { findReferencePoint } from "./referencePose.ts";

export interface BushingOptions {
  /** Where the bushing sits, as drawn, in world coordinates … */
  point?: VectorInput;
  /** … or its points in the axes of A and B. */
  pointA?: VectorInput;
  pointB?: VectorInput;
  /** N/m along A's axes; one number for all three. */
  stiffness?: number | VectorInput;
  /** Ns/m along A's axes. */
  damping?: number | VectorInput;
  /** Nm/rad about A's axes. */
  angularStiffness?: number | VectorInput;
  /** Nms/rad about A's axes. */
  angularDamping?: number | VectorInput;
}

const LAWS = ["stiffness", "damping", "angularStiffness", "angularDamping"] as const;

/**
 * An elastic bearing: springs and dampers along and about the three axes of A, without force as drawn.
 *
 * `x = T_Aᵀ(r_PB − r_PA)`, `φ` = rotation vector of `T_Aᵀ T_B` relative to the drawing. The force on B at `P_B` is
 * `−T_A (K x + C ẋ)` with `ẋ = T_Aᵀ (v_PB − v_A(P_B))`. The couple follows from the potential `½ φᵀ K_r φ` exactly, also
 * for large and unequal stiffness: with `κ = K_r φ` it is `−T_A (κ + ½ φ×κ + g φ×(φ×κ) + C_r ω_rel)`,
 * `g = 1/θ² − (1 + cos θ)/(2 θ sin θ)`, the transposed inverse of the rotation vector's Jacobian. Below half a turn.
 */
export class Bushing extends ForceElement {
  /** In the axes of A and of B. */
  readonly pointA: Vector3;
  readonly pointB: Vector3;
  private readonly stiffness: Vector3;
  private readonly damping: Vector3;
  private readonly angularStiffness: Vector3;
  private readonly angularDamping: Vector3;
  /** `T_Aᵀ T_B` as drawn. */
  private readonly rest: number[];
  private readonly x = new Float64Array(3);
  private readonly turn = new Float64Array(3);
  private readonly arm = new Float64Array(3);
  private readonly relative = new Float64Array(9);
  private readonly quaternion = new Float64Array(4);

  constructor(name: string, bodyA: Body, bodyB: Body, options: BushingOptions = {}) {
    super(name, bodyA, bodyB);
    checkOptions(this.label, options, ["point", "pointA", "pointB", ...LAWS]);
    if (options.point === undefined && (options.pointA === undefined || options.pointB === undefined)) {
      const given = options.pointA
        ? "pointA is given without pointB"
        : options.pointB
          ? "pointB is given without pointA"
          : "";
      throw new ModelError(
        `${this.label}: ${given || "no point is given"}; give point (world, as drawn), or pointA and pointB (body axes)`,
      );
    }
    if (LAWS.every((key) => options[key] === undefined)) {
      throw new ModelError(
        `${this.label}: none of ${LAWS.join(", ")} is given, so it would do nothing; give one of them`,
      );
    }
    this.pointA = findReferencePoint(this, "A", options.point, options.pointA, ["point", "pointA"]);
    this.pointB = findReferencePoint(this, "B", options.point, options.pointB, ["point", "pointB"]);
    this.stiffness = this.checkTriple("stiffness", options.stiffness);
    this.damping = this.checkTriple("damping", options.damping);
    this.angularStiffness = this.checkTriple("angularStiffness", options.angularStiffness);
    this.angularDamping = this.checkTriple("angularDamping", options.angularDamping);
    this.rest = multiply(transpose(bodyA.referencePose.T), bodyB.referencePose.T);
  }

  override get constants(): Constants {
    const { pointA, pointB, rest, stiffness, damping, angularStiffness, angularDamping } = this;
    return { pointA, pointB, rest, stiffness, damping, angularStiffness, angularDamping };
  }

  private checkTriple(what: string, value: number | VectorInput | undefined): Vector3 {
    if (value === undefined) return [0, 0, 0];
    if (typeof value === "number") {
      const k = checkNotNegative(this.label, what, value);
      return [k, k, k];
    }
    const triple = checkVector3(this.label, what, value);
    triple.forEach((k, i) => {
      checkNotNegative(this.label, `${what}[${i}]`, k);
    });
    return triple;
  }

  /** Fills `x`, `turn` (displacement and rotation vector of B relative to A, in A's axes), `arm` and the point. */
  private calcDeflection(): void {
    const { x, turn, arm, relative, quaternion: q, pointA, pointB } = this;
    const { r, T } = this.portA;
    const b = this.portB;
    const { P } = this.wrenchB;
    for (let i = 0; i < 3; i++) {
      arm[i] = b.T[3 * i] * pointB[0] + b.T[3 * i + 1] * pointB[1] + b.T[3 * i + 2] * pointB[2];
      P[i] = b.r[i] + arm[i];
    }
    for (let i = 0; i < 3; i++) {
      x[i] = T[i] * (P[0] - r[0]) + T[3 + i] * (P[1] - r[1]) + T[6 + i] * (P[2] - r[2]) - pointA[i];
    }
    calcRelativeRotation(T, b.T, this.rest, relative);
    q[0] = 1;
    q[1] = q[2] = q[3] = 0;
    calcQuaternion(relative, q);
    const sine = Math.sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const factor = sine < 1e-8 ? 2 : (2 * Math.atan2(sine, q[0])) / sine;
    for (let i = 0; i < 3; i++) turn[i] = factor * q[1 + i];
  }

  protected override calcWrench(): void {
    this.calcDeflection();
    const { portA: a, portB: b, x, turn, arm, angularStiffness } = this;
    const { F, M, P } = this.wrenchB;
    const dx = P[0] - a.r[0];
    const dy = P[1] - a.r[1];
    const dz = P[2] - a.r[2];
    // Velocity of B's point beyond A's material there, and relative angular velocity, both in world axes.
    const vx = b.v[0] + b.w[1] * arm[2] - b.w[2] * arm[1] - (a.v[0] + a.w[1] * dz - a.w[2] * dy);
    const vy = b.v[1] + b.w[2] * arm[0] - b.w[0] * arm[2] - (a.v[1] + a.w[2] * dx - a.w[0] * dz);
    const vz = b.v[2] + b.w[0] * arm[1] - b.w[1] * arm[0] - (a.v[2] + a.w[0] * dy - a.w[1] * dx);
    const wx = b.w[0] - a.w[0];
    const wy = b.w[1] - a.w[1];
    const wz = b.w[2] - a.w[2];
    const t0 = turn[0];
    const t1 = turn[1];
    const t2 = turn[2];
    const k0 = angularStiffness[0] * t0;
    const k1 = angularStiffness[1] * t1;
    const k2 = angularStiffness[2] * t2;
    const theta2 = t0 * t0 + t1 * t1 + t2 * t2;
    const theta = Math.sqrt(theta2);
    const g = theta < 1e-3 ? 1 / 12 + theta2 / 720 : 1 / theta2 - (1 + Math.cos(theta)) / (2 * theta * Math.sin(theta));
    // φ × κ, and the couple without damping
    const c0 = t1 * k2 - t2 * k1;
    const c1 = t2 * k0 - t0 * k2;
    const c2 = t0 * k1 - t1 * k0;
    const m0 = -(k0 + 0.5 * c0 + g * (t1 * c2 - t2 * c1));
    const m1 = -(k1 + 0.5 * c1 + g * (t2 * c0 - t0 * c2));
    const m2 = -(k2 + 0.5 * c2 + g * (t0 * c1 - t1 * c0));
    for (let i = 0; i < 3; i++) {
      const e0 = a.T[i];
      const e1 = a.T[3 + i];
      const e2 = a.T[6 + i];
      const force = -this.stiffness[i] * x[i] - this.damping[i] * (e0 * vx + e1 * vy + e2 * vz);
      const couple = (i === 0 ? m0 : i === 1 ? m1 : m2) - this.angularDamping[i] * (e0 * wx + e1 * wy + e2 * wz);
      F[0] += e0 * force;
      F[1] += e1 * force;
      F[2] += e2 * force;
      M[0] += e0 * couple;
      M[1] += e1 * couple;
      M[2] += e2 * couple;
    }
  }

  override getPotentialEnergy(): number {
    if (!this.isOn) return 0;
    this.calcDeflection();
    const { x, turn } = this;
    let energy = 0;
    for (let i = 0; i < 3; i++) {
      energy += 0.5 * this.stiffness[i] * x[i] * x[i] + 0.5 * this.angularStiffness[i] * turn[i] * turn[i];
    }
    return energy;
  }
}
