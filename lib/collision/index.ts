/**
 * Geometry of collisions: convex shapes, their signed distance with nearest points and normal, and the points where they
 * touch; trees of objects and the systems made of them; pairs that may meet within a step.
 *
 * @module
 */

export type { BodyShape } from "./BodyShape.ts";
export * from "./broadphase/index.ts";
export { type CollisionResponse, Collisions, type CollisionsOptions } from "./Collisions.ts";
export { ContactManifold, type ContactManifoldOptions } from "./ContactManifold.ts";
export { ConvexDistance, type ConvexDistanceOptions } from "./ConvexDistance.ts";
export { type AxialShapeOptions, ConvexShape, type Rounding } from "./ConvexShape.ts";
export type { DistanceMethod } from "./CorePair.ts";
export * from "./materials/index.ts";
export * from "./objects/index.ts";
export type { Pose } from "./Pose.ts";
export { type SplitMeshOptions, splitMesh } from "./parts/splitMesh.ts";
export { ShapeDistance, type ShapeDistanceOptions, type ShapePlace } from "./ShapeDistance.ts";
