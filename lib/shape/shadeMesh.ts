import type { Vector3 } from "../math/types.ts";
import { cross, dot, norm, scale, subtract } from "../math/vector.ts";
import { calcFaceNormal, scaleTriangle } from "./calcFaceNormal.ts";
import type { Mesh } from "./Mesh.ts";

/** A mesh as it is drawn: vertices are doubled where the surface has an edge. */
export interface ShadedMesh {
  positions: Float64Array;
  normals: Float64Array;
  triangles: Uint32Array;
  /** The number in the mesh of each vertex. */
  sources: Uint32Array;
}

/** Edges sharper than this stay sharp. */
const CREASE = Math.PI / 6;

/** A vertex whose triangles have no area has no normal: it gets this one, since files want one. */
const ANY: Vector3 = [0, 0, 1];

/**
 * Normals at the vertices: means of the triangles around, weighed by their angles there, over no sharp edge. Nothing is
 * checked here: what draws scenes is a bundle of its own, whose errors would be of another class.
 */
export function shadeMesh(mesh: Mesh, crease = CREASE): ShadedMesh {
  const { triangles, vertexCount, triangleCount } = mesh;
  const faces: Vector3[] = [];
  const angles = new Float64Array(triangles.length);
  const around: number[][] = Array.from({ length: vertexCount }, () => []);
  for (let i = 0; i < triangleCount; i++) {
    const corners = scaleTriangle(mesh.getTriangle(i));
    faces.push(calcFaceNormal(corners));
    for (let k = 0; k < 3; k++) {
      const [a, b] = [1, 2].map((step) => subtract(corners[(k + step) % 3], corners[k]));
      angles[3 * i + k] = Math.atan2(norm(cross(a, b)), dot(a, b));
      around[triangles[3 * i + k]].push(3 * i + k);
    }
  }
  const limit = Math.cos(crease);
  const positions: number[] = [];
  const normals: number[] = [];
  const sources: number[] = [];
  const shaded = new Uint32Array(triangles.length);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const known = new Map<string, number>();
    for (const corner of around[vertex]) {
      const own = faces[Math.floor(corner / 3)];
      let sum: Vector3 = [0, 0, 0];
      for (const other of around[vertex]) {
        const face = faces[Math.floor(other / 3)];
        if (dot(own, face) < limit) continue;
        const share = scale(face, angles[other]);
        sum = [sum[0] + share[0], sum[1] + share[1], sum[2] + share[2]];
      }
      const length = norm(sum);
      const normal = length > 0 ? scale(sum, 1 / length) : ANY;
      const key = normal.map((x) => Math.round(x * 1e6)).join();
      let index = known.get(key);
      if (index === undefined) {
        index = sources.push(vertex) - 1;
        known.set(key, index);
        positions.push(...mesh.getVertex(vertex));
        normals.push(...normal);
      }
      shaded[corner] = index;
    }
  }
  return {
    positions: Float64Array.from(positions),
    normals: Float64Array.from(normals),
    triangles: shaded,
    sources: Uint32Array.from(sources),
  };
}
