import type { SurfaceFrame } from "../SurfaceFrame.ts";
import type { Curve } from "../surfaces/Curve.ts";

/** Below this part of what a straight curve on a round surface would have, the second derivative of the gap is none. */
const FLAT = 1e-9;

/*
 * All in the axes of the surface f = 0, with a = grad f and H its Hessian at P, and the curve c(s). The nearest points obey
 *
 *   c(s) − P − μ a = 0,   f = 0,   a·c′ = 0,
 *
 * the last one only between the ends. A Newton step and the rates have the same matrix; δ are changes relative to the
 * surface:
 *
 *   1)  (1 + μH) δP + a δμ − c′ δs = e      Newton: c − P − μa      rates: w, velocity of the curve's material there
 *   2)  a·δP = −f                                                          0
 *   3)  c′·H δP + a·c″ δs = −a·c′                                          −a·[Ω, c′]
 *
 * With t, b across a, δP = t x + b y − a f/|a|²; 1) along t and b is a system of two with the matrix 1 + d S, d = μ|a| the
 * gap, S the shape operator. Solved for e and for c′ it leaves 3) for δs; its factor is |a| times the second derivative of
 * the gap along the curve, n·c″ + c′·S (1 + d S)⁻¹ c′.
 */
export class CurveEquations {
  /** The unknowns: P (0–2) in the axes of the surface, μ (3), s (4). */
  readonly x = new Float64Array(5);
  readonly step = new Float64Array(5);
  /** The gap (0), the residual without dimension (1), the derivative of the gap by s (2). */
  readonly values = new Float64Array(3);
  /** c, c′, c″ in the axes of the surface. */
  readonly place = new Float64Array(9);
  /** P, c and the normal in the world. */
  readonly points = new Float64Array(9);
  /** Their velocities: of the points, not of the material. */
  readonly rates = new Float64Array(9);
  /** Whether s stays where it is. */
  isHeld = false;

  private readonly first: SurfaceFrame;
  private readonly second: SurfaceFrame;
  private readonly curve: Curve;
  private readonly size: number;
  private readonly own = new Float64Array(9);
  private readonly point = new Float64Array(3);
  private readonly s = new Float64Array(1);
  /** f, a, H as `Surface.calc` writes them. */
  private readonly at = new Float64Array(10);
  /** t (0–2), b (3–5), Ht (6–8), Hb (9–11), the matrix (12: tt, 13: tb, 14: bb) and its determinant (15). */
  private readonly frame = new Float64Array(16);
  /** Right side: e (0–2), of 2) (3) and of 3) (4). */
  private readonly right = new Float64Array(5);
  /** δP for the right side without δs (0–2), for c′ (3–5). */
  private readonly parts = new Float64Array(6);
  /** Second derivative of the gap (0), by what it is judged (1). */
  private readonly bend = new Float64Array(2);
  private readonly w = new Float64Array(6);

  constructor(first: SurfaceFrame, second: SurfaceFrame, curve: Curve, size: number) {
    this.first = first;
    this.second = second;
    this.curve = curve;
    this.size = size;
  }

  /** The curve at `s`, into `place`. */
  calcPlace(): void {
    const { own, place, x, s } = this;
    const { T: A, r: rA } = this.first;
    const { T: B, r: rB } = this.second;
    s[0] = x[4];
    this.curve.calcCurve(s, own);
    for (let k = 0; k < 9; k += 3) {
      const o = k === 0 ? 1 : 0;
      const u0 = o * (rB[0] - rA[0]) + B[0] * own[k] + B[1] * own[k + 1] + B[2] * own[k + 2];
      const u1 = o * (rB[1] - rA[1]) + B[3] * own[k] + B[4] * own[k + 1] + B[5] * own[k + 2];
      const u2 = o * (rB[2] - rA[2]) + B[6] * own[k] + B[7] * own[k + 1] + B[8] * own[k + 2];
      for (let i = 0; i < 3; i++) place[k + i] = A[i] * u0 + A[i + 3] * u1 + A[i + 6] * u2;
    }
  }

  /** Surface and curve at `x`, the gap and the residual. */
  evaluate(): void {
    const { x, at, place: c, values, point, right, size } = this;
    this.calcPlace();
    point[0] = x[0];
    point[1] = x[1];
    point[2] = x[2];
    this.first.surface.calc(point, at);
    const aa = at[1] * at[1] + at[2] * at[2] + at[3] * at[3];
    const length = Math.sqrt(aa);
    let square = (at[0] * at[0]) / aa;
    let slope = 0;
    let speed = 0;
    for (let i = 0; i < 3; i++) {
      right[i] = c[i] - x[i] - x[3] * at[1 + i];
      square += right[i] * right[i];
      slope += at[1 + i] * c[3 + i];
      speed += c[3 + i] * c[3 + i];
    }
    right[3] = -at[0];
    right[4] = -slope;
    values[0] = x[3] * length;
    values[2] = slope / length;
    const turn = this.isHeld || speed === 0 ? 0 : (slope * slope) / (aa * speed);
    values[1] = Math.sqrt(square / (size * size) + turn);
  }

  /** μ that fits P and the place on the curve. */
  fit(): void {
    const { x, at, place: c } = this;
    x[3] = 0;
    this.evaluate();
    const aa = at[1] * at[1] + at[2] * at[2] + at[3] * at[3];
    x[3] = ((c[0] - x[0]) * at[1] + (c[1] - x[1]) * at[2] + (c[2] - x[2]) * at[3]) / aa;
    this.evaluate();
  }

  /** The Newton step at `x`, evaluated there, into `step`. */
  solveNewton(): void {
    this.solve();
  }

  /** Whether the points are nearest: the foot that of the place, and, between the ends, the place the least along the curve. */
  isMinimum(): boolean {
    this.factor();
    const { frame: m, bend } = this;
    if (!(m[15] > 0 && m[12] + m[14] > 0)) return false;
    if (this.isHeld) return true;
    this.solveParts();
    return bend[0] > FLAT * bend[1];
  }

  /** Velocities of the points and of the normal, in world axes, into `rates`. */
  solveRates(): void {
    const { right, place: c, at, w, rates, step, points } = this;
    const { T: A, r: rA, v: vA, w: wA } = this.first;
    const { r: rB, v: vB, w: wB } = this.second;
    // Material at the curve's place, less that of the surface's axes there; and how the two turn relative to each other.
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const k = (i + 2) % 3;
      w[i] = vB[i] - vA[i];
      w[i] += wB[j] * (points[3 + k] - rB[k]) - wB[k] * (points[3 + j] - rB[j]);
      w[i] -= wA[j] * (points[3 + k] - rA[k]) - wA[k] * (points[3 + j] - rA[j]);
      w[3 + i] = wB[i] - wA[i];
    }
    for (let i = 0; i < 3; i++) right[i] = A[i] * w[0] + A[i + 3] * w[1] + A[i + 6] * w[2];
    const o0 = A[0] * w[3] + A[3] * w[4] + A[6] * w[5];
    const o1 = A[1] * w[3] + A[4] * w[4] + A[7] * w[5];
    const o2 = A[2] * w[3] + A[5] * w[4] + A[8] * w[5];
    right[3] = 0;
    right[4] = -(at[1] * (o1 * c[5] - o2 * c[4]) + at[2] * (o2 * c[3] - o0 * c[5]) + at[3] * (o0 * c[4] - o1 * c[3]));
    this.solve();
    const length = Math.sqrt(at[1] * at[1] + at[2] * at[2] + at[3] * at[3]);
    // H δP, across the normal.
    const h0 = at[4] * step[0] + at[7] * step[1] + at[8] * step[2];
    const h1 = at[7] * step[0] + at[5] * step[1] + at[9] * step[2];
    const h2 = at[8] * step[0] + at[9] * step[1] + at[6] * step[2];
    const along = (h0 * at[1] + h1 * at[2] + h2 * at[3]) / (length * length);
    const n0 = (h0 - along * at[1]) / length;
    const n1 = (h1 - along * at[2]) / length;
    const n2 = (h2 - along * at[3]) / length;
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const k = (i + 2) % 3;
      const r = 3 * i;
      rates[i] = vA[i] + wA[j] * (points[k] - rA[k]) - wA[k] * (points[j] - rA[j]);
      rates[i] += A[r] * step[0] + A[r + 1] * step[1] + A[r + 2] * step[2];
      rates[3 + i] = vB[i] + wB[j] * (points[3 + k] - rB[k]) - wB[k] * (points[3 + j] - rB[j]);
      rates[3 + i] += step[4] * (A[r] * c[3] + A[r + 1] * c[4] + A[r + 2] * c[5]);
      rates[6 + i] = wA[j] * points[6 + k] - wA[k] * points[6 + j];
      rates[6 + i] += A[r] * n0 + A[r + 1] * n1 + A[r + 2] * n2;
    }
  }

  /** The points and the normal of the surface in the world, into `points`. */
  write(): void {
    const { x, at, place: c, points } = this;
    const { T: A, r } = this.first;
    const scale = 1 / Math.sqrt(at[1] * at[1] + at[2] * at[2] + at[3] * at[3]);
    for (let i = 0; i < 3; i++) {
      const k = 3 * i;
      points[i] = r[i] + A[k] * x[0] + A[k + 1] * x[1] + A[k + 2] * x[2];
      points[3 + i] = r[i] + A[k] * c[0] + A[k + 1] * c[1] + A[k + 2] * c[2];
      points[6 + i] = scale * (A[k] * at[1] + A[k + 1] * at[2] + A[k + 2] * at[3]);
    }
  }

  /** Tangents, and the matrix 1 + μH along them. */
  private factor(): void {
    const { at, frame: m, x } = this;
    const length = Math.sqrt(at[1] * at[1] + at[2] * at[2] + at[3] * at[3]);
    const n0 = at[1] / length;
    const n1 = at[2] / length;
    const n2 = at[3] / length;
    const sign = n2 >= 0 ? 1 : -1;
    const q = -1 / (sign + n2);
    m[0] = 1 + sign * n0 * n0 * q;
    m[1] = sign * n0 * n1 * q;
    m[2] = -sign * n0;
    m[3] = n0 * n1 * q;
    m[4] = sign + n1 * n1 * q;
    m[5] = -n1;
    for (let k = 0; k < 6; k += 3) {
      m[6 + k] = at[4] * m[k] + at[7] * m[k + 1] + at[8] * m[k + 2];
      m[7 + k] = at[7] * m[k] + at[5] * m[k + 1] + at[9] * m[k + 2];
      m[8 + k] = at[8] * m[k] + at[9] * m[k + 1] + at[6] * m[k + 2];
    }
    m[12] = 1 + x[3] * (m[0] * m[6] + m[1] * m[7] + m[2] * m[8]);
    m[13] = x[3] * (m[0] * m[9] + m[1] * m[10] + m[2] * m[11]);
    m[14] = 1 + x[3] * (m[3] * m[9] + m[4] * m[10] + m[5] * m[11]);
    m[15] = m[12] * m[14] - m[13] * m[13];
  }

  /** δP for the right side and for c′, and the second derivative of the gap. */
  private solveParts(): void {
    const { at, frame: m, right: e, place: c, parts: p, bend, x, size } = this;
    const aa = at[1] * at[1] + at[2] * at[2] + at[3] * at[3];
    const along = e[3] / aa;
    // (1 + μH) a along t and b is μ a·Ht and μ a·Hb.
    const at0 = at[1] * m[6] + at[2] * m[7] + at[3] * m[8];
    const at1 = at[1] * m[9] + at[2] * m[10] + at[3] * m[11];
    const r0 = m[0] * e[0] + m[1] * e[1] + m[2] * e[2] - along * x[3] * at0;
    const r1 = m[3] * e[0] + m[4] * e[1] + m[5] * e[2] - along * x[3] * at1;
    const c0 = m[0] * c[3] + m[1] * c[4] + m[2] * c[5];
    const c1 = m[3] * c[3] + m[4] * c[4] + m[5] * c[5];
    const u = (r0 * m[14] - r1 * m[13]) / m[15];
    const v = (r1 * m[12] - r0 * m[13]) / m[15];
    const uc = (c0 * m[14] - c1 * m[13]) / m[15];
    const vc = (c1 * m[12] - c0 * m[13]) / m[15];
    for (let i = 0; i < 3; i++) {
      p[i] = m[i] * u + m[3 + i] * v + at[1 + i] * along;
      p[3 + i] = m[i] * uc + m[3 + i] * vc;
    }
    const length = Math.sqrt(aa);
    const speed = c[3] * c[3] + c[4] * c[4] + c[5] * c[5];
    const turn = at[1] * c[6] + at[2] * c[7] + at[3] * c[8];
    bend[0] = (turn + this.multiply(3)) / length;
    bend[1] = speed / size;
  }

  /** `c′·H p` of the vector at `o` of the parts. */
  private multiply(o: number): number {
    const { at, place: c, parts: p } = this;
    return (
      c[3] * (at[4] * p[o] + at[7] * p[o + 1] + at[8] * p[o + 2]) +
      c[4] * (at[7] * p[o] + at[5] * p[o + 1] + at[9] * p[o + 2]) +
      c[5] * (at[8] * p[o] + at[9] * p[o + 1] + at[6] * p[o + 2])
    );
  }

  /** Solves 1) to 3) for the right side, into `step`. */
  private solve(): void {
    const { right: e, step, parts: p, at, place: c, bend, x } = this;
    this.factor();
    this.solveParts();
    const aa = at[1] * at[1] + at[2] * at[2] + at[3] * at[3];
    const ds = this.isHeld ? 0 : (e[4] - this.multiply(0)) / (bend[0] * Math.sqrt(aa));
    let last = 0;
    for (let i = 0; i < 3; i++) {
      step[i] = p[i] + p[3 + i] * ds;
      last += at[1 + i] * (e[i] + c[3 + i] * ds - step[i]);
    }
    // a·(μH δP)
    const h =
      at[1] * (at[4] * step[0] + at[7] * step[1] + at[8] * step[2]) +
      at[2] * (at[7] * step[0] + at[5] * step[1] + at[9] * step[2]) +
      at[3] * (at[8] * step[0] + at[9] * step[1] + at[6] * step[2]);
    step[3] = (last - x[3] * h) / aa;
    step[4] = ds;
  }
}
