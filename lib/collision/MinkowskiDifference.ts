import type { ConvexShape } from "./ConvexShape.ts";
import { calcBranch, countBranches, findSupport } from "./findSupport.ts";
import type { Pose } from "./Pose.ts";

/** Numbers of one point in the lists that `calcSupport` writes to: the point, and where on A it comes from. */
export const STRIDE = 6;

/**
 * All differences `a − b` of points of the cores of two shapes, in the axes of A. The shapes are as far apart as this set is
 * from the origin, and overlap where the origin is inside. Its farthest point in a direction is that of A less the one of B
 * in the opposite direction.
 */
export class MinkowskiDifference {
  readonly a: ConvexShape;
  readonly b: ConvexShape;
  /** From B's axes to A's axes, row by row, and the origin of B in A's axes. */
  readonly R = new Float64Array(9);
  readonly t = new Float64Array(3);
  /** What rounding errors are measured by, m. A field: numbers that are handed over may be put on the heap. */
  scale = Number.NaN;
  /** Where `calcSupport` looks, any length. */
  readonly direction = new Float64Array(3);
  /** Whether all points are differences of vertices, so that the names of their branches are theirs. */
  readonly isPolyhedral: boolean;
  /** Branches of B: a name is that of a branch of A times this, and that of B. */
  readonly countB: number;
  private readonly own = new Float64Array(3);
  private readonly pointA = new Float64Array(3);
  private readonly pointB = new Float64Array(3);
  private readonly reach: number;
  private hintA = 0;
  private hintB = 0;

  constructor(a: ConvexShape, b: ConvexShape) {
    this.a = a;
    this.b = b;
    this.reach = a.reach + b.reach;
    this.countB = countBranches(b);
    this.isPolyhedral = a.vertices.length > 0 && b.vertices.length > 0;
  }

  /** Searches for farthest points begin at the first vertices. */
  forget(): void {
    this.hintA = 0;
    this.hintB = 0;
  }

  setPoses(poseA: Pose, poseB: Pose): void {
    const { R, t } = this;
    const A = poseA.T;
    const B = poseB.T;
    const p = poseA.r;
    const q = poseB.r;
    const x = q[0] - p[0];
    const y = q[1] - p[1];
    const z = q[2] - p[2];
    for (let i = 0; i < 3; i++) {
      const a0 = A[i];
      const a1 = A[3 + i];
      const a2 = A[6 + i];
      t[i] = a0 * x + a1 * y + a2 * z;
      R[3 * i] = a0 * B[0] + a1 * B[3] + a2 * B[6];
      R[3 * i + 1] = a0 * B[1] + a1 * B[4] + a2 * B[7];
      R[3 * i + 2] = a0 * B[2] + a1 * B[5] + a2 * B[8];
    }
    this.scale = this.reach + Math.abs(t[0]) + Math.abs(t[1]) + Math.abs(t[2]);
  }

  /** From a point inside of A to one inside of B, the other way round: a point of the difference, into `out`. */
  calcCenter(out: Float64Array): void {
    const { R, t } = this;
    const p = this.a.center;
    const q = this.b.center;
    for (let i = 0; i < 3; i++) {
      out[i] = p[i] - t[i] - R[3 * i] * q[0] - R[3 * i + 1] * q[1] - R[3 * i + 2] * q[2];
    }
  }

  /** Writes the farthest point in `direction` as number `slot` of a list; returns the name of its branch. */
  calcSupport(points: Float64Array, slot: number): number {
    const { own, direction: d, pointA, pointB, R } = this;
    const ia = findSupport(this.a, d, this.hintA, pointA);
    own[0] = -(R[0] * d[0] + R[3] * d[1] + R[6] * d[2]);
    own[1] = -(R[1] * d[0] + R[4] * d[1] + R[7] * d[2]);
    own[2] = -(R[2] * d[0] + R[5] * d[1] + R[8] * d[2]);
    const ib = findSupport(this.b, own, this.hintB, pointB);
    this.subtract(points, slot);
    this.hintA = ia;
    this.hintB = ib;
    return ia * this.countB + ib;
  }

  /** Writes the point of a named branch in `direction`, where the shapes are now; vertices need no direction. */
  calcBranch(name: number, points: Float64Array, slot: number): void {
    const { own, direction: d, R } = this;
    if (!this.isPolyhedral) for (let i = 0; i < 3; i++) own[i] = -(R[i] * d[0] + R[3 + i] * d[1] + R[6 + i] * d[2]);
    calcBranch(this.a, (name / this.countB) | 0, d, this.pointA);
    calcBranch(this.b, name % this.countB, own, this.pointB);
    this.subtract(points, slot);
  }

  private subtract(points: Float64Array, slot: number): void {
    const { pointA: p, pointB: q, R, t } = this;
    const k = STRIDE * slot;
    points[k] = p[0] - (R[0] * q[0] + R[1] * q[1] + R[2] * q[2] + t[0]);
    points[k + 1] = p[1] - (R[3] * q[0] + R[4] * q[1] + R[5] * q[2] + t[1]);
    points[k + 2] = p[2] - (R[6] * q[0] + R[7] * q[1] + R[8] * q[2] + t[2]);
    points[k + 3] = p[0];
    points[k + 4] = p[1];
    points[k + 5] = p[2];
  }
}
