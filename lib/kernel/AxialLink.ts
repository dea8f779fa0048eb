import {
  identity3,
  multiply,
  multiplyQuaternions,
  type Quaternion,
  quaternionAbout,
  quaternionFromMatrix,
} from "../math/index.ts";
import { Link } from "./Link.ts";
import { passImpulse, passToParent, passWrench } from "./passToParent.ts";
import type { WrenchSweep } from "./RowFeatures.ts";

/** Where an axial link sits on its parent. */
export interface AxialPlace {
  /** From the parent's P to the joint's point, in the parent's axes. */
  offset: ArrayLike<number>;
  /** Axis, in the parent's axes. */
  axis: ArrayLike<number>;
  /** Rotation from the link's axes to the parent's with the coordinate at zero. */
  rest: ArrayLike<number>;
  /** `S = (slide n, turn n)`: metres and radians per unit of the coordinate. */
  slide: number;
  turn: number;
}

/**
 * One coordinate along and about an axis fixed in the parent: slide (h = 1, g = 0), screw (h = pitch, g = 1), or turn.
 *
 * `d = T_p d₀ + h x n`, `T = T_p R(g x) C`, `ω = ω_p + g ẋ n`, `v_P = v_Pp + [ω_p, d] + h ẋ n`,
 * `ξ = ξ_p + [ε_p, d] + [ω_p, [ω_p, d]] + 2 h ẋ [ω_p, n]`, `ε_ξ = ε_p + g ẋ [ω_p, n]`.
 */
export class AxialLink extends Link {
  override readonly coordinateCount: number = 1;
  override readonly rateCount: number = 1;

  constructor(parent: Link, place: AxialPlace) {
    super(parent);
    const { k } = this;
    const [x, y, z] = [place.axis[0], place.axis[1], place.axis[2]];
    for (let i = 0; i < 3; i++) {
      k[i] = place.offset[i];
      k[3 + i] = place.axis[i];
    }
    const along = [x * x, x * y, x * z, x * y, y * y, y * z, x * z, y * z, z * z];
    const across = identity3().map((e, i) => e - along[i]);
    k.set(multiply(along, place.rest), 6);
    k.set(multiply(across, place.rest), 15);
    k.set(multiply([0, -z, y, z, 0, -x, -y, x, 0], place.rest), 24);
    k[43] = place.slide;
    k[44] = place.turn;
  }

  override calcKinematics(q: Float64Array, s: Float64Array): void {
    this.move(q, this.coordinate, s, this.rate);
  }

  /** The kinematics at the coordinate `q[i]` and the rate `s[j]`. */
  protected move(q: Float64Array, i: number, s: Float64Array, j: number): void {
    const { w, k } = this;
    const x = q[i];
    const rate = s[j];
    const p = (this.parent as Link).w;
    const h = k[43];
    const g = k[44];
    // Written out, and without sines where nothing turns: loops with computed places took five times as long.
    const cosine = g === 0 ? 1 : Math.cos(g * x);
    const sine = g === 0 ? 0 : Math.sin(g * x);
    const r0 = k[6] + cosine * k[15] + sine * k[24];
    const r1 = k[7] + cosine * k[16] + sine * k[25];
    const r2 = k[8] + cosine * k[17] + sine * k[26];
    const r3 = k[9] + cosine * k[18] + sine * k[27];
    const r4 = k[10] + cosine * k[19] + sine * k[28];
    const r5 = k[11] + cosine * k[20] + sine * k[29];
    const r6 = k[12] + cosine * k[21] + sine * k[30];
    const r7 = k[13] + cosine * k[22] + sine * k[31];
    const r8 = k[14] + cosine * k[23] + sine * k[32];
    const p0 = k[0];
    const p1 = k[1];
    const p2 = k[2];
    const n0 = k[3];
    const n1 = k[4];
    const n2 = k[5];
    const way = h * x;
    const t0 = p[3];
    const t1 = p[4];
    const t2 = p[5];
    const t3 = p[6];
    const t4 = p[7];
    const t5 = p[8];
    const t6 = p[9];
    const t7 = p[10];
    const t8 = p[11];
    w[39] = t0 * n0 + t1 * n1 + t2 * n2;
    w[36] = t0 * p0 + t1 * p1 + t2 * p2 + way * w[39];
    w[3] = t0 * r0 + t1 * r3 + t2 * r6;
    w[4] = t0 * r1 + t1 * r4 + t2 * r7;
    w[5] = t0 * r2 + t1 * r5 + t2 * r8;
    w[40] = t3 * n0 + t4 * n1 + t5 * n2;
    w[37] = t3 * p0 + t4 * p1 + t5 * p2 + way * w[40];
    w[6] = t3 * r0 + t4 * r3 + t5 * r6;
    w[7] = t3 * r1 + t4 * r4 + t5 * r7;
    w[8] = t3 * r2 + t4 * r5 + t5 * r8;
    w[41] = t6 * n0 + t7 * n1 + t8 * n2;
    w[38] = t6 * p0 + t7 * p1 + t8 * p2 + way * w[41];
    w[9] = t6 * r0 + t7 * r3 + t8 * r6;
    w[10] = t6 * r1 + t7 * r4 + t8 * r7;
    w[11] = t6 * r2 + t7 * r5 + t8 * r8;
    const dx = w[36];
    const dy = w[37];
    const dz = w[38];
    const rx = w[39] * rate;
    const ry = w[40] * rate;
    const rz = w[41] * rate;
    const wx = p[15];
    const wy = p[16];
    const wz = p[17];
    w[15] = wx + g * rx;
    w[16] = wy + g * ry;
    w[17] = wz + g * rz;
    const ux = wy * dz - wz * dy + 2 * h * rx;
    const uy = wz * dx - wx * dz + 2 * h * ry;
    const uz = wx * dy - wy * dx + 2 * h * rz;
    const ex = p[33];
    const ey = p[34];
    const ez = p[35];
    w[30] = p[30] + ey * dz - ez * dy + wy * uz - wz * uy;
    w[31] = p[31] + ez * dx - ex * dz + wz * ux - wx * uz;
    w[32] = p[32] + ex * dy - ey * dx + wx * uy - wy * ux;
    w[33] = ex + g * (wy * rz - wz * ry);
    w[34] = ey + g * (wz * rx - wx * rz);
    w[35] = ez + g * (wx * ry - wy * rx);
  }

  override calcPositions(s: Float64Array): void {
    this.place(s, this.rate);
  }

  protected place(s: Float64Array, j: number): void {
    const { w, k } = this;
    const p = (this.parent as Link).w;
    const h = k[43] * s[j];
    w[24] = p[24] + w[36];
    w[25] = p[25] + w[37];
    w[26] = p[26] + w[38];
    w[27] = p[27] + p[16] * w[38] - p[17] * w[37] + h * w[39];
    w[28] = p[28] + p[17] * w[36] - p[15] * w[38] + h * w[40];
    w[29] = p[29] + p[15] * w[37] - p[16] * w[36] + h * w[41];
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
    const { w, k } = this;
    const parent = this.parent as Link;
    const hx = k[43] * w[39];
    const hy = k[43] * w[40];
    const hz = k[43] * w[41];
    const gx = k[44] * w[39];
    const gy = k[44] * w[40];
    const gz = k[44] * w[41];
    const u0 = w[45] * hx + w[46] * hy + w[47] * hz + w[51] * gx + w[52] * gy + w[53] * gz;
    const u1 = w[46] * hx + w[48] * hy + w[49] * hz + w[54] * gx + w[55] * gy + w[56] * gz;
    const u2 = w[47] * hx + w[49] * hy + w[50] * hz + w[57] * gx + w[58] * gy + w[59] * gz;
    const u3 = w[51] * hx + w[54] * hy + w[57] * hz + w[60] * gx + w[61] * gy + w[62] * gz;
    const u4 = w[52] * hx + w[55] * hy + w[58] * hz + w[61] * gx + w[63] * gy + w[64] * gz;
    const u5 = w[53] * hx + w[56] * hy + w[59] * hz + w[62] * gx + w[64] * gy + w[65] * gz;
    const id = 1 / (k[45] + hx * u0 + hy * u1 + hz * u2 + gx * u3 + gy * u4 + gz * u5);
    const load = hx * w[66] + hy * w[67] + hz * w[68] + gx * w[69] + gy * w[70] + gz * w[71];
    w[72] = u0;
    w[73] = u1;
    w[74] = u2;
    w[75] = u3;
    w[76] = u4;
    w[77] = u5;
    w[78] = id;
    w[79] = (tau[this.rate] - load) * id;
    if (!parent.isBase) passToParent(w, parent.w);
  }

  override accelerate(out: Float64Array): void {
    this.respond(out, 80, 79);
  }

  override sweepIn(impulses: Float64Array): void {
    const { w, k } = this;
    const parent = this.parent as Link;
    const along = w[39] * w[98] + w[40] * w[99] + w[41] * w[100];
    const about = w[39] * w[101] + w[40] * w[102] + w[41] * w[103];
    w[104] = w[78] * (impulses[this.rate] - k[43] * along - k[44] * about);
    if (!parent.isBase) passImpulse(w, parent.w);
  }

  override sweepOut(out: Float64Array): void {
    this.respond(out, 105, 104);
  }

  override sweepRows(
    { count, wrenches: p, efforts, answers, width }: WrenchSweep,
    at: number,
    to: number,
    o: number,
  ): void {
    const { w, k } = this;
    const h = k[43];
    const g = k[44];
    const nx = w[39];
    const ny = w[40];
    const nz = w[41];
    const id = w[78];
    for (let row = 0; row < count; row++) {
      const i = at + 6 * row;
      const f = o + row * width;
      const along = nx * p[i] + ny * p[i + 1] + nz * p[i + 2];
      const about = nx * p[i + 3] + ny * p[i + 4] + nz * p[i + 5];
      const effort = efforts[f] - h * along - g * about;
      const u = id * effort;
      efforts[f] = effort;
      answers[f] = u;
      if (to >= 0) passWrench(w, u, p, i, to + 6 * row);
    }
  }

  /** `s̈ = u − D⁻¹ Uᵀ X δ_p`, `δ = X δ_p + S s̈`, with δ at offset `o` and u at `ou`. */
  private respond(out: Float64Array, o: number, ou: number): void {
    const { w, k } = this;
    const p = (this.parent as Link).w;
    const ex = p[o + 3];
    const ey = p[o + 4];
    const ez = p[o + 5];
    const a0 = p[o] + ey * w[38] - ez * w[37];
    const a1 = p[o + 1] + ez * w[36] - ex * w[38];
    const a2 = p[o + 2] + ex * w[37] - ey * w[36];
    const sum = w[72] * a0 + w[73] * a1 + w[74] * a2 + w[75] * ex + w[76] * ey + w[77] * ez;
    const change = w[ou] - w[78] * sum;
    const h = k[43] * change;
    const g = k[44] * change;
    w[o] = a0 + h * w[39];
    w[o + 1] = a1 + h * w[40];
    w[o + 2] = a2 + h * w[41];
    w[o + 3] = ex + g * w[39];
    w[o + 4] = ey + g * w[40];
    w[o + 5] = ez + g * w[41];
    out[this.rate] = change;
  }

  override calcCoordinateRates(_q: Float64Array, s: Float64Array, out: Float64Array): void {
    out[this.coordinate] = s[this.rate];
  }

  override getQuaternion(q: Float64Array): Quaternion {
    return this.findRotation(q[this.coordinate]);
  }

  protected findRotation(x: number): Quaternion {
    const { k } = this;
    const rest = Array.from({ length: 9 }, (_, i) => k[6 + i] + k[15 + i]);
    return multiplyQuaternions(quaternionAbout(k.subarray(3, 6), k[44] * x), quaternionFromMatrix(rest));
  }

  override moveCoordinates(q: Float64Array, step: Float64Array): void {
    q[this.coordinate] += step[this.rate];
  }

  override findPivots(): number[] {
    return [1 / this.w[78]];
  }
}
