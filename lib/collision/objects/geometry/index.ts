export { calcGeometryInertia, calcVolume } from "./calcGeometryInertia.ts";
export { createGeometryMesh } from "./createGeometryMesh.ts";
export * from "./Geometry.ts";
export { GeometryBounds } from "./GeometryBounds.ts";
export { type HeightFieldOptions, heightField } from "./heightField.ts";
export { hull } from "./hull.ts";
export { mesh } from "./mesh.ts";
export { type AxialGeometryOptions, box, capsule, cone, cylinder, ellipsoid, sphere } from "./solids.ts";
export { surface } from "./surface.ts";
