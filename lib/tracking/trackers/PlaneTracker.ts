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
    for (let i = 0; i < 3; i++) {
      down[i] = -(T[3 * i] * shape[0] + T[3 * i + 1] * shape[1] + T[3 * i + 2] * shape[2]);
      arm[i + 3] = T[3 * i] * shape[3] + T[3 * i + 1] * shape[4] + T[3 * i + 2] * shape[5];
    }
    this.findLowest();
    let gap = 0;
    for (let i = 0; i < 3; i++) {
      arm[i] = result[two + i] - r[i] - arm[i + 3];
      gap -= down[i] * arm[i];
    }
    for (let i = 0; i < 3; i++) {
      result[one + i] = result[two + i] + gap * down[i];
      result[6 + i] = -sign * down[i];
    }
    result[18] = gap;
  }

  override calcVelocities(): void {
    const { result, down, arm, one, two, sign } = this;
    const { v, w } = this.first;
    down[3] = w[1] * down[2] - w[2] * down[1];
    down[4] = w[2] * down[0] - w[0] * down[2];
    down[5] = w[0] * down[1] - w[1] * down[0];
    this.calcLowestVelocity();
    const v0 = v[0] + w[1] * arm[5] - w[2] * arm[4];
    const v1 = v[1] + w[2] * arm[3] - w[0] * arm[5];
    const v2 = v[2] + w[0] * arm[4] - w[1] * arm[3];
    const gap = result[18];
    const rate =
      -down[0] * (result[9 + two] - v0) -
      down[1] * (result[10 + two] - v1) -
      down[2] * (result[11 + two] - v2) -
      (down[3] * arm[0] + down[4] * arm[1] + down[5] * arm[2]);
    for (let i = 0; i < 3; i++) {
      result[9 + one + i] = result[9 + two + i] + rate * down[i] + gap * down[3 + i];
      result[15 + i] = -sign * down[3 + i];
    }
  }
}
