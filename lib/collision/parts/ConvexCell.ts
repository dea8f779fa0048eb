import { createHull } from "../hull/createHull.ts";
import type { Polyhedron } from "../hull/Polyhedron.ts";

/** A unit normal and its distance from the origin. */
export type Plane = readonly [x: number, y: number, z: number, distance: number];

/** What a cell holds of a triangle of the mesh: a convex polygon, three numbers a corner, in the plane of the triangle. */
export interface Fragment {
  readonly points: readonly number[];
  readonly plane: Plane;
}

/** A convex part of space with what it holds of the surface of a mesh. */
export class ConvexCell {
  readonly polyhedron: Polyhedron;
  readonly fragments: readonly Fragment[];

  constructor(polyhedron: Polyhedron, fragments: readonly Fragment[]) {
    this.polyhedron = polyhedron;
    this.fragments = fragments;
  }

  /** The mean of the corners: a point inside. */
  get center(): number[] {
    return calcMean(this.polyhedron.vertices);
  }

  /** How far a point inside is from the boundary. */
  findDepth(point: ArrayLike<number>, first = 0): number {
    const { planes } = this.polyhedron;
    let depth = Number.POSITIVE_INFINITY;
    for (let f = 0; f < planes.length; f += 4) {
      const along = planes[f] * point[first] + planes[f + 1] * point[first + 1] + planes[f + 2] * point[first + 2];
      depth = Math.min(depth, planes[f + 3] - along);
    }
    return depth;
  }

  /** How deep the surface goes into the cell with a fragment: at its corners, or in the middle if it goes right across. */
  findIntrusion({ points }: Fragment): number {
    let most = this.findDepth(calcMean(points));
    for (let i = 0; i < points.length; i += 3) most = Math.max(most, this.findDepth(points, i));
    return most;
  }

  /**
   * The parts on both sides of a plane, or nothing if one of them would be thinner than `least`. What lies in the plane, to
   * rounding, belongs to both.
   */
  split(plane: Plane, least: number, rounding: number): [ConvexCell, ConvexCell] | undefined {
    const { vertices, neighbours, neighbourStart } = this.polyhedron;
    const heights = calcHeights(vertices, plane);
    if (Math.max(...heights) < least || Math.min(...heights) > -least) return undefined;
    const sides: [number[], number[]] = [[], []];
    heights.forEach((height, i) => {
      const corner = vertices.subarray(3 * i, 3 * i + 3);
      if (height >= -rounding) sides[0].push(...corner);
      if (height <= rounding) sides[1].push(...corner);
      for (let n = neighbourStart[i]; n < neighbourStart[i + 1]; n++) {
        const j = neighbours[n];
        if (!(height > rounding && heights[j] < -rounding)) continue;
        const crossing = interpolate(vertices, i, j, height / (height - heights[j]));
        for (const side of sides) side.push(...crossing);
      }
    });
    const [front, back] = sides.map((points, k) => {
      const sign = k === 0 ? 1 : -1;
      const fragments = this.fragments.flatMap((fragment) => clip(fragment, plane, sign, rounding));
      return new ConvexCell(createHull("ConvexCell", Float64Array.from(points)), fragments);
    });
    return [front, back];
  }
}

export function calcMean(points: ArrayLike<number>): number[] {
  const mean = [0, 0, 0];
  for (let i = 0; i < points.length; i++) mean[i % 3] += (3 * points[i]) / points.length;
  return mean;
}

/** How far each point is in front of a plane. */
export function calcHeights(points: ArrayLike<number>, [x, y, z, distance]: Plane): number[] {
  return Array.from(
    { length: points.length / 3 },
    (_, i) => x * points[3 * i] + y * points[3 * i + 1] + z * points[3 * i + 2] - distance,
  );
}

function interpolate(points: ArrayLike<number>, i: number, j: number, part: number): number[] {
  return [0, 1, 2].map((k) => points[3 * i + k] + part * (points[3 * j + k] - points[3 * i + k]));
}

/** What is left of a fragment on one side of a plane [Sutherland]. */
function clip(fragment: Fragment, plane: Plane, sign: number, rounding: number): Fragment[] {
  const { points } = fragment;
  const heights = calcHeights(points, plane).map((height) => sign * height);
  if (Math.min(...heights) >= -rounding) return [fragment];
  if (Math.max(...heights) < -rounding) return [];
  const left: number[] = [];
  heights.forEach((height, i) => {
    const next = (i + 1) % heights.length;
    if (height >= -rounding) left.push(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    if (Math.abs(height) <= rounding || Math.abs(heights[next]) <= rounding || height > 0 === heights[next] > 0) return;
    left.push(...interpolate(points, i, next, height / (height - heights[next])));
  });
  return [{ points: left, plane: fragment.plane }];
}
