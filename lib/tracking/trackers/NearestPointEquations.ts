import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { RelativeCurvature } from "./RelativeCurvature.ts";
import { toWorld } from "./toWorld.ts";

/*
 * With a = grad g_A(P_A), b = grad g_B(P_B) and H the Hessians, all in world axes, the nearest points obey
 *
 *   (5)  a − λ b = 0,   r_A − r_B − μ b = 0,   g_A = 0,   g_B = 0.
 *
 * A Newton step on (5) and the rate equations (7)–(8) have the same matrix; only the right sides differ. With δ the
 * changes relative to the bodies (rates: u = v − v_P, tracked less material):
 *
 *   1)  H_A δA − λ H_B δB − b δλ     = c1      Newton: −(a − λ b)            rates: −[ω_A, a] + λ [ω_B, b]
 *   2)  δA − (1 + μ H_B) δB − b δμ   = c2              −(r_A − r_B − μ b)           −(v_PA − v_PB) + μ [ω_B, b]
 *   3)  a·δA                         = c3              −g_A                         0
 *   4)  b·δB                         = c4              −g_B                         0
 *
 * 2) gives δA, 4) the part of δB along b, δB = t₁x + t₂y + b c4/|b|² with t ⊥ b; 1) along t₁, t₂ is free of δλ; 3) gives
 * δμ with the pivot a·b = −|a||b|. Two unknowns are left. On a solution of (5) their matrix, divided by |a|, is
 *
 *   M = S_A + S_B + d S_A S_B      (S shape operators, positive on convex surfaces; d the gap),
 *
 * the relative curvature: no pivot is small unless the geometry is singular, so that no row has to be exchanged.
 *
 * In contact μ = 0 replaces g_B = 0: δμ is gone and the part of δB along b, s, takes its place in the elimination.
 */
export class NearestPointEquations {
  readonly frameA: SurfaceFrame;
  readonly frameB: SurfaceFrame;
  /** The unknowns: `P_A` and `P_B` in the axes of their surfaces (0–2, 3–5), λ (6), μ (7). */
  readonly x = new Float64Array(8);
  /** What `solve` finds, in world axes: δA (0–2), δB (3–5), δλ (6), δμ (7). */
  readonly delta = new Float64Array(8);
  /** a (0–2), b (3–5), r_A − r_OA (6–8), r_B − r_OB (9–11), r_A − r_B (12–14), g_A (15), g_B (16), |a|² (17), |b|² (18). */
  readonly at = new Float64Array(19);
  /** H_A (0–5) and H_B (6–11) in world axes: xx, yy, zz, xy, xz, yz. */
  readonly hessians = new Float64Array(12);
  /** Residual of (5) without dimension (0); the gap (1). */
  readonly residual = new Float64Array(2);
  /** M at the last system solved. */
  readonly curvature: RelativeCurvature;
  /** Whether μ = 0 replaces g_B = 0. */
  isContact = false;
  /** The smaller of the sizes, m. */
  readonly size: number;

  private readonly pointA = new Float64Array(3);
  private readonly pointB = new Float64Array(3);
  private readonly valuesA = new Float64Array(10);
  private readonly valuesB = new Float64Array(10);
  private readonly right = new Float64Array(8);

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame) {
    this.frameA = frameA;
    this.frameB = frameB;
    this.size = Math.min(frameA.surface.size, frameB.surface.size);
    this.curvature = new RelativeCurvature(this.size);
  }

  /** λ and μ that fit the points in `x` best: facing normals, and the gap along the normal of B. Follows `evaluate`. */
  fitMultipliers(): void {
    const { at, x } = this;
    const bb = at[18];
    x[6] = -Math.sqrt(at[17] / bb);
    x[7] = this.isContact ? 0 : (at[12] * at[3] + at[13] * at[4] + at[14] * at[5]) / bb;
  }

  /** Both surfaces at `x`, and the residual. */
  evaluate(): void {
    const { x, pointA, pointB, at, hessians: H, valuesA, valuesB } = this;
    pointA[0] = x[0];
    pointA[1] = x[1];
    pointA[2] = x[2];
    pointB[0] = x[3];
    pointB[1] = x[4];
    pointB[2] = x[5];
    this.frameA.surface.calc(pointA, valuesA);
    this.frameB.surface.calc(pointB, valuesB);
    toWorld(this.frameA.T, pointA, valuesA, at, H, 0);
    toWorld(this.frameB.T, pointB, valuesB, at, H, 1);
    const rA = this.frameA.r;
    const rB = this.frameB.r;
    at[12] = rA[0] - rB[0] + (at[6] - at[9]);
    at[13] = rA[1] - rB[1] + (at[7] - at[10]);
    at[14] = rA[2] - rB[2] + (at[8] - at[11]);
    at[15] = valuesA[0];
    at[16] = valuesB[0];
    this.calcResidual();
  }

  /** The scaled residual of (5) and the gap, from `at` and the multipliers. */
  calcResidual(): void {
    const { at, x, isContact, size } = this;
    const lambda = x[6];
    const mu = isContact ? 0 : x[7];
    const a0 = at[0];
    const a1 = at[1];
    const a2 = at[2];
    const b0 = at[3];
    const b1 = at[4];
    const b2 = at[5];
    const aa = a0 * a0 + a1 * a1 + a2 * a2;
    const bb = b0 * b0 + b1 * b1 + b2 * b2;
    at[17] = aa;
    at[18] = bb;
    const e0 = a0 - lambda * b0;
    const e1 = a1 - lambda * b1;
    const e2 = a2 - lambda * b2;
    const f0 = at[12] - mu * b0;
    const f1 = at[13] - mu * b1;
    const f2 = at[14] - mu * b2;
    const gA = at[15];
    const gB = isContact ? 0 : at[16];
    const scale = 1 / (size * size);
    this.residual[0] = Math.sqrt(
      (e0 * e0 + e1 * e1 + e2 * e2 + gA * gA * scale) / aa + (f0 * f0 + f1 * f1 + f2 * f2 + (gB * gB) / bb) * scale,
    );
    // In contact both points are one; what it lacks to B is then the gap, to first order.
    this.residual[1] = isContact ? at[16] / Math.sqrt(bb) : -(at[12] * a0 + at[13] * a1 + at[14] * a2) / Math.sqrt(aa);
  }

  /** The Newton step of (5) at `x` into `delta`. */
  solveNewton(): void {
    const { at, x, right: c } = this;
    const mu = this.isContact ? 0 : x[7];
    c[0] = x[6] * at[3] - at[0];
    c[1] = x[6] * at[4] - at[1];
    c[2] = x[6] * at[5] - at[2];
    c[3] = mu * at[3] - at[12];
    c[4] = mu * at[4] - at[13];
    c[5] = mu * at[5] - at[14];
    c[6] = -at[15];
    c[7] = -at[16];
    this.solve();
  }

  /** The rates (7)–(8) at `x` into `delta`: velocities of the tracked points relative to the material there. */
  solveRates(): void {
    const { at, x, right: c } = this;
    const wA = this.frameA.w;
    const wB = this.frameB.w;
    const vA = this.frameA.v;
    const vB = this.frameB.v;
    const lambda = x[6];
    const mu = this.isContact ? 0 : x[7];
    const k0 = wB[1] * at[5] - wB[2] * at[4];
    const k1 = wB[2] * at[3] - wB[0] * at[5];
    const k2 = wB[0] * at[4] - wB[1] * at[3];
    c[0] = lambda * k0 - (wA[1] * at[2] - wA[2] * at[1]);
    c[1] = lambda * k1 - (wA[2] * at[0] - wA[0] * at[2]);
    c[2] = lambda * k2 - (wA[0] * at[1] - wA[1] * at[0]);
    c[3] = mu * k0 - (vA[0] - vB[0] + (wA[1] * at[8] - wA[2] * at[7]) - (wB[1] * at[11] - wB[2] * at[10]));
    c[4] = mu * k1 - (vA[1] - vB[1] + (wA[2] * at[6] - wA[0] * at[8]) - (wB[2] * at[9] - wB[0] * at[11]));
    c[5] = mu * k2 - (vA[2] - vB[2] + (wA[0] * at[7] - wA[1] * at[6]) - (wB[0] * at[10] - wB[1] * at[9]));
    c[6] = 0;
    c[7] = 0;
    this.solve();
  }

  /** Whether the last system was singular. */
  isSingular(): boolean {
    return this.curvature.isSingular();
  }

  /** Whether the points are a minimum of the distance, by the last system. */
  isMinimum(): boolean {
    return this.curvature.isMinimum(this.residual);
  }

  private solve(): void {
    const { at, hessians: H, right: c, delta, curvature, x, isContact } = this;
    const lambda = x[6];
    const mu = isContact ? 0 : x[7];
    const a0 = at[0];
    const a1 = at[1];
    const a2 = at[2];
    const b0 = at[3];
    const b1 = at[4];
    const b2 = at[5];
    const aa = at[17];
    const bb = at[18];
    const ab = a0 * b0 + a1 * b1 + a2 * b2;
    // Two directions across b [Duff]: no branch but the sign, right to rounding.
    const length = 1 / Math.sqrt(bb);
    const n0 = b0 * length;
    const n1 = b1 * length;
    const n2 = b2 * length;
    const sign = n2 >= 0 ? 1 : -1;
    const m = -1 / (sign + n2);
    const mix = n0 * n1 * m;
    const s0 = 1 + sign * n0 * n0 * m;
    const s1 = sign * mix;
    const s2 = -sign * n0;
    const t0 = mix;
    const t1 = sign + n1 * n1 * m;
    const t2 = -n1;
    // p, q = H_A and H_B times s; P, Q times t.
    const p0 = H[0] * s0 + H[3] * s1 + H[4] * s2;
    const p1 = H[3] * s0 + H[1] * s1 + H[5] * s2;
    const p2 = H[4] * s0 + H[5] * s1 + H[2] * s2;
    const P0 = H[0] * t0 + H[3] * t1 + H[4] * t2;
    const P1 = H[3] * t0 + H[1] * t1 + H[5] * t2;
    const P2 = H[4] * t0 + H[5] * t1 + H[2] * t2;
    const q0 = H[6] * s0 + H[9] * s1 + H[10] * s2;
    const q1 = H[9] * s0 + H[7] * s1 + H[11] * s2;
    const q2 = H[10] * s0 + H[11] * s1 + H[8] * s2;
    const Q0 = H[6] * t0 + H[9] * t1 + H[10] * t2;
    const Q1 = H[9] * t0 + H[7] * t1 + H[11] * t2;
    const Q2 = H[10] * t0 + H[11] * t1 + H[8] * t2;
    // g, G = (1 + μ H_B) times s and t.
    const g0 = s0 + mu * q0;
    const g1 = s1 + mu * q1;
    const g2 = s2 + mu * q2;
    const G0 = t0 + mu * Q0;
    const G1 = t1 + mu * Q1;
    const G2 = t2 + mu * Q2;
    // The known part of δB, z = b c4/|b|², H_B z and (1 + μ H_B) z; in contact there is none.
    const along = isContact ? 0 : c[7] / bb;
    const z0 = b0 * along;
    const z1 = b1 * along;
    const z2 = b2 * along;
    const h0 = H[6] * z0 + H[9] * z1 + H[10] * z2;
    const h1 = H[9] * z0 + H[7] * z1 + H[11] * z2;
    const h2 = H[10] * z0 + H[11] * z1 + H[8] * z2;
    const y0 = c[3] + z0 + mu * h0;
    const y1 = c[4] + z1 + mu * h1;
    const y2 = c[5] + z2 + mu * h2;
    // Column of δμ (in contact: of s) in 1) along s and t, and 3) solved for it.
    const w = isContact ? lambda : 0;
    const ks = (p0 - w * q0) * b0 + (p1 - w * q1) * b1 + (p2 - w * q2) * b2;
    const kt = (P0 - w * Q0) * b0 + (P1 - w * Q1) * b1 + (P2 - w * Q2) * b2;
    const es = (a0 * g0 + a1 * g1 + a2 * g2) / ab;
    const et = (a0 * G0 + a1 * G1 + a2 * G2) / ab;
    const e = (c[6] - (a0 * y0 + a1 * y1 + a2 * y2)) / ab;
    const k00 = p0 * g0 + p1 * g1 + p2 * g2 - lambda * (s0 * q0 + s1 * q1 + s2 * q2) - ks * es;
    const k01 = p0 * G0 + p1 * G1 + p2 * G2 - lambda * (s0 * Q0 + s1 * Q1 + s2 * Q2) - ks * et;
    const k10 = P0 * g0 + P1 * g1 + P2 * g2 - lambda * (t0 * q0 + t1 * q1 + t2 * q2) - kt * es;
    const k11 = P0 * G0 + P1 * G1 + P2 * G2 - lambda * (t0 * Q0 + t1 * Q1 + t2 * Q2) - kt * et;
    const l0 = c[0] + lambda * h0;
    const l1 = c[1] + lambda * h1;
    const l2 = c[2] + lambda * h2;
    const rs = s0 * l0 + s1 * l1 + s2 * l2 - (p0 * y0 + p1 * y1 + p2 * y2) - ks * e;
    const rt = t0 * l0 + t1 * l1 + t2 * l2 - (P0 * y0 + P1 * y1 + P2 * y2) - kt * e;
    const det = k00 * k11 - k01 * k10;
    const u = (rs * k11 - rt * k01) / det;
    const v = (rt * k00 - rs * k10) / det;
    const last = e - es * u - et * v;
    const inB = isContact ? last : along;
    const dB0 = s0 * u + t0 * v + b0 * inB;
    const dB1 = s1 * u + t1 * v + b1 * inB;
    const dB2 = s2 * u + t2 * v + b2 * inB;
    const B0 = H[6] * dB0 + H[9] * dB1 + H[10] * dB2;
    const B1 = H[9] * dB0 + H[7] * dB1 + H[11] * dB2;
    const B2 = H[10] * dB0 + H[11] * dB1 + H[8] * dB2;
    const dMu = isContact ? 0 : last;
    const dA0 = c[3] + dB0 + mu * B0 + b0 * dMu;
    const dA1 = c[4] + dB1 + mu * B1 + b1 * dMu;
    const dA2 = c[5] + dB2 + mu * B2 + b2 * dMu;
    delta[0] = dA0;
    delta[1] = dA1;
    delta[2] = dA2;
    delta[3] = dB0;
    delta[4] = dB1;
    delta[5] = dB2;
    delta[6] =
      (b0 * (H[0] * dA0 + H[3] * dA1 + H[4] * dA2 - lambda * B0 - c[0]) +
        b1 * (H[3] * dA0 + H[1] * dA1 + H[5] * dA2 - lambda * B1 - c[1]) +
        b2 * (H[4] * dA0 + H[5] * dA1 + H[2] * dA2 - lambda * B2 - c[2])) /
      bb;
    delta[7] = dMu;
    const i = 1 / Math.sqrt(aa);
    const M = curvature.values;
    M[0] = k00 * i;
    M[1] = k01 * i;
    M[2] = k10 * i;
    M[3] = k11 * i;
    M[4] = (p0 * s0 + p1 * s1 + p2 * s2) * i;
    M[5] = (P0 * t0 + P1 * t1 + P2 * t2) * i;
    M[6] = (p0 * t0 + p1 * t1 + p2 * t2) * i;
    M[7] = det / aa;
    M[8] = (k00 * k00 + k01 * k01 + k10 * k10 + k11 * k11) / aa;
  }
}
