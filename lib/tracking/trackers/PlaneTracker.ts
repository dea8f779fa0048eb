import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { ClosedFormTracker } from "./ClosedFormTracker.ts";

/** A plane in the axes of its surface. */
export interface PlaneShape {
  /** Unit length, out of the material. */
  normal: ArrayLike<number>;
  point: ArrayLike<number>;
}

/*
 * The plane's normal N turns with its body: Ṅ = [ω, N]. The other surface gives its lowest point P₂ (in the direction
 * −N) and that point's velocity v₂; the nearest point of the plane is P₁ = P₂ − g N with g = N·(P₂ − p), p any point of
 * the plane, so
 *
 *   ġ = N·(v₂ − v_p) + Ṅ·(P₂ − p),   v₁ = v₂ − ġ N − g Ṅ.
 */
/** The first surface is a plane. What is left is the lowest point of the second and its velocity. */
export abstract class PlaneTracker extends ClosedFormTracker {
  /** Direction from the second surface to the plane, −N (0–2), and its rate (3–5). */
  protected readonly down = new Float64Array(6);
  private readonly shape = new Float64Array(6);
  /** P₂ − p (0–2), p − r (3–5). */
  private readonly arm = new Float64Array(6);

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean, { normal, point }: PlaneShape) {
    super(frameA, frameB, isSwapped);
    this.shape.set(normal, 0);
    this.shape.set(point, 3);
  }

  /** The lowest point of the second surface along `down`, into the result. */
  protected abstract findLowest(): void;

  /** Its velocity, into the result. */
  protected abstract calcLowestVelocity(): void;

  override track(): void {
    const { result, down, shape, arm, one, two, sign } = this;
    const { T, r } = this.first;
    const n0 = shape[0];
    const n1 = shape[1];
    const n2 = shape[2];
    const p0 = shape[3];
    const p1 = shape[4];
    const p2 = shape[5];
    const d0 = -(T[0] * n0 + T[1] * n1 + T[2] * n2);
    const d1 = -(T[3] * n0 + T[4] * n1 + T[5] * n2);
    const d2 = -(T[6] * n0 + T[7] * n1 + T[8] * n2);
    const q0 = T[0] * p0 + T[1] * p1 + T[2] * p2;
    const q1 = T[3] * p0 + T[4] * p1 + T[5] * p2;
    const q2 = T[6] * p0 + T[7] * p1 + T[8] * p2;
    down[0] = d0;
    down[1] = d1;
    down[2] = d2;
    this.findLowest();
    const a0 = result[two] - r[0] - q0;
    const a1 = result[two + 1] - r[1] - q1;
    const a2 = result[two + 2] - r[2] - q2;
    const gap = -(d0 * a0 + d1 * a1 + d2 * a2);
    result[one] = result[two] + gap * d0;
    result[one + 1] = result[two + 1] + gap * d1;
    result[one + 2] = result[two + 2] + gap * d2;
    result[6] = -sign * d0;
    result[7] = -sign * d1;
    result[8] = -sign * d2;
    arm[0] = a0;
    arm[1] = a1;
    arm[2] = a2;
    arm[3] = q0;
    arm[4] = q1;
    arm[5] = q2;
    result[18] = gap;
  }

  override calcVelocities(): void {
    const { result, down, arm, one, two, sign } = this;
    const { v, w } = this.first;
    const d0 = down[0];
    const d1 = down[1];
    const d2 = down[2];
    const e0 = w[1] * d2 - w[2] * d1;
    const e1 = w[2] * d0 - w[0] * d2;
    const e2 = w[0] * d1 - w[1] * d0;
    down[3] = e0;
    down[4] = e1;
    down[5] = e2;
    this.calcLowestVelocity();
    const v0 = v[0] + w[1] * arm[5] - w[2] * arm[4];
    const v1 = v[1] + w[2] * arm[3] - w[0] * arm[5];
    const v2 = v[2] + w[0] * arm[4] - w[1] * arm[3];
    const gap = result[18];
    const rate =
      d0 * (v0 - result[9 + two]) +
      d1 * (v1 - result[10 + two]) +
      d2 * (v2 - result[11 + two]) -
      (e0 * arm[0] + e1 * arm[1] + e2 * arm[2]);
    result[9 + one] = result[9 + two] + rate * d0 + gap * e0;
    result[10 + one] = result[10 + two] + rate * d1 + gap * e1;
    result[11 + one] = result[11 + two] + rate * d2 + gap * e2;
    result[15] = -sign * e0;
    result[16] = -sign * e1;
    result[17] = -sign * e2;
  }
}
