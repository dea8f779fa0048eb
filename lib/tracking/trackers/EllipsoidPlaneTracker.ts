import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { type PlaneShape, PlaneTracker } from "./PlaneTracker.ts";

/*
 * In the ellipsoid's axes, with D the diagonal of the half axes and d the direction to the plane, the lowest point is
 * x = D²d/h, h = √(d·D²d). With ḋ as seen from the ellipsoid, T*(ḋ − [ω, d]):
 *
 *   ẋ = (D²ḋ − (x·ḋ) x)/h,   v = v_O + [ω, T x] + T ẋ.
 */
/** An ellipsoid on a plane. */
export class EllipsoidPlaneTracker extends PlaneTracker {
  /** Squares of the half axes. */
  private readonly squares: Float64Array;
  /** x (0–2), T x (3–5), h (6). */
  private readonly work = new Float64Array(7);

  constructor(
    frameA: SurfaceFrame,
    frameB: SurfaceFrame,
    isSwapped: boolean,
    plane: PlaneShape,
    radii: ArrayLike<number>,
  ) {
    super(frameA, frameB, isSwapped, plane);
    this.squares = Float64Array.from(radii, (radius) => radius * radius);
  }

  protected override findLowest(): void {
    const { result, down: d, two, work, squares } = this;
    const { r, T } = this.second;
    const d0 = T[0] * d[0] + T[3] * d[1] + T[6] * d[2];
    const d1 = T[1] * d[0] + T[4] * d[1] + T[7] * d[2];
    const d2 = T[2] * d[0] + T[5] * d[1] + T[8] * d[2];
    const x0 = squares[0] * d0;
    const x1 = squares[1] * d1;
    const x2 = squares[2] * d2;
    const h = Math.sqrt(x0 * d0 + x1 * d1 + x2 * d2);
    const scale = 1 / h;
    const y0 = (T[0] * x0 + T[1] * x1 + T[2] * x2) * scale;
    const y1 = (T[3] * x0 + T[4] * x1 + T[5] * x2) * scale;
    const y2 = (T[6] * x0 + T[7] * x1 + T[8] * x2) * scale;
    work[0] = x0 * scale;
    work[1] = x1 * scale;
    work[2] = x2 * scale;
    work[3] = y0;
    work[4] = y1;
    work[5] = y2;
    work[6] = h;
    result[two] = r[0] + y0;
    result[two + 1] = r[1] + y1;
    result[two + 2] = r[2] + y2;
  }

  protected override calcLowestVelocity(): void {
    const { result, down: d, two, work, squares } = this;
    const { v, w, T } = this.second;
    const c0 = d[3] - (w[1] * d[2] - w[2] * d[1]);
    const c1 = d[4] - (w[2] * d[0] - w[0] * d[2]);
    const c2 = d[5] - (w[0] * d[1] - w[1] * d[0]);
    const d0 = T[0] * c0 + T[3] * c1 + T[6] * c2;
    const d1 = T[1] * c0 + T[4] * c1 + T[7] * c2;
    const d2 = T[2] * c0 + T[5] * c1 + T[8] * c2;
    const scale = 1 / work[6];
    const along = work[0] * d0 + work[1] * d1 + work[2] * d2;
    const x0 = (squares[0] * d0 - along * work[0]) * scale;
    const x1 = (squares[1] * d1 - along * work[1]) * scale;
    const x2 = (squares[2] * d2 - along * work[2]) * scale;
    result[9 + two] = v[0] + w[1] * work[5] - w[2] * work[4] + T[0] * x0 + T[1] * x1 + T[2] * x2;
    result[10 + two] = v[1] + w[2] * work[3] - w[0] * work[5] + T[3] * x0 + T[4] * x1 + T[5] * x2;
    result[11 + two] = v[2] + w[0] * work[4] - w[1] * work[3] + T[6] * x0 + T[7] * x1 + T[8] * x2;
  }
}
