import { cross, findPerpendicular, type Quaternion, quaternionFromMatrix } from "../../math/index.ts";

/** A turn that brings the axis y into a direction (a unit vector). */
export function turnTo(y: ArrayLike<number>): Quaternion {
  const x = findPerpendicular(y);
  const z = cross(x, y);
  return quaternionFromMatrix([0, 1, 2].flatMap((i) => [x[i], y[i], z[i]]));
}
