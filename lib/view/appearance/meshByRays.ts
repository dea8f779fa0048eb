import { add, scale, type Vector3 } from "../../math/index.ts";
import { Mesh } from "../../shape/index.ts";
import type { Surface } from "../../tracking/index.ts";

const SIDES = 64;
/** Steps along a ray: powers of the step from the surface's size, inwards and outwards. */
const STEP = 2 ** 0.25;
const REACH = 28;
const BISECTIONS = 48;

/**
 * The mesh of a closed surface that every ray from a point inside crosses once. Undefined if one does not; the surface of
 * a cavity, with the point in the air, counts as well.
 */
export function meshByRays(surface: Surface, center: Vector3): Mesh | undefined {
  const values = new Float64Array(10);
  const point = new Float64Array(3);
  const isInside = (ray: Vector3, t: number): boolean => {
    for (let i = 0; i < 3; i++) point[i] = center[i] + t * ray[i];
    surface.calc(point, values);
    return values[0] < 0;
  };
  /** Where the ray crosses the surface, if it does so once. */
  const cross = (ray: Vector3): number | undefined => {
    const start = isInside(ray, 0);
    let before = 0;
    let found: [number, number] | undefined;
    let last = start;
    for (let k = -REACH; k <= REACH; k++) {
      const t = surface.size * STEP ** k;
      const inside = isInside(ray, t);
      if (inside !== last) {
        if (found) return undefined;
        found = [before, t];
      }
      last = inside;
      before = t;
    }
    if (!found) return undefined;
    let [a, b] = found;
    for (let i = 0; i < BISECTIONS; i++) {
      const t = 0.5 * (a + b);
      if (isInside(ray, t) === start) a = t;
      else b = t;
    }
    return 0.5 * (a + b);
  };
  const ball = Mesh.sphere({ radius: 1, sides: SIDES });
  const positions = new Float64Array(ball.positions.length);
  for (let i = 0; i < ball.vertexCount; i++) {
    const ray = ball.getVertex(i);
    const t = cross(ray);
    if (t === undefined) return undefined;
    positions.set(add(center, scale(ray, t)), 3 * i);
  }
  return new Mesh({ positions, triangles: ball.triangles });
}
