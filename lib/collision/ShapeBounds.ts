import type { Bounds } from "./broadphase/index.ts";
import type { ConvexShape } from "./ConvexShape.ts";
import { findSupport } from "./findSupport.ts";
import type { Pose } from "./Pose.ts";

/** The boxes around a convex shape on a body: its farthest points along the axes of the world. */
export class ShapeBounds implements Bounds {
  readonly reach: number;
  private readonly shape: ConvexShape;
  private readonly place: Pose;
  private readonly direction = new Float64Array(3);
  private readonly point = new Float64Array(3);

  /** `place` is where the shape sits on the body: from its origin, in its axes. */
  constructor(shape: ConvexShape, place: Pose) {
    this.shape = shape;
    this.place = place;
    this.reach = Math.hypot(...place.r) + shape.reach;
  }

  calcBox(r: ArrayLike<number>, T: ArrayLike<number>, out: Float64Array, offset: number): void {
    const { shape, direction: d } = this;
    const { r: c, T: R } = this.place;
    const isBall = shape.kind === "point";
    for (let i = 0; i < 3; i++) {
      const x = T[3 * i];
      const y = T[3 * i + 1];
      const z = T[3 * i + 2];
      const middle = r[i] + x * c[0] + y * c[1] + z * c[2];
      out[offset + i] = middle - shape.radius;
      out[offset + 3 + i] = middle + shape.radius;
      if (isBall) continue;
      // The world's axis in the axes of the shape: a row of T R.
      for (let k = 0; k < 3; k++) d[k] = x * R[k] + y * R[3 + k] + z * R[6 + k];
      out[offset + 3 + i] += this.calcHeight();
      for (let k = 0; k < 3; k++) d[k] = -d[k];
      out[offset + i] -= this.calcHeight();
    }
  }

  /** How far the core reaches in the direction. */
  private calcHeight(): number {
    const { shape, direction: d, point } = this;
    const { extents } = shape;
    if (shape.kind === "box") {
      return extents[0] * Math.abs(d[0]) + extents[1] * Math.abs(d[1]) + extents[2] * Math.abs(d[2]);
    }
    findSupport(shape, d, 0, point);
    return d[0] * point[0] + d[1] * point[1] + d[2] * point[2];
  }
}
