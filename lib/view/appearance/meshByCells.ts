import { add, cross, dot, subtract, type Vector3 } from "../../math/index.ts";
import { Mesh } from "../../shape/index.ts";

const CELLS = 36;
const BISECTIONS = 30;
/** The grid is wider than the box by these parts of a cell, so that faces of the box fall between its points. */
const [BEFORE, BEHIND] = [0.618, 1.382];

/** The ways from corner 0 to corner 7 of a cube along its edges: six tetrahedra that fill it, the same in every cube. */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 1, 5, 7],
  [0, 2, 3, 7],
  [0, 2, 6, 7],
  [0, 4, 5, 7],
  [0, 4, 6, 7],
];

/**
 * The closed surface of what lies inside, within a box: a grid of tetrahedra, cut where the inside ends (marching
 * tetrahedra). Vertices lie on the true surface, or on the sides of the box. Undefined if there is nothing.
 */
export function meshByCells(isInside: (p: Vector3) => boolean, min: Vector3, max: Vector3): Mesh | undefined {
  const step = Math.max(...subtract(max, min)) / (CELLS - BEFORE - BEHIND);
  const counts = subtract(max, min).map((length) => Math.ceil(length / step + BEFORE + BEHIND) + 1);
  const place = (i: number, j: number, k: number): Vector3 => [
    min[0] + (i - BEFORE) * step,
    min[1] + (j - BEFORE) * step,
    min[2] + (k - BEFORE) * step,
  ];
  const isBetween = (p: Vector3, i: 0 | 1 | 2) => p[i] > min[i] && p[i] < max[i];
  const isWithin = (p: Vector3) => isBetween(p, 0) && isBetween(p, 1) && isBetween(p, 2) && isInside(p);
  const index = (i: number, j: number, k: number) => (k * counts[1] + j) * counts[0] + i;
  const points: Vector3[] = [];
  const inside: boolean[] = [];
  for (let k = 0; k < counts[2]; k++) {
    for (let j = 0; j < counts[1]; j++) {
      for (let i = 0; i < counts[0]; i++) {
        const p = place(i, j, k);
        points.push(p);
        inside.push(isWithin(p));
      }
    }
  }
  const positions: number[] = [];
  const triangles: number[] = [];
  const known = new Map<number, number>();
  /** The vertex on the edge from a point inside to one outside. */
  const findVertex = (from: number, to: number): number => {
    const key = from * points.length + to;
    let vertex = known.get(key);
    if (vertex === undefined) {
      let [a, b] = [points[from], points[to]];
      for (let i = 0; i < BISECTIONS; i++) {
        const p = middle(a, b);
        if (isWithin(p)) a = p;
        else b = p;
      }
      vertex = positions.push(...middle(a, b)) / 3 - 1;
      known.set(key, vertex);
    }
    return vertex;
  };
  type Edge = readonly [from: number, to: number];
  const addTriangle = (edges: readonly [Edge, Edge, Edge]) => {
    // Which way round: as seen in the middles of the edges, from the inside out.
    const [a, b, c] = edges.map(([from, to]) => middle(points[from], points[to]));
    const out = edges.reduce<Vector3>((sum, [from, to]) => add(sum, subtract(points[to], points[from])), [0, 0, 0]);
    const vertices = edges.map(([from, to]) => findVertex(from, to));
    if (dot(cross(subtract(b, a), subtract(c, a)), out) < 0) vertices.reverse();
    triangles.push(...vertices);
  };
  for (let k = 0; k + 1 < counts[2]; k++) {
    for (let j = 0; j + 1 < counts[1]; j++) {
      for (let i = 0; i + 1 < counts[0]; i++) {
        const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => index(i + (n & 1), j + ((n >> 1) & 1), k + (n >> 2)));
        const count = corners.reduce((sum, corner) => sum + (inside[corner] ? 1 : 0), 0);
        if (count === 0 || count === 8) continue;
        for (const tetrahedron of TETRAHEDRA) {
          const own = tetrahedron.map((n) => corners[n]);
          const [ins, outs] = [own.filter((n) => inside[n]), own.filter((n) => !inside[n])];
          if (ins.length === 2) {
            const [[a, b], [c, d]] = [ins, outs];
            addTriangle([
              [a, c],
              [a, d],
              [b, d],
            ]);
            addTriangle([
              [a, c],
              [b, d],
              [b, c],
            ]);
          } else if (ins.length === 1)
            addTriangle([
              [ins[0], outs[0]],
              [ins[0], outs[1]],
              [ins[0], outs[2]],
            ]);
          else if (ins.length === 3)
            addTriangle([
              [ins[0], outs[0]],
              [ins[1], outs[0]],
              [ins[2], outs[0]],
            ]);
        }
      }
    }
  }
  return triangles.length > 0 ? new Mesh({ positions, triangles }) : undefined;
}

const middle = (a: Vector3, b: Vector3): Vector3 => [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])];
