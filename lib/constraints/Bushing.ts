import {
  checkNotNegative,
  checkOptions,
  checkVector3,
  ModelError,
  multiply,
  quaternionFromMatrix,
  rotate,
  rotateBack,
  transpose,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import { findDrawnPoint } from "./drawing.ts";
import { ForceElement } from "./ForceElement.ts";

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
  private readonly pointA: Vector3;
  private readonly pointB: Vector3;
  private readonly stiffness: Vector3;
  private readonly damping: Vector3;
  private readonly angularStiffness: Vector3;
  private readonly angularDamping: Vector3;
  /** `T_Aᵀ T_B` as drawn. */
  private readonly rest: number[];

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
    this.pointA = findDrawnPoint(this, "A", options.point, options.pointA, ["point", "pointA"]);
    this.pointB = findDrawnPoint(this, "B", options.point, options.pointB, ["point", "pointB"]);
    this.stiffness = this.checkTriple("stiffness", options.stiffness);
    this.damping = this.checkTriple("damping", options.damping);
    this.angularStiffness = this.checkTriple("angularStiffness", options.angularStiffness);
    this.angularDamping = this.checkTriple("angularDamping", options.angularDamping);
    this.rest = multiply(transpose(bodyA.drawn.T), bodyB.drawn.T);
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

  /** Displacement and rotation vector of B relative to A, in A's axes. */
  private findDeflection(): { x: number[]; turn: number[]; arm: number[] } {
    const { portA: a, portB: b } = this;
    const arm = rotate(b.T, this.pointB);
    const p = this.wrenchB.P;
    for (let i = 0; i < 3; i++) p[i] = b.r[i] + arm[i];
    const x = rotateBack(a.T, [p[0] - a.r[0], p[1] - a.r[1], p[2] - a.r[2]]).map((c, i) => c - this.pointA[i]);
    const q = quaternionFromMatrix(multiply(multiply(transpose(a.T), b.T), transpose(this.rest)));
    const sine = Math.hypot(q[1], q[2], q[3]);
    const factor = sine < 1e-8 ? 2 : (2 * Math.atan2(sine, q[0])) / sine;
    return { x, turn: [factor * q[1], factor * q[2], factor * q[3]], arm };
  }

  protected override calcWrench(): void {
    const { portA: a, portB: b } = this;
    const { x, turn, arm } = this.findDeflection();
    const { F, M, P } = this.wrenchB;
    const [dx, dy, dz] = [P[0] - a.r[0], P[1] - a.r[1], P[2] - a.r[2]];
    const slip = rotateBack(a.T, [
      b.v[0] + b.w[1] * arm[2] - b.w[2] * arm[1] - (a.v[0] + a.w[1] * dz - a.w[2] * dy),
      b.v[1] + b.w[2] * arm[0] - b.w[0] * arm[2] - (a.v[1] + a.w[2] * dx - a.w[0] * dz),
      b.v[2] + b.w[0] * arm[1] - b.w[1] * arm[0] - (a.v[2] + a.w[0] * dy - a.w[1] * dx),
    ]);
    const spin = rotateBack(a.T, [b.w[0] - a.w[0], b.w[1] - a.w[1], b.w[2] - a.w[2]]);
    const k = turn.map((c, i) => this.angularStiffness[i] * c);
    const [t0, t1, t2] = turn;
    const theta2 = t0 * t0 + t1 * t1 + t2 * t2;
    const theta = Math.sqrt(theta2);
    const g = theta < 1e-3 ? 1 / 12 + theta2 / 720 : 1 / theta2 - (1 + Math.cos(theta)) / (2 * theta * Math.sin(theta));
    const c = [t1 * k[2] - t2 * k[1], t2 * k[0] - t0 * k[2], t0 * k[1] - t1 * k[0]];
    const cc = [t1 * c[2] - t2 * c[1], t2 * c[0] - t0 * c[2], t0 * c[1] - t1 * c[0]];
    F.set(
      rotate(
        a.T,
        [0, 1, 2].map((i) => -this.stiffness[i] * x[i] - this.damping[i] * slip[i]),
      ),
    );
    M.set(
      rotate(
        a.T,
        [0, 1, 2].map((i) => -(k[i] + 0.5 * c[i] + g * cc[i]) - this.angularDamping[i] * spin[i]),
      ),
    );
  }

  override getPotentialEnergy(): number {
    const { x, turn } = this.findDeflection();
    let energy = 0;
    for (let i = 0; i < 3; i++) {
      energy += 0.5 * this.stiffness[i] * x[i] * x[i] + 0.5 * this.angularStiffness[i] * turn[i] * turn[i];
    }
    return energy;
  }
}
