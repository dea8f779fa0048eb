import {
  checkDirection,
  checkOptions,
  checkVector3,
  describe,
  dot,
  findPerpendicular,
  ModelError,
  otherwise,
  type VectorInput,
} from "../../math/index.ts";
import { PLACE_OPTIONS, Surface, type SurfacePlace } from "../Surface.ts";
import { describeSurface } from "./describeSurface.ts";

export interface PlaneOptions extends SurfacePlace {
  /** Out of the material; `[0, 1, 0]` if left out: a floor. */
  normal?: VectorInput;
  /** A point of the plane; the origin if left out. */
  point?: VectorInput;
}

/** Farther out sums of three coordinates may be no numbers any more. */
const FARTHEST = 1e60;

/** A half space: `f = n·(p − point)`, the signed distance. */
export class Plane extends Surface {
  readonly normal: Float64Array;
  readonly point: Float64Array;
  /** A plane has no length of its own: one metre. */
  readonly size = 1;

  constructor(options: PlaneOptions = {}) {
    checkOptions("Plane", options, [...PLACE_OPTIONS, "normal", "point"]);
    super(options);
    this.normal = Float64Array.from(checkDirection("Plane", "normal", otherwise(options.normal, [0, 1, 0])));
    this.point = Float64Array.from(checkVector3("Plane", "point", otherwise(options.point, [0, 0, 0])));
    if (this.point.some((x) => Math.abs(x) > FARTHEST)) {
      throw new ModelError(
        `Plane: point ${describe(options.point)} is too far away; give coordinates of at most ${FARTHEST} m`,
      );
    }
  }

  get label(): string {
    return describeSurface("Plane", { normal: this.normal, point: this.point });
  }

  override calc(p: Float64Array, out: Float64Array): void {
    const { normal: n, point: q } = this;
    out[0] = n[0] * (p[0] - q[0]) + n[1] * (p[1] - q[1]) + n[2] * (p[2] - q[2]);
    out[1] = n[0];
    out[2] = n[1];
    out[3] = n[2];
    out[4] = out[5] = out[6] = out[7] = out[8] = out[9] = 0;
  }

  /** Only along the normal nothing lies farther than the plane. */
  override findSupport(direction: Float64Array, out: Float64Array): boolean {
    const length = Math.hypot(direction[0], direction[1], direction[2]);
    if (dot(this.normal, direction) < (1 - 1e-15) * length) return false;
    out.set(this.point);
    return true;
  }

  override listSamples(): Float64Array[] {
    const { normal, point } = this;
    const u = findPerpendicular(normal);
    const v = [
      normal[1] * u[2] - normal[2] * u[1],
      normal[2] * u[0] - normal[0] * u[2],
      normal[0] * u[1] - normal[1] * u[0],
    ];
    const samples: Float64Array[] = [];
    for (const a of [-1, 0, 1]) {
      for (const b of [-1, 0, 1]) samples.push(point.map((x, i) => x + a * u[i] + b * v[i]));
    }
    return samples;
  }
}
