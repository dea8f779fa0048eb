import { CoulombFriction } from "../constraints/contact/index.ts";
import type { Pair } from "../constraints/index.ts";
import { subtract } from "../math/index.ts";
import type { MachinePart } from "../system/exchange/index.ts";
import { createHubMesh } from "./mesh/createHubMesh.ts";
import { createRollerMesh, type WheelMeshOptions } from "./mesh/createRollerMesh.ts";
import type { OmniWheel } from "./OmniWheel.ts";

/** The parts and joints of a wheel, for a `Machine`. */
export interface WheelDescription {
  parts: MachinePart[];
  joints: Pair[];
}

const RUBBER = [0.12, 0.36, 0.62] as const;
const METAL = [0.5, 0.52, 0.55] as const;

/**
 * What a `Machine` needs of a wheel: the disc with its hub, which is only to be looked at, the rollers with their true
 * shape, which touch, and their bearings.
 */
export function describeWheel(wheel: OmniWheel, options?: WheelMeshOptions): WheelDescription {
  const { name, geometry, disc, rollers, bearings, contacts } = wheel;
  const mesh = createRollerMesh(geometry, options);
  const { friction: law } = contacts[0];
  const friction = law instanceof CoulombFriction ? law.coefficients[0] : undefined;
  const hub = {
    mesh: createHubMesh(geometry, options),
    name: `${name} hub`,
    position: subtract([0, 0, 0], disc.inertia.center),
    color: METAL,
    collides: false,
  };
  const roller = { mesh, name: `${name} roller`, color: RUBBER, ...(friction !== undefined && { friction }) };
  return {
    parts: [{ body: disc, shapes: [hub] }, ...rollers.map((body) => ({ body, shapes: [roller] }))],
    joints: [...bearings],
  };
}
