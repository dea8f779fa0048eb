import { calcCurvature } from "./calcCurvature.ts";
import { type MinkowskiDifference, STRIDE } from "./MinkowskiDifference.ts";

const STEPS = 15;
/** The longest turn of the normal in one step, rad. */
const LONGEST = 0.3;
/** Less curvature than this part of the scale is nothing but rounding. */
const STRAIGHT = 1e-9;
/** A share may be less than zero by this much: rounding. */
const LEAST_SHARE = -1e-9;

/*
 * With the support function H of the Minkowski difference the signed distance is the largest value of −H over all unit
 * vectors n. H is the largest of its branches h_k(n) = n·w_k(n). At the solution some of them are equal, n·w_k = H, and a mean
 * of their points is along n: Σ λ_k w_k = H n. When n turns by δ, across n, the values change by w_k·δ and the points by
 * ∇²h_k δ, and the direction they are compared with turns, too. Of one branch that is
 *     (∇²h − H) δ = −w across n,
 * of two the step has a part along c = w_1 − w_2 that makes the values equal, and one across it by the same equation with the
 * means of both; of three the values decide alone. Newton's method, quadratic where smooth parts, edges and faces meet.
 */
/** Finds the normal of two shapes to rounding from one that is nearly right, if it is known which branches meet there. */
export class NormalPolish {
  /** Unit vector, from A to B: the start, then the solution. */
  readonly normal = new Float64Array(3);
  /** Names of the branches that are equally far along it. */
  readonly names = new Int32Array(3);
  count = 0;
  /** `H` of the normal: less the distance. */
  value = Number.NaN;
  /** What is left of the equations, m. */
  residual = Number.NaN;
  /** How many steps the last run took. */
  steps = 0;
  /** Where on A the mean of the points comes from. */
  readonly pointA = new Float64Array(3);
  private readonly difference: MinkowskiDifference;
  private readonly points = new Float64Array(STRIDE * 3);
  private readonly shares = new Float64Array(3);
  private readonly last = new Float64Array(3);
  private readonly own = new Float64Array(3);
  private readonly u = new Float64Array(3);
  private readonly v = new Float64Array(3);
  private readonly ub = new Float64Array(3);
  private readonly vb = new Float64Array(3);
  private readonly curvature = new Float64Array(6);
  private readonly forms = new Float64Array(3);
  /** Parts of the points along u and v, and the values. */
  private readonly x = new Float64Array(3);
  private readonly y = new Float64Array(3);
  private readonly h = new Float64Array(3);
  /** The matrix of the mean, uu, uv, vv; the step. */
  private readonly matrix = new Float64Array(3);
  private readonly step = new Float64Array(2);

  constructor(difference: MinkowskiDifference) {
    this.difference = difference;
  }

  /** Begins with no branches, at a normal. */
  start(normal: Float64Array): void {
    for (let i = 0; i < 3; i++) this.normal[i] = normal[i];
    this.count = 0;
  }

  /** Adds a branch, if it is not there yet. */
  addBranch(name: number): void {
    for (let k = 0; k < this.count; k++) if (this.names[k] === name) return;
    if (this.count < 3) this.names[this.count++] = name;
  }

  /** Improves `normal` as long as the residual falls; whether a solution was found, and no other branch is farther. */
  run(): boolean {
    const { normal, last } = this;
    const { scale } = this.difference;
    let isSound = this.evaluate();
    for (this.steps = 0; this.steps < STEPS && isSound && this.residual > 1e-16 * scale; this.steps++) {
      const before = this.residual;
      for (let i = 0; i < 3; i++) last[i] = normal[i];
      this.turn();
      isSound = this.evaluate();
      if (isSound && this.residual < before) continue;
      for (let i = 0; i < 3; i++) normal[i] = last[i];
      isSound = this.evaluate();
      break;
    }
    return isSound && this.residual <= 1e-12 * scale && this.isFarthest();
  }

  /** Values, points, shares and the next step; false if the equations have no solution. */
  private evaluate(): boolean {
    const { difference, normal: n, points: w, x, y, h, count, u, v, step } = this;
    for (let i = 0; i < 3; i++) difference.direction[i] = n[i];
    this.chooseTangents();
    for (let k = 0; k < count; k++) {
      difference.calcBranch(this.names[k], w, k);
      const i = STRIDE * k;
      h[k] = n[0] * w[i] + n[1] * w[i + 1] + n[2] * w[i + 2];
      x[k] = u[0] * w[i] + u[1] * w[i + 1] + u[2] * w[i + 2];
      y[k] = v[0] * w[i] + v[1] * w[i + 1] + v[2] * w[i + 2];
    }
    if (count === 3) this.solveThree();
    else if (count === 2) this.solveTwo();
    else this.solveOne();
    return Number.isFinite(step[0]) && Number.isFinite(step[1]);
  }

  private solveOne(): void {
    const { x, y, h, matrix: m, shares, step } = this;
    shares[0] = 1;
    this.value = h[0];
    this.calcMatrix();
    // By eigenvectors, so that directions in which nothing changes, about a common axis, are left alone.
    const mean = 0.5 * (m[0] + m[2]);
    const half = 0.5 * (m[0] - m[2]);
    const radius = Math.sqrt(half * half + m[1] * m[1]);
    const angle = 0.5 * Math.atan2(m[1], half);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const least = STRAIGHT * this.difference.scale;
    const first = Math.abs(mean + radius) > least ? -(c * x[0] + s * y[0]) / (mean + radius) : 0;
    const second = Math.abs(mean - radius) > least ? (s * x[0] - c * y[0]) / (mean - radius) : 0;
    step[0] = c * first - s * second;
    step[1] = s * first + c * second;
    this.residual = Math.sqrt(x[0] * x[0] + y[0] * y[0]);
  }

  private solveTwo(): void {
    const { x, y, h, matrix: m, shares, step } = this;
    const cx = x[0] - x[1];
    const cy = y[0] - y[1];
    const cc = cx * cx + cy * cy;
    shares[0] = -(cx * x[1] + cy * y[1]) / cc;
    shares[1] = 1 - shares[0];
    this.value = shares[0] * h[0] + shares[1] * h[1];
    this.calcMatrix();
    const along = -(h[0] - h[1]) / cc;
    // Across c, a quarter turn on: (−cy, cx).
    const rest = -cy * (shares[0] * x[0] + shares[1] * x[1]) + cx * (shares[0] * y[0] + shares[1] * y[1]);
    const bent = along * (-cy * (m[0] * cx + m[1] * cy) + cx * (m[1] * cx + m[2] * cy));
    const curvature = (m[0] * cy * cy - 2 * m[1] * cx * cy + m[2] * cx * cx) / cc;
    const isCurved = Math.abs(curvature) > STRAIGHT * this.difference.scale;
    const across = isCurved ? -(rest + bent) / (cc * curvature) : 0;
    step[0] = along * cx - across * cy;
    step[1] = along * cy + across * cx;
    this.residual = Math.abs(h[0] - h[1]) + Math.abs(rest) / Math.sqrt(cc);
  }

  private solveThree(): void {
    const { x, y, h, shares, step } = this;
    const ax = x[0] - x[1];
    const ay = y[0] - y[1];
    const bx = x[0] - x[2];
    const by = y[0] - y[2];
    const det = ax * by - ay * bx;
    const g = h[1] - h[0];
    const f = h[2] - h[0];
    step[0] = (g * by - f * ay) / det;
    step[1] = (f * ax - g * bx) / det;
    // Points p_0 − λ_1 a − λ_2 b = 0 across n.
    shares[1] = (x[0] * by - y[0] * bx) / det;
    shares[2] = (y[0] * ax - x[0] * ay) / det;
    shares[0] = 1 - shares[1] - shares[2];
    this.value = shares[0] * h[0] + shares[1] * h[1] + shares[2] * h[2];
    this.residual = Math.abs(g) + Math.abs(f);
  }

  /** Second derivatives of the mean of the branches along the tangents, less the value. */
  private calcMatrix(): void {
    const { normal: n, u, v, ub, vb, own, curvature, forms, matrix: m, difference, names, shares } = this;
    const { a, b, R, countB } = difference;
    m[0] = m[2] = -this.value;
    m[1] = 0;
    for (let i = 0; i < 3; i++) {
      // Seen from B the direction is −n, and the tangents keep their sign: it cancels.
      own[i] = -(R[i] * n[0] + R[3 + i] * n[1] + R[6 + i] * n[2]);
      ub[i] = R[i] * u[0] + R[3 + i] * u[1] + R[6 + i] * u[2];
      vb[i] = R[i] * v[0] + R[3 + i] * v[1] + R[6 + i] * v[2];
    }
    for (let k = 0; k < this.count; k++) {
      calcCurvature(a, (names[k] / countB) | 0, n, curvature);
      calcForms(curvature, u, v, forms);
      for (let i = 0; i < 3; i++) m[i] += shares[k] * forms[i];
      calcCurvature(b, names[k] % countB, own, curvature);
      calcForms(curvature, ub, vb, forms);
      for (let i = 0; i < 3; i++) m[i] += shares[k] * forms[i];
    }
  }

  private turn(): void {
    const { normal: n, u, v, step } = this;
    const length = Math.sqrt(step[0] * step[0] + step[1] * step[1]);
    const part = length > LONGEST ? LONGEST / length : 1;
    const x = part * step[0];
    const y = part * step[1];
    const k = 1 / Math.sqrt(1 + x * x + y * y);
    for (let i = 0; i < 3; i++) n[i] = k * (n[i] + x * u[i] + y * v[i]);
  }

  /** Whether the branches are the farthest ones, and the mean is one of points between them. */
  private isFarthest(): boolean {
    const { difference, normal: n, points: w, shares } = this;
    for (let k = 0; k < this.count; k++) if (!(shares[k] >= LEAST_SHARE)) return false;
    this.calcPointA();
    for (let i = 0; i < 3; i++) difference.direction[i] = n[i];
    difference.calcSupport(w, 0);
    return n[0] * w[0] + n[1] * w[1] + n[2] * w[2] <= this.value + 1e-14 * difference.scale;
  }

  private calcPointA(): void {
    const { pointA, points, shares } = this;
    for (let i = 0; i < 3; i++) {
      pointA[i] = 0;
      for (let k = 0; k < this.count; k++) pointA[i] += shares[k] * points[STRIDE * k + 3 + i];
    }
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

/** `uᵀ M u`, `uᵀ M v`, `vᵀ M v` of a symmetric matrix `[xx, yy, zz, xy, xz, yz]`. */
function calcForms(m: Float64Array, u: Float64Array, v: Float64Array, out: Float64Array): void {
  const ux = m[0] * u[0] + m[3] * u[1] + m[4] * u[2];
  const uy = m[3] * u[0] + m[1] * u[1] + m[5] * u[2];
  const uz = m[4] * u[0] + m[5] * u[1] + m[2] * u[2];
  const vx = m[0] * v[0] + m[3] * v[1] + m[4] * v[2];
  const vy = m[3] * v[0] + m[1] * v[1] + m[5] * v[2];
  const vz = m[4] * v[0] + m[5] * v[1] + m[2] * v[2];
  out[0] = ux * u[0] + uy * u[1] + uz * u[2];
  out[1] = ux * v[0] + uy * v[1] + uz * v[2];
  out[2] = vx * v[0] + vy * v[1] + vz * v[2];
}
