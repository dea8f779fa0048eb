export { calcNormals, type ShadedMesh } from "./calcNormals.ts";
export { Mesh, type MeshOptions, type MeshPlace } from "./Mesh.ts";
export { findSides, type RevolveOptions, revolve } from "./revolve.ts";
export { writeOBJ } from "./writeOBJ.ts";
export { writeSTL, writeTextSTL } from "./writeSTL.ts";
