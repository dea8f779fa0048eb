import { ModelError } from "../../math/index.ts";
import { growHull } from "./growHull.ts";
import { mergeFaces } from "./mergeFaces.ts";
import { orient } from "./orient.ts";
import { Polyhedron } from "./Polyhedron.ts";

/** Coordinates become whole numbers below this: signs of determinants are then exact. */
const GRID = 2 ** 49;
/** Thinner hulls than this part of their length have no volume that distances could be measured by. */
const THINNEST = 1e-9;

/**
 * The convex hull of points (three numbers each). Which triangles bound it is decided with exact signs, so no arrangement
 * of points can confuse it; triangles in a plane, to rounding, then become one polygon, and vertices that are no corners
 * are left out. Scaled by its own extent: 1e-6 m is as good as 1e6 m.
 */
export function createHull(owner: string, points: Float64Array): Polyhedron {
  const remedy = "give at least four points that do not lie in a plane";
  if (points.length < 12) throw new ModelError(`${owner}: ${points.length / 3} points enclose no volume; ${remedy}`);
  const { low, extent } = findExtent(points);
  if (extent === 0) throw new ModelError(`${owner}: all ${points.length / 3} points are one; ${remedy}`);
  if (!Number.isFinite(extent)) {
    throw new ModelError(`${owner}: the points spread over more than numbers hold; give them in metres`);
  }
  const whole = points.map((x, i) => Math.round(((x - low[i % 3]) / extent) * GRID));
  const start = findSimplex(whole);
  if (start.height < THINNEST * GRID) {
    const what = start.width < THINNEST * GRID ? "on a line" : "in a plane";
    throw new ModelError(`${owner}: the ${points.length / 3} points lie ${what}, so they enclose no volume; ${remedy}`);
  }
  const triangles = growHull(whole, start.corners);
  const faces = mergeFaces(
    whole.map((x) => x / GRID),
    triangles,
  );
  return renumber(points, faces);
}

function findExtent(points: Float64Array): { low: number[]; extent: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  points.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  return { low, extent: Math.max(...high.map((x, k) => x - low[k])) };
}

interface Simplex {
  /** Four points, the first three anticlockwise seen from outside. */
  corners: [number, number, number, number];
  /** Of the third point above the line of the first two, and of the fourth above the plane of three. */
  width: number;
  height: number;
}

/** Points far apart: the two ends of the longest extent, the farthest from their line, the farthest from that plane. */
function findSimplex(p: Float64Array): Simplex {
  const count = p.length / 3;
  const findFarthest = (measure: (i: number) => number): number => {
    let best = 0;
    for (let i = 1; i < count; i++) if (measure(i) > measure(best)) best = i;
    return best;
  };
  let ends: [number, number] = [0, 0];
  let length = -1;
  for (let k = 0; k < 3; k++) {
    const a = findFarthest((i) => -p[3 * i + k]);
    const b = findFarthest((i) => p[3 * i + k]);
    if (p[3 * b + k] - p[3 * a + k] > length) {
      length = p[3 * b + k] - p[3 * a + k];
      ends = [a, b];
    }
  }
  const [a, b] = ends;
  const calcArea = (c: number): number => {
    const u = [0, 1, 2].map((k) => p[3 * b + k] - p[3 * a + k]);
    const v = [0, 1, 2].map((k) => p[3 * c + k] - p[3 * a + k]);
    return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
  };
  const c = findFarthest(calcArea);
  const d = findFarthest((i) => Math.abs(orient(p, a, b, c, i)));
  const volume = orient(p, a, b, c, d);
  const area = calcArea(c);
  return {
    corners: volume < 0 ? [a, b, c, d] : [a, c, b, d],
    width: area / length,
    height: area > 0 ? Math.abs(volume) / area : 0,
  };
}

/** The polyhedron of the points that faces name, and of no others, in the order of the points. */
function renumber(points: Float64Array, faces: readonly (readonly number[])[]): Polyhedron {
  const used = [...new Set(faces.flat())].sort((a, b) => a - b);
  const numbers = new Map(used.map((vertex, i) => [vertex, i]));
  const vertices = Float64Array.from(used.flatMap((i) => [points[3 * i], points[3 * i + 1], points[3 * i + 2]]));
  return new Polyhedron(
    vertices,
    faces.map((face) => face.map((vertex) => numbers.get(vertex)!)),
  );
}
