import type { Pair } from "../constraints/index.ts";
import type { MachinePart } from "../exchange/index.ts";
import { checkInstance } from "../math/index.ts";
import type { WheelMeshOptions } from "./mesh/createRollerMesh.ts";
import { createHubShape, createRollerShape } from "./mesh/wheelShapes.ts";
import { OmniWheel } from "./OmniWheel.ts";

/** The parts and joints of a wheel, for a `Machine`. */
export interface WheelDescription {
  parts: MachinePart[];
  joints: Pair[];
}

/**
 * What a `Machine` needs of a wheel: the disc with its hub, which is only to be looked at, the rollers with their true
 * shape, which touch, and their bearings.
 */
export function describeWheel(wheel: OmniWheel, options?: WheelMeshOptions): WheelDescription {
  const { disc, rollers, bearings } = checkInstance("describeWheel", "the wheel", wheel, OmniWheel);
  const roller = createRollerShape(wheel, options);
  return {
    parts: [
      { body: disc, shapes: [createHubShape(wheel, options)] },
      ...rollers.map((body) => ({ body, shapes: [roller] })),
    ],
    joints: [...bearings],
  };
}
