import type { HullTriangle } from "./growHull.ts";

/** Corners no farther than this from the plane of a triangle lie in it; coordinates are between 0 and 1. */
const FLAT = 1e-11;

/**
 * Faces of a hull: triangles in one plane, to rounding, as one polygon each, the largest triangle deciding on the plane.
 * Corners where fewer than three faces meet are none: they lie on an edge or in a face and are left out.
 */
export function mergeFaces(p: Float64Array, triangles: readonly HullTriangle[]): number[][] {
  const planes = triangles.map(({ corners }) => calcPlane(p, corners));
  const order = triangles.map((_, i) => i).sort((i, j) => planes[j][4] - planes[i][4] || i - j);
  const faceOf = new Map<HullTriangle, number>();
  const faces: HullTriangle[][] = [];
  for (const i of order) {
    if (faceOf.has(triangles[i])) continue;
    const face: HullTriangle[] = [];
    const add = (triangle: HullTriangle) => {
      faceOf.set(triangle, faces.length);
      face.push(triangle);
    };
    add(triangles[i]);
    for (const triangle of face) {
      for (const other of triangle.across) {
        if (!faceOf.has(other) && other.corners.every((corner) => isInPlane(p, corner, planes[i]))) add(other);
      }
    }
    faces.push(face);
  }
  const polygons = faces.map((face, f) => listOutline(face, (other) => faceOf.get(other) !== f));
  const meeting = new Map<number, number>();
  for (const corner of polygons.flat()) meeting.set(corner, (meeting.get(corner) ?? 0) + 1);
  const merged = polygons.map((polygon) => polygon.filter((corner) => meeting.get(corner)! > 2));
  // Where merging within the tolerance does not end in a closed surface, the triangles are right all the same.
  return isClosed(merged) ? merged : triangles.map(({ corners }) => [...corners]);
}

/** Unit normal, offset, and twice the area. */
function calcPlane(p: Float64Array, [a, b, c]: readonly number[]): number[] {
  const u = [0, 1, 2].map((k) => p[3 * b + k] - p[3 * a + k]);
  const v = [0, 1, 2].map((k) => p[3 * c + k] - p[3 * a + k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const area = Math.hypot(n[0], n[1], n[2]);
  const unit = n.map((x) => (area > 0 ? x / area : 0));
  return [...unit, unit[0] * p[3 * a] + unit[1] * p[3 * a + 1] + unit[2] * p[3 * a + 2], area];
}

const isInPlane = (p: Float64Array, i: number, [x, y, z, offset]: readonly number[]): boolean =>
  Math.abs(x * p[3 * i] + y * p[3 * i + 1] + z * p[3 * i + 2] - offset) <= FLAT;

/** The corners around triangles that belong together, anticlockwise. */
function listOutline(face: readonly HullTriangle[], isOutside: (triangle: HullTriangle) => boolean): number[] {
  const next = new Map<number, number>();
  for (const { corners, across } of face) {
    for (let i = 0; i < 3; i++) if (isOutside(across[i])) next.set(corners[i], corners[(i + 1) % 3]);
  }
  const first: number = next.keys().next().value!;
  const out = [first];
  for (let at = next.get(first); at !== undefined && at !== first && out.length <= next.size; at = next.get(at)) {
    out.push(at);
  }
  return out;
}

/** Whether each edge is run through once in either direction, and Euler's formula holds. */
function isClosed(faces: readonly (readonly number[])[]): boolean {
  const edges = new Set<string>();
  let count = 0;
  for (const face of faces) {
    if (face.length < 3) return false;
    face.forEach((corner, i) => {
      edges.add(`${corner} ${face[(i + 1) % face.length]}`);
      count++;
    });
  }
  if (edges.size !== count) return false;
  for (const edge of edges) if (!edges.has(edge.split(" ").reverse().join(" "))) return false;
  const corners = new Set(faces.flat());
  return corners.size - count / 2 + faces.length === 2;
}
