import type { ConvexShape } from "../../lib/collision/index.ts";
import { getPolyhedron } from "./hullPairs.ts";

/** The volume of a hull: the heights of its faces over the origin times their areas, by thirds. */
export function calcHullVolume(shape: ConvexShape): number {
  const { vertices: p, faceStart, faceVertices, planes, faceCount } = getPolyhedron(shape);
  let volume = 0;
  for (let f = 0; f < faceCount; f++) {
    const face = [...faceVertices.subarray(faceStart[f], faceStart[f + 1])];
    const n = planes.subarray(4 * f, 4 * f + 3);
    const edge = (a: number, b: number) => [0, 1, 2].map((k) => p[3 * b + k] - p[3 * a + k]);
    for (let k = 2; k < face.length; k++) {
      const [u, v] = [edge(face[0], face[k - 1]), edge(face[0], face[k])];
      const across = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      volume += (planes[4 * f + 3] * (across[0] * n[0] + across[1] * n[1] + across[2] * n[2])) / 6;
    }
  }
  return volume;
}
