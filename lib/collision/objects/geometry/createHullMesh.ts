import { Mesh } from "../../../shape/index.ts";
import { createHull } from "../../hull/createHull.ts";
import type { HullGeometry } from "./Geometry.ts";

/** The faces of a hull of points, each a fan of triangles. */
export function createHullMesh(owner: string, { points }: HullGeometry): Mesh {
  const { vertices, faceStart, faceVertices, faceCount } = createHull(owner, Float64Array.from(points.flat()));
  const triangles: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    const [first, ...rest] = faceVertices.subarray(faceStart[f], faceStart[f + 1]);
    for (let i = 1; i < rest.length; i++) triangles.push(first, rest[i - 1], rest[i]);
  }
  return new Mesh({ positions: vertices, triangles });
}
