import { checkInstance } from "../math/index.ts";
import type { KinematicPort } from "../rigidbody/index.ts";
import { Surface } from "./Surface.ts";

/** Pose and velocity of a surface's own axes in the world: those of its body, moved to where the surface sits on it. */
export class SurfaceFrame {
  readonly surface: Surface;
  /** Origin, rotation to world axes (row by row), velocity of the origin, angular velocity. */
  readonly r = new Float64Array(3);
  readonly T = new Float64Array(9);
  readonly v = new Float64Array(3);
  readonly w = new Float64Array(3);

  constructor(surface: Surface) {
    this.surface = checkInstance("SurfaceFrame", "the surface", surface, Surface);
  }

  /** Takes the pose and the velocity of the body. */
  update(port: KinematicPort): void {
    const { r, T, v, w } = this;
    const { position: p, rotation: Q } = this.surface;
    const B = port.T;
    for (let i = 0; i < 3; i++) {
      const b0 = B[3 * i];
      const b1 = B[3 * i + 1];
      const b2 = B[3 * i + 2];
      r[i] = b0 * p[0] + b1 * p[1] + b2 * p[2];
      T[3 * i] = b0 * Q[0] + b1 * Q[3] + b2 * Q[6];
      T[3 * i + 1] = b0 * Q[1] + b1 * Q[4] + b2 * Q[7];
      T[3 * i + 2] = b0 * Q[2] + b1 * Q[5] + b2 * Q[8];
      w[i] = port.w[i];
    }
    v[0] = port.v[0] + w[1] * r[2] - w[2] * r[1];
    v[1] = port.v[1] + w[2] * r[0] - w[0] * r[2];
    v[2] = port.v[2] + w[0] * r[1] - w[1] * r[0];
    r[0] += port.r[0];
    r[1] += port.r[1];
    r[2] += port.r[2];
  }
}
