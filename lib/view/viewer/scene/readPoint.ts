import type { Vector3 } from "../../../math/index.ts";
import type { Body } from "../../../rigidbody/index.ts";

/** Where a point of a body is (given from its centre of mass, in its axes), with the model shown, into `out`. */
export function readPoint({ body, point: p }: { body: Body; point: Vector3 }, out: Float64Array, offset: number): void {
  const { r, T } = body.kinematics;
  for (let i = 0; i < 3; i++) {
    out[offset + i] = r[i] + T[3 * i] * p[0] + T[3 * i + 1] * p[1] + T[3 * i + 2] * p[2];
  }
}
