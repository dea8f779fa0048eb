import type { Vector3 } from "../../math/index.ts";
import { Plane } from "../../tracking/index.ts";
import { writePointRow } from "../pointRow.ts";
import { ContactTracking } from "./ContactTracking.ts";
import type { Unilateral } from "./Unilateral.ts";

/**
 * Stage 2 of a contact: gap, normal, relative velocity and acceleration at the tracked point.
 *
 * Position: `g = (r_PB − r_PA)·n`. Let `P` be the point in the middle of the two (they coincide while rigid bodies
 * touch), or on the plane, if one of them is a plane: feet that sink into a floor by different depths then stick in one plane,
 * and a body on springs may tilt. Velocity of B's material relative to A's there: `v = v_B(P) − v_A(P)`, and `ġ = v·n`. Acceleration: the material at a
 * point that moves with `Ṗ` has `d/dt v_α(P) = a_Oα + [ε_α, r_P − r_Oα] + [ω_α, Ṗ − v_Oα]` with the velocity of the
 * **tracked** point, so `d/dt (v·n) = 0` reads `J A = −n·([ω_B, Ṗ − v_OB] − [ω_A, Ṗ − v_OA]) − ṅ·v`. The tangential rows are
 * the same with `t`, and `ṫ·v = −(v·n) ṅ·t` while there is no slip: compliant bodies approach each other, and the normal
 * turns. Wrench of a row: a unit force along its direction on B at `P`, the opposite on A.
 */
export class ContactKinematics extends ContactTracking {
  /** The point at which the force acts, world axes. */
  readonly point = new Float64Array(3);
  /** Arms to P from A's and B's centre of mass, velocity of B relative to A, `[ω_B, Ṗ − v_B] − [ω_A, Ṗ − v_A]`. */
  private readonly vectors = new Float64Array(12);

  /** What part of the way from B's tracked point to A's `P` lies. */
  private readonly partA: number;

  constructor(...args: ConstructorParameters<typeof ContactTracking>) {
    super(...args);
    const [a, b] = [this.frameA, this.frameB].map(({ surface }) => surface instanceof Plane);
    this.partA = a === b ? 0.5 : a ? 1 : 0;
  }

  /** Measures at the poses in the ports, and fills the rows of a contact, its tangents and its slip. */
  measure(contact: Unilateral): void {
    this.track();
    this.calcVectors();
    const { normal, normalRate } = this.tracker;
    const { vectors: u } = this;
    const { jacobian, accelerationTargets, tangents, slip, tangentCount } = contact;
    if (tangentCount > 0) this.calcTangents(contact.friction.axis, tangents);
    const approach = this.getGapRate();
    let row = 0;
    if (contact.hasNormalRow) {
      this.writeRow(jacobian, accelerationTargets, 0, normal, 0);
      accelerationTargets[0] -= normalRate[0] * u[6] + normalRate[1] * u[7] + normalRate[2] * u[8];
      row = 1;
    }
    for (let i = 0; i < tangentCount; i++) {
      const o = 3 * i;
      this.writeRow(jacobian, accelerationTargets, row + i, tangents, o);
      accelerationTargets[row + i] +=
        approach * (normalRate[0] * tangents[o] + normalRate[1] * tangents[o + 1] + normalRate[2] * tangents[o + 2]);
      slip[i] = tangents[o] * u[6] + tangents[o + 1] * u[7] + tangents[o + 2] * u[8];
    }
  }

  /** `ġ` */
  getGapRate(): number {
    const { normal } = this.tracker;
    const { vectors: u } = this;
    return normal[0] * u[6] + normal[1] * u[7] + normal[2] * u[8];
  }

  /** Velocity of B's material relative to A's across the normal. */
  findSlip(): Vector3 {
    const { normal } = this.tracker;
    const { vectors: u } = this;
    const rate = this.getGapRate();
    return [u[6] - rate * normal[0], u[7] - rate * normal[1], u[8] - rate * normal[2]];
  }

  private calcVectors(): void {
    const { r: ra, v: va, w: wa } = this.owner.portA;
    const { r: rb, v: vb, w: wb } = this.owner.portB;
    const { result } = this.tracker;
    const { vectors: u, point, partA } = this;
    const partB = 1 - partA;
    for (let i = 0; i < 3; i++) {
      point[i] = partA * result[i] + partB * result[3 + i];
      u[i] = point[i] - ra[i];
      u[3 + i] = point[i] - rb[i];
    }
    u[6] = vb[0] - va[0] + wb[1] * u[5] - wb[2] * u[4] - wa[1] * u[2] + wa[2] * u[1];
    u[7] = vb[1] - va[1] + wb[2] * u[3] - wb[0] * u[5] - wa[2] * u[0] + wa[0] * u[2];
    u[8] = vb[2] - va[2] + wb[0] * u[4] - wb[1] * u[3] - wa[0] * u[1] + wa[1] * u[0];
    const x = partA * result[9] + partB * result[12];
    const y = partA * result[10] + partB * result[13];
    const z = partA * result[11] + partB * result[14];
    const bx = x - vb[0];
    const by = y - vb[1];
    const bz = z - vb[2];
    const ax = x - va[0];
    const ay = y - va[1];
    const az = z - va[2];
    u[9] = wb[1] * bz - wb[2] * by - wa[1] * az + wa[2] * ay;
    u[10] = wb[2] * bx - wb[0] * bz - wa[2] * ax + wa[0] * az;
    u[11] = wb[0] * by - wb[1] * bx - wa[0] * ay + wa[1] * ax;
  }

  /** Two unit vectors across the normal; the first as near as can be to the axis of the friction law. */
  private calcTangents(axis: ArrayLike<number> | undefined, t: Float64Array): void {
    const { normal: n } = this.tracker;
    let x: number;
    let y: number;
    let z: number;
    if (axis !== undefined) {
      const { T } = this.owner.portA;
      x = T[0] * axis[0] + T[1] * axis[1] + T[2] * axis[2];
      y = T[3] * axis[0] + T[4] * axis[1] + T[5] * axis[2];
      z = T[6] * axis[0] + T[7] * axis[1] + T[8] * axis[2];
    } else {
      const isX = Math.abs(n[0]) < 0.6;
      x = isX ? 1 : 0;
      y = isX ? 0 : 1;
      z = 0;
    }
    const along = x * n[0] + y * n[1] + z * n[2];
    x -= along * n[0];
    y -= along * n[1];
    z -= along * n[2];
    const factor = 1 / Math.sqrt(x * x + y * y + z * z);
    x *= factor;
    y *= factor;
    z *= factor;
    t[0] = x;
    t[1] = y;
    t[2] = z;
    t[3] = n[1] * z - n[2] * y;
    t[4] = n[2] * x - n[0] * z;
    t[5] = n[0] * y - n[1] * x;
  }

  /** The row of the direction at `d[o]`, and its acceleration target without the part of a turning direction. */
  private writeRow(jacobian: Float64Array, targets: Float64Array, row: number, d: Float64Array, o: number): void {
    const { vectors: u } = this;
    writePointRow(jacobian, 12 * row, d, o, u);
    targets[row] = -(d[o] * u[9] + d[o + 1] * u[10] + d[o + 2] * u[11]);
  }
}
