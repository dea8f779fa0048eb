import { cross, norm, scale, subtract, type Vector3 } from "../math/index.ts";

export type Triangle = readonly [Vector3, Vector3, Vector3];

/** Below this size products of two lengths are nothing. */
const LEAST = 1e-100;

/** The triangle as it is, or, if it is tiny, one of the same shape with coordinates about one. */
export function scaleTriangle(triangle: Triangle): Triangle {
  const size = triangle.reduce((most, p) => Math.max(most, Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2])), 0);
  if (size > LEAST || size === 0) return triangle;
  return triangle.map(([x, y, z]): Vector3 => [x / size, y / size, z / size]) as unknown as Triangle;
}

/** The unit normal of a triangle; zero if it has no area. */
export function calcFaceNormal(triangle: Triangle): Vector3 {
  const [a, b, c] = scaleTriangle(triangle);
  const normal = cross(subtract(b, a), subtract(c, a));
  const length = norm(normal);
  return length === 0 ? [0, 0, 0] : scale(normal, 1 / length);
}
