import { add, cross, dot, norm, normalize, scale, type Vector3 } from "../../../math/index.ts";
import type { UpAxis } from "../ViewerOptions.ts";
import type { Box } from "./Box.ts";

/** Where a camera stands and what it looks at. */
export interface CameraPlace {
  position: Vector3;
  target: Vector3;
}

export interface FitOptions {
  /** From the points to the camera. */
  from: Vector3;
  /** Unit vector upwards. */
  up: Vector3;
  /** Angle of view from bottom to top, rad. */
  angle: number;
  /** Width over height of the picture. */
  aspect: number;
  /** How much larger than needed the view is. Default: 1.15. */
  margin?: number;
}

/**
 * The nearest place in the given direction from which a camera sees all points. With coordinates `u` to the right, `n`
 * towards the camera and the tangent `t` of half the angle, a camera at `u0` and distance `d` sees a point if
 * `|u − u0| ≤ t (d − n)`: `d = (A + B)/2` and `u0 = t (A − B)/2` with `A = max(n + u/t)` and `B = max(n − u/t)`.
 */
export function fitCamera(points: readonly Vector3[], options: FitOptions): CameraPlace {
  const { angle, aspect, margin = 1.15 } = options;
  const from = keepAside(normalize(options.from), options.up);
  const right = normalize(cross(options.up, from));
  const up = cross(from, right);
  const tanY = Math.tan(angle / 2) / margin;
  const tanX = tanY * aspect;
  let [right1, right2, up1, up2, nearest] = new Array<number>(5).fill(Number.NEGATIVE_INFINITY);
  for (const point of points) {
    const [u, v, n] = [dot(point, right), dot(point, up), dot(point, from)];
    right1 = Math.max(right1, n + u / tanX);
    right2 = Math.max(right2, n - u / tanX);
    up1 = Math.max(up1, n + v / tanY);
    up2 = Math.max(up2, n - v / tanY);
    nearest = Math.max(nearest, n);
  }
  const distance = Math.max((right1 + right2) / 2, (up1 + up2) / 2);
  const across = add(scale(right, (tanX * (right1 - right2)) / 2), scale(up, (tanY * (up1 - up2)) / 2));
  // In the middle of the depth of all points.
  const depth = points.reduce((sum, point) => sum + dot(point, from), 0) / points.length;
  return {
    position: add(across, scale(from, Math.max(distance, nearest))),
    target: add(across, scale(from, Math.min(depth, nearest))),
  };
}

/** From straight above or below there is no right and left: a little from the front, too little to be seen. */
function keepAside(from: Vector3, up: Vector3): Vector3 {
  return norm(cross(up, from)) > ASIDE ? from : normalize(add(from, scale(getSides(up).front, 2 * ASIDE)));
}
const ASIDE = 1e-4;

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const satisfies Record<string, Vector3>;

/** A unit vector along an axis, or against it. */
export function getAxis(name: UpAxis): Vector3 {
  const axis = AXES[name.slice(-1) as "x" | "y" | "z"];
  return name.startsWith("-") ? scale(axis, -1) : axis;
}

/** What lies to the right and towards the reader when an axis points up. */
export function getSides(up: Vector3): { right: Vector3; front: Vector3 } {
  const front: Vector3 = up[2] === 0 ? [0, 0, 1] : [0, -1, 0];
  return { right: cross(up, front), front };
}

/** A box thinner than this part of its other side is looked at from the front. */
const FLAT = 0.3;

/** A good direction to look from: what moves in a plane from its front, other things more from a corner and from above. */
export function chooseDirection(box: Box, upward: UpAxis): Vector3 {
  const up = getAxis(upward);
  let { right, front } = getSides(up);
  const width = (axis: Vector3) => Math.abs(dot(box.size, axis));
  if (width(right) < FLAT * width(front)) [right, front] = [scale(front, -1), right];
  const isFlat = width(front) < FLAT * Math.max(width(right), width(up));
  const [across, above] = isFlat ? [0.32, 0.22] : [0.7, 0.55];
  return normalize(add(front, add(scale(right, across), scale(up, above))));
}
