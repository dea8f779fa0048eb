import { add, dot, norm, normalize, scale, subtract, type Vector3 } from "../../math/index.ts";
import { Mesh } from "../../shape/index.ts";
import type { Surface } from "../../tracking/index.ts";
import type { Cut } from "./Cut.ts";

const CELLS = 64;
const STEPS = 48;
const BISECTIONS = 40;
/** A surface is a floor if the mean of its normals is no shorter than this. */
const LEVEL = 0.7;
/** What is below the lowest point, by the extent. */
const DEPTH = 0.06;

/**
 * A floor of any form, cut to a square: a surface that looks about the same way everywhere, and that every line along the
 * axis nearest to that way crosses once. Undefined for others.
 */
export function meshByColumns(surface: Surface, samples: readonly Float64Array[], cut: Cut): Mesh | undefined {
  const { center, extent } = cut;
  const near = samples.filter((point) => norm(subtract(point, center)) < 4 * extent);
  const up = near.length > 0 && findUp(surface, near);
  if (!up) return undefined;
  const { axis, side } = up;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const values = new Float64Array(10);
  const heights = near.map((point) => side * point[axis]);
  const [lowest, highest] = [Math.min(...heights) - extent, Math.max(...heights) + extent];
  const place = (a: number, b: number, height: number): Float64Array => {
    const point = new Float64Array(3);
    point[u] = center[u] + a * extent;
    // The grid stays right-handed about the way up.
    point[v] = center[v] + side * b * extent;
    point[axis] = side * height;
    return point;
  };
  const isInside = (a: number, b: number, height: number): boolean => {
    surface.calc(place(a, b, height), values);
    return values[0] < 0;
  };
  const findHeight = (a: number, b: number): number | undefined => {
    let found: number | undefined;
    for (let i = 0; i <= STEPS; i++) {
      const inside = isInside(a, b, highest + ((lowest - highest) * i) / STEPS);
      if (inside && found === undefined) found = i;
      if (!inside && found !== undefined) return undefined;
    }
    if (!found) return undefined;
    let [above, below] = [found - 1, found].map((i) => highest + ((lowest - highest) * i) / STEPS);
    for (let i = 0; i < BISECTIONS; i++) {
      const middle = 0.5 * (above + below);
      if (isInside(a, b, middle)) below = middle;
      else above = middle;
    }
    return below;
  };
  const ticks = Array.from({ length: CELLS + 1 }, (_, i) => (2 * i) / CELLS - 1);
  const top: number[] = [];
  for (const b of ticks) {
    for (const a of ticks) {
      const height = findHeight(a, b);
      if (height === undefined) return undefined;
      top.push(height);
    }
  }
  const count = CELLS + 1;
  const positions = top.flatMap((height, i) => [...place(ticks[i % count], ticks[Math.floor(i / count)], height)]);
  const triangles: number[] = [];
  for (let j = 0; j < CELLS; j++) {
    for (let i = 0; i < CELLS; i++) {
      const a = j * count + i;
      triangles.push(a, a + 1, a + count + 1, a, a + count + 1, a + count);
    }
  }
  const bottom = Math.min(...top) - DEPTH * extent;
  const rim = listRim(count);
  const addVertex = (a: number, b: number) => positions.push(...place(a, b, bottom)) / 3 - 1;
  const below = rim.map((i) => addVertex(ticks[i % count], ticks[Math.floor(i / count)]));
  const middle = addVertex(0, 0);
  rim.forEach((corner, i) => {
    const next = (i + 1) % rim.length;
    triangles.push(corner, below[i], rim[next], rim[next], below[i], below[next], below[i], middle, below[next]);
  });
  return new Mesh({ positions, triangles });
}

/** The numbers of the grid's points along its sides, anticlockwise as seen from above. */
function listRim(count: number): number[] {
  const last = count - 1;
  const along = Array.from({ length: last }, (_, i) => i);
  return [
    ...along,
    ...along.map((i) => i * count + last),
    ...along.map((i) => last * count + last - i),
    ...along.map((i) => (last - i) * count),
  ];
}

/** The axis along which a surface looks, and to which side; undefined if it looks many ways. */
function findUp(surface: Surface, samples: readonly Float64Array[]): { axis: number; side: 1 | -1 } | undefined {
  const values = new Float64Array(10);
  const sum = samples.reduce<Vector3>(
    (total, point) => {
      surface.calc(point, values);
      return add(total, normalize(values.subarray(1, 4)));
    },
    [0, 0, 0],
  );
  const mean = scale(sum, 1 / samples.length);
  if (Math.sqrt(dot(mean, mean)) < LEVEL) return undefined;
  const axis = [0, 1, 2].reduce((best, i) => (Math.abs(mean[i]) > Math.abs(mean[best]) ? i : best), 0);
  return { axis, side: mean[axis] > 0 ? 1 : -1 };
}
