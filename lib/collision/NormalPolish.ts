import { calcCurvature } from "./calcCurvature.ts";
import { type MinkowskiDifference, STRIDE } from "./MinkowskiDifference.ts";

const STEPS = 12;
/** The longest turn of the normal in one step, rad. */
const LONGEST = 0.3;

/*
 * With the support function H of the Minkowski difference and its farthest point w(n) = ∇H(n), the signed distance is the
 * largest value of −H over all unit vectors n. There w is along n: the part of w across n is zero. When n turns by δ, that
 * part changes by (∇²H − H) δ, seen in the plane across n; so much for Newton's method.
 */
/** Newton's method for the normal of smooth shapes, from a normal that is nearly right. */
export class NormalPolish {
  /** Unit vector, from A to B: the start, then the solution. */
  readonly normal = new Float64Array(3);
  /** The farthest point along it, as `calcSupport` writes it. */
  readonly point = new Float64Array(STRIDE);
  /** `H` of the normal: less the distance. */
  value = 0;
  /** Length of the part of the point across the normal: zero at the solution. */
  residual = 0;
  private readonly difference: MinkowskiDifference;
  private readonly own = new Float64Array(3);
  private readonly ofA = new Float64Array(6);
  private readonly ofB = new Float64Array(6);
  private readonly last = new Float64Array(3);
  private readonly u = new Float64Array(3);
  private readonly v = new Float64Array(3);
  private readonly ub = new Float64Array(3);
  private readonly vb = new Float64Array(3);

  constructor(difference: MinkowskiDifference) {
    this.difference = difference;
  }

  /** Improves `normal` as long as the residual falls. */
  run(scale: number): void {
    const { normal, last } = this;
    this.evaluate();
    for (let step = 0; step < STEPS && this.residual > 1e-16 * scale; step++) {
      const before = this.residual;
      for (let i = 0; i < 3; i++) last[i] = normal[i];
      if (!this.turn()) return;
      this.evaluate();
      if (this.residual < before) continue;
      for (let i = 0; i < 3; i++) normal[i] = last[i];
      this.evaluate();
      return;
    }
  }

  private evaluate(): void {
    const { difference, normal: n, point: w } = this;
    for (let i = 0; i < 3; i++) difference.direction[i] = n[i];
    difference.calcSupport(w, 0);
    this.value = n[0] * w[0] + n[1] * w[1] + n[2] * w[2];
    const x = w[0] - this.value * n[0];
    const y = w[1] - this.value * n[1];
    const z = w[2] - this.value * n[2];
    this.residual = Math.sqrt(x * x + y * y + z * z);
  }

  /** One step; false if the matrix has no inverse. */
  private turn(): boolean {
    const { normal: n, point: w, u, v, ub, vb, ofA, ofB, own } = this;
    const { a, b, R } = this.difference;
    calcCurvature(a, n, ofA);
    for (let i = 0; i < 3; i++) own[i] = -(R[i] * n[0] + R[3 + i] * n[1] + R[6 + i] * n[2]);
    calcCurvature(b, own, ofB);
    this.chooseTangents();
    let uu = multiply(ofA, u, u) - this.value;
    let vv = multiply(ofA, v, v) - this.value;
    let uv = multiply(ofA, u, v);
    // Tangents in B's axes; −n turns with n, and the sign cancels.
    for (let i = 0; i < 3; i++) {
      ub[i] = R[i] * u[0] + R[3 + i] * u[1] + R[6 + i] * u[2];
      vb[i] = R[i] * v[0] + R[3 + i] * v[1] + R[6 + i] * v[2];
    }
    uu += multiply(ofB, ub, ub);
    vv += multiply(ofB, vb, vb);
    uv += multiply(ofB, ub, vb);
    const ru = w[0] * u[0] + w[1] * u[1] + w[2] * u[2];
    const rv = w[0] * v[0] + w[1] * v[1] + w[2] * v[2];
    const det = uu * vv - uv * uv;
    let x = (rv * uv - ru * vv) / det;
    let y = (ru * uv - rv * uu) / det;
    const length = Math.sqrt(x * x + y * y);
    if (!(length < 1e6)) return false;
    const part = length > LONGEST ? LONGEST / length : 1;
    x *= part;
    y *= part;
    const k = 1 / Math.sqrt(1 + x * x + y * y);
    for (let i = 0; i < 3; i++) n[i] = k * (n[i] + x * u[i] + y * v[i]);
    return true;
  }

  /** Two unit vectors across the normal and each other [Duff]. */
  private chooseTangents(): void {
    const { normal: n, u, v } = this;
    const sign = n[2] < 0 ? -1 : 1;
    const a = -1 / (sign + n[2]);
    const b = n[0] * n[1] * a;
    u[0] = 1 + sign * n[0] * n[0] * a;
    u[1] = sign * b;
    u[2] = -sign * n[0];
    v[0] = b;
    v[1] = sign + n[1] * n[1] * a;
    v[2] = -n[1];
  }
}

/** `pᵀ M q` of a symmetric matrix `[xx, yy, zz, xy, xz, yz]`. */
const multiply = (m: Float64Array, p: Float64Array, q: Float64Array): number =>
  m[0] * p[0] * q[0] +
  m[1] * p[1] * q[1] +
  m[2] * p[2] * q[2] +
  m[3] * (p[0] * q[1] + p[1] * q[0]) +
  m[4] * (p[0] * q[2] + p[2] * q[0]) +
  m[5] * (p[1] * q[2] + p[2] * q[1]);
