/**
 * Geometry of collisions: convex shapes, and their signed distance with nearest points and normal,
 * and the points where they touch.
 *
 * @module
 */

export { ContactManifold, type ContactManifoldOptions } from "./ContactManifold.ts";
export { ConvexDistance, type ConvexDistanceOptions } from "./ConvexDistance.ts";
export { type AxialShapeOptions, ConvexShape, type Rounding } from "./ConvexShape.ts";
export type { DistanceMethod } from "./CorePair.ts";
export type { Pose } from "./Pose.ts";
