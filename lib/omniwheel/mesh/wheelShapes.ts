import { CoulombFriction } from "../../constraints/contact/index.ts";
import { subtract } from "../../math/index.ts";
import type { ShapeOptions } from "../../shape/index.ts";
import type { OmniWheel } from "../OmniWheel.ts";
import { createHubMesh } from "./createHubMesh.ts";
import { createRollerMesh, type WheelMeshOptions } from "./createRollerMesh.ts";

const RUBBER = [0.12, 0.36, 0.62] as const;
const METAL = [0.5, 0.52, 0.55] as const;

/** The hub on the disc of a wheel: only to be looked at. */
export function createHubShape({ name, geometry, disc }: OmniWheel, options?: WheelMeshOptions): ShapeOptions {
  return {
    mesh: createHubMesh(geometry, options),
    name: `${name} hub`,
    position: subtract([0, 0, 0], disc.inertia.center),
    color: METAL,
    collides: false,
  };
}

/** One for all rollers of a wheel: their true shape, which touches. */
export function createRollerShape({ name, geometry, contact }: OmniWheel, options?: WheelMeshOptions): ShapeOptions {
  const { friction: law } = contact;
  const friction = law instanceof CoulombFriction ? law.coefficients[0] : undefined;
  return {
    mesh: createRollerMesh(geometry, options),
    name: `${name} roller`,
    color: RUBBER,
    ...(friction !== undefined && { friction }),
  };
}
