import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { ClosedFormTracker } from "./ClosedFormTracker.ts";
import type { CylinderShape } from "./SphereLineTracker.ts";

/*
 * Axes k, l through O₁, O₂ with w = O₂ − O₁ and c = [k, l]; m = ±c/|c|, the sign such that m·w ≥ 0, leads from the first
 * axis to the second. From w = s k + D m − t l, with q = [w, l]·c and p = [w, k]·c:
 *
 *   D = m·w,   s = q/|c|²,   t = p/|c|²,   ṡ = (q̇ − 2 s c·ċ)/|c|²,   ċ = [k̇, l] + [k, l̇],   ṁ = ±(ċ − (m·ċ) m)/|c|,
 *   P₁ = O₁ + s k + R₁ m,   P₂ = O₂ + t l − R₂ m,   gap = D − R₁ − R₂.
 */
/** Two cylinders without ends whose axes are not parallel. */
export class CylindersTracker extends ClosedFormTracker {
  private readonly axes: Float64Array;
  private readonly radius1: number;
  private readonly radius2: number;
  /** k (0–2), l (3–5), w (6–8), c (9–11), m (12–14), s (15), t (16), |c|² (17), ±1/|c| (18). */
  private readonly parts = new Float64Array(19);

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, first: CylinderShape, second: CylinderShape) {
    super(frameA, frameB, false);
    this.axes = Float64Array.of(...Array.from(first.axis), ...Array.from(second.axis));
    this.radius1 = first.radius;
    this.radius2 = second.radius;
  }

  override track(): void {
    const { result, parts, axes, radius1, radius2 } = this;
    const { r: r1, T: A } = this.first;
    const { r: r2, T: B } = this.second;
    const k0 = A[0] * axes[0] + A[1] * axes[1] + A[2] * axes[2];
    const k1 = A[3] * axes[0] + A[4] * axes[1] + A[5] * axes[2];
    const k2 = A[6] * axes[0] + A[7] * axes[1] + A[8] * axes[2];
    const l0 = B[0] * axes[3] + B[1] * axes[4] + B[2] * axes[5];
    const l1 = B[3] * axes[3] + B[4] * axes[4] + B[5] * axes[5];
    const l2 = B[6] * axes[3] + B[7] * axes[4] + B[8] * axes[5];
    const w0 = r2[0] - r1[0];
    const w1 = r2[1] - r1[1];
    const w2 = r2[2] - r1[2];
    const c0 = k1 * l2 - k2 * l1;
    const c1 = k2 * l0 - k0 * l2;
    const c2 = k0 * l1 - k1 * l0;
    const cc = c0 * c0 + c1 * c1 + c2 * c2;
    if (!(cc > 1e-18))
      throw this.describe("a whole line is nearest, the axes are parallel", "turn one of the cylinders");
    const along = w0 * c0 + w1 * c1 + w2 * c2;
    const scale = (along < 0 ? -1 : 1) / Math.sqrt(cc);
    const m0 = c0 * scale;
    const m1 = c1 * scale;
    const m2 = c2 * scale;
    const s = ((w1 * l2 - w2 * l1) * c0 + (w2 * l0 - w0 * l2) * c1 + (w0 * l1 - w1 * l0) * c2) / cc;
    const t = ((w1 * k2 - w2 * k1) * c0 + (w2 * k0 - w0 * k2) * c1 + (w0 * k1 - w1 * k0) * c2) / cc;
    result[0] = r1[0] + s * k0 + radius1 * m0;
    result[1] = r1[1] + s * k1 + radius1 * m1;
    result[2] = r1[2] + s * k2 + radius1 * m2;
    result[3] = r2[0] + t * l0 - radius2 * m0;
    result[4] = r2[1] + t * l1 - radius2 * m1;
    result[5] = r2[2] + t * l2 - radius2 * m2;
    result[6] = m0;
    result[7] = m1;
    result[8] = m2;
    result[18] = along * scale - radius1 - radius2;
    parts[0] = k0;
    parts[1] = k1;
    parts[2] = k2;
    parts[3] = l0;
    parts[4] = l1;
    parts[5] = l2;
    parts[6] = w0;
    parts[7] = w1;
    parts[8] = w2;
    parts[9] = c0;
    parts[10] = c1;
    parts[11] = c2;
    parts[12] = m0;
    parts[13] = m1;
    parts[14] = m2;
    parts[15] = s;
    parts[16] = t;
    parts[17] = cc;
    parts[18] = scale;
  }

  override calcVelocities(): void {
    const { result, parts: x, radius1, radius2 } = this;
    const { v: v1, w: o1 } = this.first;
    const { v: v2, w: o2 } = this.second;
    const s = x[15];
    const t = x[16];
    const cc = x[17];
    // k̇ and l̇.
    const a0 = o1[1] * x[2] - o1[2] * x[1];
    const a1 = o1[2] * x[0] - o1[0] * x[2];
    const a2 = o1[0] * x[1] - o1[1] * x[0];
    const b0 = o2[1] * x[5] - o2[2] * x[4];
    const b1 = o2[2] * x[3] - o2[0] * x[5];
    const b2 = o2[0] * x[4] - o2[1] * x[3];
    const d0 = a1 * x[5] - a2 * x[4] + (x[1] * b2 - x[2] * b1);
    const d1 = a2 * x[3] - a0 * x[5] + (x[2] * b0 - x[0] * b2);
    const d2 = a0 * x[4] - a1 * x[3] + (x[0] * b1 - x[1] * b0);
    const u0 = v2[0] - v1[0];
    const u1 = v2[1] - v1[1];
    const u2 = v2[2] - v1[2];
    const stretch = 2 * (x[9] * d0 + x[10] * d1 + x[11] * d2);
    // [ẇ, l] + [w, l̇] along c, and [w, l] along ċ; the same with k.
    const sRate =
      ((u1 * x[5] - u2 * x[4] + x[7] * b2 - x[8] * b1) * x[9] +
        (u2 * x[3] - u0 * x[5] + x[8] * b0 - x[6] * b2) * x[10] +
        (u0 * x[4] - u1 * x[3] + x[6] * b1 - x[7] * b0) * x[11] +
        (x[7] * x[5] - x[8] * x[4]) * d0 +
        (x[8] * x[3] - x[6] * x[5]) * d1 +
        (x[6] * x[4] - x[7] * x[3]) * d2 -
        s * stretch) /
      cc;
    const tRate =
      ((u1 * x[2] - u2 * x[1] + x[7] * a2 - x[8] * a1) * x[9] +
        (u2 * x[0] - u0 * x[2] + x[8] * a0 - x[6] * a2) * x[10] +
        (u0 * x[1] - u1 * x[0] + x[6] * a1 - x[7] * a0) * x[11] +
        (x[7] * x[2] - x[8] * x[1]) * d0 +
        (x[8] * x[0] - x[6] * x[2]) * d1 +
        (x[6] * x[1] - x[7] * x[0]) * d2 -
        t * stretch) /
      cc;
    const along = x[12] * d0 + x[13] * d1 + x[14] * d2;
    const m0 = (d0 - along * x[12]) * x[18];
    const m1 = (d1 - along * x[13]) * x[18];
    const m2 = (d2 - along * x[14]) * x[18];
    result[9] = v1[0] + sRate * x[0] + s * a0 + radius1 * m0;
    result[10] = v1[1] + sRate * x[1] + s * a1 + radius1 * m1;
    result[11] = v1[2] + sRate * x[2] + s * a2 + radius1 * m2;
    result[12] = v2[0] + tRate * x[3] + t * b0 - radius2 * m0;
    result[13] = v2[1] + tRate * x[4] + t * b1 - radius2 * m1;
    result[14] = v2[2] + tRate * x[5] + t * b2 - radius2 * m2;
    result[15] = m0;
    result[16] = m1;
    result[17] = m2;
  }
}
