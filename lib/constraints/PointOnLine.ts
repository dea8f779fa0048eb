import { checkOptions, cross, findPerpendicular, type Triple, type VectorInput } from "../math/index.ts";
import type { Body, Constants } from "../rigidbody/index.ts";
import { writePointRow } from "./pointRow.ts";
import { RowConstraint } from "./RowConstraint.ts";
import { findReferenceDirection, findReferencePoint } from "./referencePose.ts";

export interface PointOnLineOptions {
  /** The point of B, as drawn, in world coordinates … */
  point?: VectorInput;
  /** … or in B's axes. Default: B's centre. */
  pointB?: VectorInput;
  /** A point of the line, fixed in A, as drawn. Default: the point of B. */
  through?: VectorInput;
  /** The same in A's axes. */
  pointA?: VectorInput;
  /** Direction of the line, fixed in A, as drawn … */
  direction?: VectorInput;
  /** … or in A's axes. */
  directionA?: VectorInput;
}

/**
 * A point of B slides on a straight line of A (a pin in a slot, a bead on a wire): two rows.
 *
 * `d = r_PB − r_OA`, `e_i = T_A e_iA` (i = 1, 2) at right angles to the line. Position `e_i·(d − T_A p_A) = 0`; velocity
 * `e_i·(v_PB − v_OA − [ω_A, d]) = 0`; acceleration, by the Coriolis theorem,
 * `e_i·(a_PB − a_OA − [ε_A, d] − [ω_A, [ω_A, d]] − 2[ω_A, v_rel]) = 0`.
 * Wrench: `λ_i e_i` on B at `P_B`, the opposite on A at the same point.
 */
export class PointOnLine extends RowConstraint {
  /** In the axes of A and of B. */
  readonly pointA: Triple;
  readonly pointB: Triple;
  /** Across the line, in A's axes. */
  readonly normals: readonly [Triple, Triple];
  /** `d`, and the arm from B's centre to the point. */
  private readonly work = new Float64Array(6);
  private readonly direction = new Float64Array(3);

  constructor(name: string, bodyA: Body, bodyB: Body, options: PointOnLineOptions = {}) {
    super(name, bodyA, bodyB, 2);
    checkOptions(this.label, options, ["point", "pointB", "through", "pointA", "direction", "directionA"]);
    this.pointB = findReferencePoint(this, "B", options.point, options.pointB, ["point", "pointB"]);
    const { r, T } = bodyB.referencePose;
    const [x, y, z] = this.pointB;
    const drawn = [0, 1, 2].map((i) => r[i] + T[3 * i] * x + T[3 * i + 1] * y + T[3 * i + 2] * z);
    const through = options.pointA === undefined ? (options.through ?? (drawn as Triple)) : options.through;
    this.pointA = findReferencePoint(this, "A", through, options.pointA, ["through", "pointA"]);
    const along = findReferenceDirection(this, "A", options.direction, options.directionA, ["direction", "directionA"]);
    const first = findPerpendicular(along);
    this.normals = [first, cross(along, first)];
  }

  override get constants(): Constants {
    const [first, second] = this.normals;
    return { pointA: this.pointA, pointB: this.pointB, first, second };
  }

  private calcArms(): void {
    const { work, portA: a, portB: b, pointB: p } = this;
    for (let i = 0; i < 3; i++) {
      work[3 + i] = b.T[3 * i] * p[0] + b.T[3 * i + 1] * p[1] + b.T[3 * i + 2] * p[2];
      work[i] = b.r[i] + work[3 + i] - a.r[i];
    }
  }

  protected override calcRowTerms(): void {
    this.calcArms();
    const { portA, portB, direction } = this;
    const dx = this.work[0];
    const dy = this.work[1];
    const dz = this.work[2];
    const bx = this.work[3];
    const by = this.work[4];
    const bz = this.work[5];
    const p = portA.w[0];
    const q = portA.w[1];
    const r = portA.w[2];
    const f = portB.w[0];
    const g = portB.w[1];
    const h = portB.w[2];
    const T = portA.T;
    // [ω_B, arm], [ω_A, d], and the relative velocity
    const tx = g * bz - h * by;
    const ty = h * bx - f * bz;
    const tz = f * by - g * bx;
    const sx = q * dz - r * dy;
    const sy = r * dx - p * dz;
    const sz = p * dy - q * dx;
    const vx = portB.v[0] + tx - portA.v[0] - sx;
    const vy = portB.v[1] + ty - portA.v[1] - sy;
    const vz = portB.v[2] + tz - portA.v[2] - sz;
    const cx = g * tz - h * ty - (q * sz - r * sy) - 2 * (q * vz - r * vy);
    const cy = h * tx - f * tz - (r * sx - p * sz) - 2 * (r * vx - p * vz);
    const cz = f * ty - g * tx - (p * sy - q * sx) - 2 * (p * vy - q * vx);
    for (let row = 0; row < 2; row++) {
      const n = this.normals[row];
      const x = T[0] * n[0] + T[1] * n[1] + T[2] * n[2];
      const y = T[3] * n[0] + T[4] * n[1] + T[5] * n[2];
      const z = T[6] * n[0] + T[7] * n[1] + T[8] * n[2];
      direction[0] = x;
      direction[1] = y;
      direction[2] = z;
      writePointRow(this.jacobian, 12 * row, direction, 0, this.work);
      this.accelerationTargets[row] = -(x * cx + y * cy + z * cz);
    }
  }

  protected override calcPositionTerms(): void {
    this.calcArms();
    const { portA, pointA, work } = this;
    const T = portA.T;
    for (let row = 0; row < 2; row++) {
      const n = this.normals[row];
      let error = 0;
      for (let k = 0; k < 3; k++) {
        // component k of d in A's axes
        const inA = T[k] * work[0] + T[3 + k] * work[1] + T[6 + k] * work[2];
        error += n[k] * (inA - pointA[k]);
      }
      this.positionErrors[row] = error;
    }
  }

  protected override calcReactionPoint(out: Float64Array): void {
    for (let i = 0; i < 3; i++) out[i] = this.portB.r[i] + this.work[3 + i];
  }
}
