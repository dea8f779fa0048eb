import { EquivalentSolid } from "../../rigidbody/EquivalentSolid.ts";
import type { RigidBody } from "../../rigidbody/index.ts";
import type { ShapeOptions } from "../../shape/index.ts";

const PAINT = [0.83, 0.85, 0.87] as const;

/** The box with the mass and inertia of a body; what has no thickness gets a little, to be seen. It touches nothing. */
export function createBoxShape({ name, inertia }: RigidBody): ShapeOptions {
  const exact = EquivalentSolid.box(inertia);
  const solid = EquivalentSolid.box(inertia, 0.01 * Math.max(...exact.size) || 1e-3);
  return { mesh: solid.createMesh(), name, orientation: solid.orientation, color: PAINT, collides: false };
}
