import { checkInstance, checkNotNegative } from "../math/index.ts";
import { Mesh } from "./Mesh.ts";
import { type ShadedMesh, shadeMesh } from "./shadeMesh.ts";

export type { ShadedMesh };

/** Normals at the vertices: means of the triangles around, weighed by their angles there, over no edge beyond `crease` (rad). */
export function calcNormals(mesh: Mesh, crease?: number): ShadedMesh {
  checkInstance("calcNormals", "the mesh", mesh, Mesh);
  if (crease !== undefined) checkNotNegative("calcNormals", "crease", crease);
  return shadeMesh(mesh, crease);
}
