export type { ContactMaterial } from "../../shape/ContactMaterial.ts";
export { type Collider, ColliderPairs } from "./ColliderPairs.ts";
export { type BodyPlace, Connection, type ConnectionKind } from "./Connection.ts";
export { type ConnectionOptions, connect } from "./connect.ts";
export { createSystem } from "./createSystem.ts";
export { calcVolume } from "./geometry/calcGeometryInertia.ts";
export type {
  BoxGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  EllipsoidGeometry,
  Geometry,
  HeightFieldGeometry,
  HullGeometry,
  MeshGeometry,
  SphereGeometry,
  SurfaceGeometry,
} from "./geometry/Geometry.ts";
export { type HeightFieldOptions, heightField } from "./geometry/heightField.ts";
export { hull } from "./geometry/hull.ts";
export { type MeshGeometryOptions, mesh } from "./geometry/mesh.ts";
export { type AxialGeometryOptions, box, capsule, cone, cylinder, ellipsoid, sphere } from "./geometry/solids.ts";
export { surface } from "./geometry/surface.ts";
export type { MassOptions } from "./MassOptions.ts";
export { Object3D, type Object3DOptions, type VisualMaterial } from "./Object3D.ts";
export { ObjectSystem } from "./ObjectSystem.ts";
export type { Placement } from "./Placement.ts";
export { type Member, SuperObject } from "./SuperObject.ts";
export { SuperObjects } from "./SuperObjects.ts";
