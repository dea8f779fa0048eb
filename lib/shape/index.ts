export type { BodyCollider, ColliderOptions, ColliderShape, ColliderSource } from "./Collider.ts";
export type { ContactMaterial } from "./ContactMaterial.ts";
export { calcMeshMoments, type MeshMoments } from "./calcMeshMoments.ts";
export { calcNormals, type ShadedMesh } from "./calcNormals.ts";
export { Mesh, type MeshOptions, type MeshPlace } from "./Mesh.ts";
export { readOBJ } from "./readOBJ.ts";
export { readSTL } from "./readSTL.ts";
export { findSides, type RevolveOptions, revolve } from "./revolve.ts";
export { listShapes, readShapes, type Shape, type ShapeOptions, type ShapeSource } from "./Shape.ts";
export type {
  AxialMeshOptions,
  CapsuleMeshOptions,
  ConeMeshOptions,
  CylinderMeshOptions,
  EllipsoidMeshOptions,
  RoundMeshOptions,
  SphereMeshOptions,
  TorusMeshOptions,
} from "./solids.ts";
export { writeOBJ } from "./writeOBJ.ts";
export { writeSTL, writeTextSTL } from "./writeSTL.ts";
