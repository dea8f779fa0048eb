import { RowConstraint } from "../constraints/index.ts";
import { checkDirection, checkOptions, otherwise, type VectorInput } from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";

export interface ServoConstraintOptions {
  /** Normal of the wheel, in the axes of B. Default: `[0, 0, 1]`. */
  axis?: VectorInput;
  /** Normal of the floor, in the axes of A. Default: `[0, 1, 0]`. */
  normal?: VectorInput;
}

/**
 * Keeps a wheel B upright on a base A by a torque: one row, with `k` the wheel's normal and `n` the floor's.
 *
 * Position `k·n = 0`; velocity `(ω_B − ω_A)·(k × n) = 0`; acceleration
 * `(ε_B − ε_A)·(k × n) = −(ω_B − ω_A)·([ω_B, k] × n + k × [ω_A, n])`.
 * Wrench: the torque `λ (k × n)` on B, along the horizontal line in the plane of the wheel; its counterpart acts on A.
 */
export class ServoConstraint extends RowConstraint {
  private readonly directions: Float64Array;
  /** k (0–2), n (3–5) in world axes. */
  private readonly work = new Float64Array(6);

  constructor(name: string, bodyA: Body, bodyB: Body, options: ServoConstraintOptions = {}) {
    super(name, bodyA, bodyB, 1);
    checkOptions(this.label, options, ["axis", "normal"]);
    this.directions = Float64Array.of(
      ...checkDirection(this.label, "axis", otherwise(options.axis, [0, 0, 1])),
      ...checkDirection(this.label, "normal", otherwise(options.normal, [0, 1, 0])),
    );
  }

  private calcDirections(): void {
    const { work, directions: d } = this;
    const { T: B } = this.portB;
    const { T: A } = this.portA;
    for (let i = 0; i < 3; i++) {
      const j = 3 * i;
      work[i] = B[j] * d[0] + B[j + 1] * d[1] + B[j + 2] * d[2];
      work[3 + i] = A[j] * d[3] + A[j + 1] * d[4] + A[j + 2] * d[5];
    }
  }

  protected override calcRowTerms(): void {
    this.calcDirections();
    const { work, jacobian: J } = this;
    const { w: wA } = this.portA;
    const { w: wB } = this.portB;
    const k0 = work[0];
    const k1 = work[1];
    const k2 = work[2];
    const n0 = work[3];
    const n1 = work[4];
    const n2 = work[5];
    const l0 = k1 * n2 - k2 * n1;
    const l1 = k2 * n0 - k0 * n2;
    const l2 = k0 * n1 - k1 * n0;
    J[3] = -l0;
    J[4] = -l1;
    J[5] = -l2;
    J[9] = l0;
    J[10] = l1;
    J[11] = l2;
    const a0 = wB[1] * k2 - wB[2] * k1;
    const a1 = wB[2] * k0 - wB[0] * k2;
    const a2 = wB[0] * k1 - wB[1] * k0;
    const b0 = wA[1] * n2 - wA[2] * n1;
    const b1 = wA[2] * n0 - wA[0] * n2;
    const b2 = wA[0] * n1 - wA[1] * n0;
    this.accelerationTargets[0] = -(
      (wB[0] - wA[0]) * (a1 * n2 - a2 * n1 + k1 * b2 - k2 * b1) +
      (wB[1] - wA[1]) * (a2 * n0 - a0 * n2 + k2 * b0 - k0 * b2) +
      (wB[2] - wA[2]) * (a0 * n1 - a1 * n0 + k0 * b1 - k1 * b0)
    );
  }

  protected override calcPositionTerms(): void {
    const { work } = this;
    this.positionErrors[0] = work[0] * work[3] + work[1] * work[4] + work[2] * work[5];
  }
}
