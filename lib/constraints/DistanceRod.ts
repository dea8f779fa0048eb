import {
  add,
  checkFunction,
  checkOptions,
  checkPositive,
  ModelError,
  norm,
  rotate,
  subtract,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import { checkJet, nameJet } from "../rigidbody/checkJet.ts";
import type { Body, Constants, Jet } from "../rigidbody/index.ts";
import { writePointRow } from "./pointRow.ts";
import { RowConstraint } from "./RowConstraint.ts";
import { findReferencePoint } from "./referencePose.ts";

export interface DistanceRodOptions {
  /** Ends as drawn, in world coordinates … */
  from?: VectorInput;
  to?: VectorInput;
  /** … or in body axes. Default: the centres. */
  pointA?: VectorInput;
  pointB?: VectorInput;
  /** Length, m; or a prescribed length `t => [l, l̇, l̈]` (a hydraulic cylinder). Default: the drawn length. */
  length?: number | Jet;
}

/**
 * A massless rod with a ball at each end: one row.
 *
 * `d = r_PB − r_PA`, `l = |d|`, `u = d/l`, `v = v_PB − v_PA`.
 * Position `l − L = 0`; velocity `u·v = L̇`; acceleration `u·(a_PB − a_PA) + (v² − (u·v)²)/l = L̈`.
 * Wrench: `λ u` on B at `P_B`, `−λ u` on A at `P_A`; `λ < 0` is tension.
 */
export class DistanceRod extends RowConstraint {
  /** Ends in the axes of A and of B. */
  readonly pointA: Vector3;
  readonly pointB: Vector3;
  /** `[l, l̇, l̈]` at a time. */
  readonly length: Jet;
  private readonly fixedLength: number | undefined;
  /** Arms from the centres to the ends, the line `d`, and its length. */
  private readonly work = new Float64Array(10);
  private readonly direction = new Float64Array(3);

  constructor(name: string, bodyA: Body, bodyB: Body, options: DistanceRodOptions = {}) {
    super(name, bodyA, bodyB, 1);
    checkOptions(this.label, options, ["from", "to", "pointA", "pointB", "length"]);
    this.pointA = findReferencePoint(this, "A", options.from, options.pointA, ["from", "pointA"]);
    this.pointB = findReferencePoint(this, "B", options.to, options.pointB, ["to", "pointB"]);
    const drawn = norm(
      subtract(
        add(bodyB.referencePose.r, rotate(bodyB.referencePose.T, this.pointB)),
        add(bodyA.referencePose.r, rotate(bodyA.referencePose.T, this.pointA)),
      ),
    );
    if (drawn === 0) {
      throw new ModelError(
        `${this.label}: both ends are at the same point as drawn, so the rod has no direction; ` +
          "give different points, or use a BallJoint to hold them together",
      );
    }
    if (typeof options.length === "function") {
      checkFunction(this.label, "length", options.length);
      this.length = nameJet(this.label, "the prescribed length", options.length);
    } else {
      const value = checkPositive(this.label, "length", options.length ?? drawn);
      this.fixedLength = value;
      const jet: readonly [number, number, number] = [value, 0, 0];
      this.length = () => jet;
    }
  }

  override get constants(): Constants {
    return { pointA: this.pointA, pointB: this.pointB, length: this.fixedLength ?? "given" };
  }

  override checkMotions(t: number): void {
    checkJet(this.label, "the prescribed length", this.length, t);
    const [length] = this.length(t);
    if (length > 0) return;
    throw new ModelError(
      `${this.label}: the prescribed length is ${length} at t = ${t}; give a length greater than zero`,
    );
  }

  private calcLine(): void {
    const { work, portA: a, portB: b, pointA: p, pointB: q } = this;
    let square = 0;
    for (let i = 0; i < 3; i++) {
      const j = 3 * i;
      work[i] = a.T[j] * p[0] + a.T[j + 1] * p[1] + a.T[j + 2] * p[2];
      work[3 + i] = b.T[j] * q[0] + b.T[j + 1] * q[1] + b.T[j + 2] * q[2];
      work[6 + i] = b.r[i] + work[3 + i] - a.r[i] - work[i];
      square += work[6 + i] * work[6 + i];
    }
    work[9] = Math.sqrt(square);
  }

  protected override calcRowTerms(t: number): void {
    this.calcLine();
    const { work, direction, portA, portB } = this;
    const ax = work[0];
    const ay = work[1];
    const az = work[2];
    const bx = work[3];
    const by = work[4];
    const bz = work[5];
    const l = work[9];
    const ux = work[6] / l;
    const uy = work[7] / l;
    const uz = work[8] / l;
    direction[0] = ux;
    direction[1] = uy;
    direction[2] = uz;
    writePointRow(this.jacobian, 0, direction, 0, work);
    const p = portA.w[0];
    const q = portA.w[1];
    const r = portA.w[2];
    const f = portB.w[0];
    const g = portB.w[1];
    const h = portB.w[2];
    // [ω, arm] of both ends
    const sx = q * az - r * ay;
    const sy = r * ax - p * az;
    const sz = p * ay - q * ax;
    const tx = g * bz - h * by;
    const ty = h * bx - f * bz;
    const tz = f * by - g * bx;
    const vx = portB.v[0] + tx - portA.v[0] - sx;
    const vy = portB.v[1] + ty - portA.v[1] - sy;
    const vz = portB.v[2] + tz - portA.v[2] - sz;
    const along = ux * vx + uy * vy + uz * vz;
    const jet = this.length(t);
    this.velocityTargets[0] = jet[1];
    this.accelerationTargets[0] =
      jet[2] -
      (vx * vx + vy * vy + vz * vz - along * along) / l -
      ux * (g * tz - h * ty - q * sz + r * sy) -
      uy * (h * tx - f * tz - r * sx + p * sz) -
      uz * (f * ty - g * tx - p * sy + q * sx);
  }

  protected override calcPositionTerms(t: number): void {
    this.calcLine();
    this.positionErrors[0] = this.work[9] - this.length(t)[0];
  }

  protected override calcReactionPoint(out: Float64Array): void {
    for (let i = 0; i < 3; i++) out[i] = this.portB.r[i] + this.work[3 + i];
  }
}
