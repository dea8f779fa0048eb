import { multiplyQuaternions, type Quaternion, quaternionFromMatrix } from "../math/index.ts";
import { Link } from "./Link.ts";
import type { WrenchSweep } from "./RowFeatures.ts";

/**
 * Any rotation about a point: coordinates are a quaternion `q` in flat R⁴, rates `s` the angular velocity of the pair's B
 * relative to its A, in B's axes, where Euler's equations are smoothest.
 *
 * `T_B = T_A R(q) C`, `ω_B = ω_A + T_B s`, `q̇ = ½ q ∘ (0, C s)`, `ε_B = ε_A + [ω_A, T_B s] + T_B ṡ`. The open directions are
 * all turns, so `D = C` and what the parent feels is `A − B C⁻¹ Bᵀ` alone, a mass that depends on direction.
 *
 * If the tree runs from the pair's B to its A, the link turns A relative to B, and coordinates and rates keep their
 * meaning: `T_A = T_B Cᵀ R(q)ᵀ`, `ω_A = ω_B − T_B s`, `ε_A = ε_B − [ω_B, T_B s] − T_B ṡ`.
 */
export class BallLink extends Link {
  override readonly coordinateCount = 4;
  override readonly rateCount = 3;
  /** Factors of C: 1/D (3) and L (3); B C⁻¹ (9), u (3), u′ (3), τ in world axes (3), the same of Φ (3). */
  private readonly x = new Float64Array(27);
  private readonly rest: Float64Array;
  private readonly turned = new Float64Array(3);
  private readonly isReversed: boolean;

  constructor(parent: Link, offset: ArrayLike<number>, rest: ArrayLike<number>, isReversed: boolean) {
    super(parent);
    for (let i = 0; i < 3; i++) this.k[i] = offset[i];
    this.rest = Float64Array.from(rest);
    this.isReversed = isReversed;
  }

  override calcKinematics(q: Float64Array, s: Float64Array): void {
    const { w, k, rest: c, isReversed } = this;
    const p = (this.parent as Link).w;
    const o = this.coordinate;
    const q0 = q[o];
    const q1 = q[o + 1];
    const q2 = q[o + 2];
    const q3 = q[o + 3];
    const f = 1 / (q0 * q0 + q1 * q1 + q2 * q2 + q3 * q3);
    // R(q), transposed if reversed: the sign of q0 turns round.
    const e = isReversed ? -q0 : q0;
    const r0 = f * (q0 * q0 + q1 * q1 - q2 * q2 - q3 * q3);
    const r1 = 2 * f * (q1 * q2 - e * q3);
    const r2 = 2 * f * (q1 * q3 + e * q2);
    const r3 = 2 * f * (q1 * q2 + e * q3);
    const r4 = f * (q0 * q0 - q1 * q1 + q2 * q2 - q3 * q3);
    const r5 = 2 * f * (q2 * q3 - e * q1);
    const r6 = 2 * f * (q1 * q3 - e * q2);
    const r7 = 2 * f * (q2 * q3 + e * q1);
    const r8 = f * (q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3);
    for (let i = 0; i < 3; i++) {
      const t0 = p[3 + 3 * i];
      const t1 = p[4 + 3 * i];
      const t2 = p[5 + 3 * i];
      w[36 + i] = t0 * k[0] + t1 * k[1] + t2 * k[2];
      const o3 = 3 + 3 * i;
      if (isReversed) {
        // (T_p C) R
        const m0 = t0 * c[0] + t1 * c[3] + t2 * c[6];
        const m1 = t0 * c[1] + t1 * c[4] + t2 * c[7];
        const m2 = t0 * c[2] + t1 * c[5] + t2 * c[8];
        w[o3] = m0 * r0 + m1 * r3 + m2 * r6;
        w[o3 + 1] = m0 * r1 + m1 * r4 + m2 * r7;
        w[o3 + 2] = m0 * r2 + m1 * r5 + m2 * r8;
      } else {
        // (T_p R) C
        const m0 = t0 * r0 + t1 * r3 + t2 * r6;
        const m1 = t0 * r1 + t1 * r4 + t2 * r7;
        const m2 = t0 * r2 + t1 * r5 + t2 * r8;
        w[o3] = m0 * c[0] + m1 * c[3] + m2 * c[6];
        w[o3 + 1] = m0 * c[1] + m1 * c[4] + m2 * c[7];
        w[o3 + 2] = m0 * c[2] + m1 * c[5] + m2 * c[8];
      }
    }
    const B = isReversed ? p : w;
    const side = isReversed ? -1 : 1;
    const s0 = side * s[this.rate];
    const s1 = side * s[this.rate + 1];
    const s2 = side * s[this.rate + 2];
    const rx = B[3] * s0 + B[4] * s1 + B[5] * s2;
    const ry = B[6] * s0 + B[7] * s1 + B[8] * s2;
    const rz = B[9] * s0 + B[10] * s1 + B[11] * s2;
    const dx = w[36];
    const dy = w[37];
    const dz = w[38];
    const wx = p[15];
    const wy = p[16];
    const wz = p[17];
    w[15] = wx + rx;
    w[16] = wy + ry;
    w[17] = wz + rz;
    const ux = wy * dz - wz * dy;
    const uy = wz * dx - wx * dz;
    const uz = wx * dy - wy * dx;
    const ex = p[33];
    const ey = p[34];
    const ez = p[35];
    w[30] = p[30] + ey * dz - ez * dy + wy * uz - wz * uy;
    w[31] = p[31] + ez * dx - ex * dz + wz * ux - wx * uz;
    w[32] = p[32] + ex * dy - ey * dx + wx * uy - wy * ux;
    w[33] = ex + wy * rz - wz * ry;
    w[34] = ey + wz * rx - wx * rz;
    w[35] = ez + wx * ry - wy * rx;
  }

  override calcPositions(): void {
    const { w, k } = this;
    const p = (this.parent as Link).w;
    w[24] = p[24] + w[36];
    w[25] = p[25] + w[37];
    w[26] = p[26] + w[38];
    w[27] = p[27] + p[16] * w[38] - p[17] * w[37];
    w[28] = p[28] + p[17] * w[36] - p[15] * w[38];
    w[29] = p[29] + p[15] * w[37] - p[16] * w[36];
    const cx = w[3] * k[34] + w[4] * k[35] + w[5] * k[36];
    const cy = w[6] * k[34] + w[7] * k[35] + w[8] * k[36];
    const cz = w[9] * k[34] + w[10] * k[35] + w[11] * k[36];
    w[0] = w[24] + cx;
    w[1] = w[25] + cy;
    w[2] = w[26] + cz;
    w[12] = w[27] + w[16] * cz - w[17] * cy;
    w[13] = w[28] + w[17] * cx - w[15] * cz;
    w[14] = w[29] + w[15] * cy - w[16] * cx;
  }

  override eliminate(tau: Float64Array): void {
    const { w, x } = this;
    const parent = this.parent as Link;
    this.turnEfforts(tau, 21, this.rate);
    // C = L D Lᵀ. A thin rod is nearly singular about its axis; an explicit inverse would spoil the other two.
    const c1 = w[61];
    const c2 = w[62];
    const i0 = 1 / w[60];
    const l1 = c1 * i0;
    const l2 = c2 * i0;
    const i1 = 1 / (w[63] - l1 * c1);
    const mixed = w[64] - l1 * c2;
    const l3 = mixed * i1;
    x[0] = i0;
    x[1] = i1;
    x[2] = 1 / (w[65] - l2 * c2 - l3 * mixed);
    x[3] = l1;
    x[4] = l2;
    x[5] = l3;
    for (let i = 0; i < 3; i++) x[15 + i] = x[21 + i] - w[69 + i];
    this.turn(15);
    for (let i = 0; i < 9; i++) x[6 + i] = w[51 + i];
    this.turn(6);
    this.turn(9);
    this.turn(12);
    if (!parent.isBase) this.pass(parent.w);
  }

  /** Efforts on the child, three of `tau` from `first` on, in world axes to `x` at offset `o`. */
  private turnEfforts(tau: Float64Array, o: number, first: number): void {
    const { x, isReversed } = this;
    const B = isReversed ? (this.parent as Link).w : this.w;
    const side = isReversed ? -1 : 1;
    const e0 = side * tau[first];
    const e1 = side * tau[first + 1];
    const e2 = side * tau[first + 2];
    for (let i = 0; i < 3; i++) x[o + i] = B[3 + 3 * i] * e0 + B[4 + 3 * i] * e1 + B[5 + 3 * i] * e2;
  }

  /** `m ← C⁻¹ m` with m in `x` at offset `o`, by substitution. */
  private turn(o: number): void {
    const { x } = this;
    const m0 = x[o];
    const m1 = x[o + 1] - x[3] * m0;
    const m2 = (x[o + 2] - x[4] * m0 - x[5] * m1) * x[2];
    const r1 = m1 * x[1] - x[5] * m2;
    x[o + 2] = m2;
    x[o + 1] = r1;
    x[o] = m0 * x[0] - x[3] * r1 - x[4] * m2;
  }

  /** `A − B C⁻¹ Bᵀ` and the wrench `(p̂ + B u, τ)`, shifted by d to the parent's point. */
  private pass(p: Float64Array): void {
    const { w, x } = this;
    const a0 = w[45] - dotRows(x, 0, w, 0);
    const a1 = w[46] - dotRows(x, 0, w, 1);
    const a2 = w[47] - dotRows(x, 0, w, 2);
    const a3 = w[48] - dotRows(x, 1, w, 1);
    const a4 = w[49] - dotRows(x, 1, w, 2);
    const a5 = w[50] - dotRows(x, 2, w, 2);
    const dx = w[36];
    const dy = w[37];
    const dz = w[38];
    // B' = −A D, C' = D B'
    const b0 = a2 * dy - a1 * dz;
    const b1 = a0 * dz - a2 * dx;
    const b2 = a1 * dx - a0 * dy;
    const b3 = a4 * dy - a3 * dz;
    const b4 = a1 * dz - a4 * dx;
    const b5 = a3 * dx - a1 * dy;
    const b6 = a5 * dy - a4 * dz;
    const b7 = a2 * dz - a5 * dx;
    const b8 = a4 * dx - a2 * dy;
    p[45] += a0;
    p[46] += a1;
    p[47] += a2;
    p[48] += a3;
    p[49] += a4;
    p[50] += a5;
    p[51] += b0;
    p[52] += b1;
    p[53] += b2;
    p[54] += b3;
    p[55] += b4;
    p[56] += b5;
    p[57] += b6;
    p[58] += b7;
    p[59] += b8;
    p[60] += dy * b6 - dz * b3;
    p[61] += dy * b7 - dz * b4;
    p[62] += dy * b8 - dz * b5;
    p[63] += dz * b1 - dx * b7;
    p[64] += dz * b2 - dx * b8;
    p[65] += dx * b5 - dy * b2;
    const fx = w[66] + w[51] * x[15] + w[52] * x[16] + w[53] * x[17];
    const fy = w[67] + w[54] * x[15] + w[55] * x[16] + w[56] * x[17];
    const fz = w[68] + w[57] * x[15] + w[58] * x[16] + w[59] * x[17];
    p[66] += fx;
    p[67] += fy;
    p[68] += fz;
    p[69] += x[21] + dy * fz - dz * fy;
    p[70] += x[22] + dz * fx - dx * fz;
    p[71] += x[23] + dx * fy - dy * fx;
  }

  override accelerate(out: Float64Array): void {
    this.respond(out, 80, 15);
  }

  override clearImpulse(): void {
    super.clearImpulse();
    this.x[18] = 0;
    this.x[19] = 0;
    this.x[20] = 0;
  }

  override sweepIn(impulses: Float64Array): void {
    const { w, x } = this;
    const parent = this.parent as Link;
    this.turnEfforts(impulses, 24, this.rate);
    for (let i = 0; i < 3; i++) x[18 + i] = x[24 + i] - w[101 + i];
    this.turn(18);
    if (parent.isBase) return;
    const p = parent.w;
    const fx = w[98] + w[51] * x[18] + w[52] * x[19] + w[53] * x[20];
    const fy = w[99] + w[54] * x[18] + w[55] * x[19] + w[56] * x[20];
    const fz = w[100] + w[57] * x[18] + w[58] * x[19] + w[59] * x[20];
    p[98] += fx;
    p[99] += fy;
    p[100] += fz;
    p[101] += x[24] + w[37] * fz - w[38] * fy;
    p[102] += x[25] + w[38] * fx - w[36] * fz;
    p[103] += x[26] + w[36] * fy - w[37] * fx;
  }

  override sweepOut(out: Float64Array): void {
    this.respond(out, 105, 18);
  }

  override sweepRows(
    { count, wrenches: p, efforts, answers, width }: WrenchSweep,
    at: number,
    to: number,
    o: number,
  ): void {
    const { w, x } = this;
    for (let row = 0; row < count; row++) {
      const i = at + 6 * row;
      const e = o + row * width;
      this.turnEfforts(efforts, 24, e);
      for (let a = 0; a < 3; a++) efforts[e + a] = x[18 + a] = x[24 + a] - p[i + 3 + a];
      this.turn(18);
      for (let a = 0; a < 3; a++) answers[e + a] = x[18 + a];
      if (to < 0) continue;
      const j = to + 6 * row;
      const fx = p[i] + w[51] * x[18] + w[52] * x[19] + w[53] * x[20];
      const fy = p[i + 1] + w[54] * x[18] + w[55] * x[19] + w[56] * x[20];
      const fz = p[i + 2] + w[57] * x[18] + w[58] * x[19] + w[59] * x[20];
      p[j] += fx;
      p[j + 1] += fy;
      p[j + 2] += fz;
      p[j + 3] += x[24] + w[37] * fz - w[38] * fy;
      p[j + 4] += x[25] + w[38] * fx - w[36] * fz;
      p[j + 5] += x[26] + w[36] * fy - w[37] * fx;
    }
  }

  /** Relative angular acceleration `u − (B C⁻¹)ᵀ a − ε_p`; δ at offset `o`, u at `ou`. */
  private respond(out: Float64Array, o: number, ou: number): void {
    const { w, x, isReversed } = this;
    const p = (this.parent as Link).w;
    const ex = p[o + 3];
    const ey = p[o + 4];
    const ez = p[o + 5];
    const a0 = p[o] + ey * w[38] - ez * w[37];
    const a1 = p[o + 1] + ez * w[36] - ex * w[38];
    const a2 = p[o + 2] + ex * w[37] - ey * w[36];
    const rx = x[ou] - (x[6] * a0 + x[9] * a1 + x[12] * a2) - ex;
    const ry = x[ou + 1] - (x[7] * a0 + x[10] * a1 + x[13] * a2) - ey;
    const rz = x[ou + 2] - (x[8] * a0 + x[11] * a1 + x[14] * a2) - ez;
    w[o] = a0;
    w[o + 1] = a1;
    w[o + 2] = a2;
    w[o + 3] = ex + rx;
    w[o + 4] = ey + ry;
    w[o + 5] = ez + rz;
    const B = isReversed ? p : w;
    const side = isReversed ? -1 : 1;
    const r = this.rate;
    out[r] = side * (B[3] * rx + B[6] * ry + B[9] * rz);
    out[r + 1] = side * (B[4] * rx + B[7] * ry + B[10] * rz);
    out[r + 2] = side * (B[5] * rx + B[8] * ry + B[11] * rz);
  }

  override calcCoordinateRates(q: Float64Array, s: Float64Array, out: Float64Array): void {
    this.turnRate(s);
    calcQuaternionRate(q, this.coordinate, this.turned, 0, out);
  }

  /** `C s`; the link's `rest` is Cᵀ if reversed. */
  private turnRate(s: Float64Array): void {
    const { rest: c, turned, isReversed } = this;
    const x = s[this.rate];
    const y = s[this.rate + 1];
    const z = s[this.rate + 2];
    for (let i = 0; i < 3; i++) {
      turned[i] = isReversed
        ? c[i] * x + c[3 + i] * y + c[6 + i] * z
        : c[3 * i] * x + c[3 * i + 1] * y + c[3 * i + 2] * z;
    }
  }

  override getQuaternion(q: Float64Array): Quaternion {
    const o = this.coordinate;
    const rest = quaternionFromMatrix(this.rest);
    if (this.isReversed) return multiplyQuaternions(rest, [q[o], -q[o + 1], -q[o + 2], -q[o + 3]]);
    return multiplyQuaternions(q.subarray(o, o + 4), rest);
  }

  override moveCoordinates(q: Float64Array, step: Float64Array): void {
    this.turnRate(step);
    turnQuaternion(q, this.coordinate, this.turned, 0);
  }

  override findPivots(): number[] {
    return findCholeskyPivots([this.w[60], this.w[61], this.w[62], this.w[63], this.w[64], this.w[65]]);
  }
}

/** Row i of B C⁻¹ times row j of B. */
function dotRows(x: Float64Array, i: number, w: Float64Array, j: number): number {
  return x[6 + 3 * i] * w[51 + 3 * j] + x[7 + 3 * i] * w[52 + 3 * j] + x[8 + 3 * i] * w[53 + 3 * j];
}

/** `q̇ = ½ q ∘ (0, ω)`, with ω in the axes that q turns. */
export function calcQuaternionRate(q: Float64Array, o: number, w: Float64Array, r: number, out: Float64Array): void {
  const x = 0.5 * w[r];
  const y = 0.5 * w[r + 1];
  const z = 0.5 * w[r + 2];
  out[o] = -x * q[o + 1] - y * q[o + 2] - z * q[o + 3];
  out[o + 1] = x * q[o] + z * q[o + 2] - y * q[o + 3];
  out[o + 2] = y * q[o] + x * q[o + 3] - z * q[o + 1];
  out[o + 3] = z * q[o] + y * q[o + 1] - x * q[o + 2];
}

/** Turns the quaternion by the small rotation vector in `step`, `q ∘ (1, step/2)`, and brings it to length one. */
export function turnQuaternion(q: Float64Array, o: number, step: Float64Array, r: number): void {
  const q0 = q[o];
  const q1 = q[o + 1];
  const q2 = q[o + 2];
  const q3 = q[o + 3];
  const x = 0.5 * step[r];
  const y = 0.5 * step[r + 1];
  const z = 0.5 * step[r + 2];
  const a = q0 - x * q1 - y * q2 - z * q3;
  const b = q1 + x * q0 + z * q2 - y * q3;
  const c = q2 + y * q0 + x * q3 - z * q1;
  const d = q3 + z * q0 + y * q1 - x * q2;
  const f = 1 / Math.sqrt(a * a + b * b + c * c + d * d);
  q[o] = f * a;
  q[o + 1] = f * b;
  q[o + 2] = f * c;
  q[o + 3] = f * d;
}

/** Pivots of the Cholesky factorisation of a symmetric 3×3 matrix (xx, xy, xz, yy, yz, zz). */
function findCholeskyPivots(c: readonly number[]): number[] {
  const first = c[0];
  const second = c[3] - (c[1] * c[1]) / first;
  const mixed = c[4] - (c[1] * c[2]) / first;
  const third = c[5] - (c[2] * c[2]) / first - (mixed * mixed) / second;
  return [first, second, third];
}
