import type { Pair } from "../constraints/index.ts";
import { checkOptions } from "../math/index.ts";
import type { RigidBody } from "../rigidbody/index.ts";
import { listShapes, type ShapeOptions } from "../shape/index.ts";
import type { MachineOptions } from "../system/exchange/index.ts";
import { describeWheel } from "./describeWheel.ts";
import { createBoxShape } from "./mesh/createBoxShape.ts";
import { MESH_OPTIONS, type WheelMeshOptions } from "./mesh/createRollerMesh.ts";
import type { OmniWheel } from "./OmniWheel.ts";

/** What a vehicle is made of: a `Vehicle`, or parts of your own. */
export interface VehicleParts {
  readonly platform: RigidBody;
  readonly wheels: readonly OmniWheel[];
  /** From the platform (or a carrier) to the disc of each wheel; they get motors. */
  readonly axles: readonly Pair[];
  /** With a suspension: what carries the axles, and what connects it with the platform. */
  readonly carriers?: readonly RigidBody[];
  readonly struts?: readonly Pair[];
}

export interface VehicleDescriptionOptions extends WheelMeshOptions {
  /** What the platform looks like. Default: its own shapes, or the box with its mass and inertia, which touches nothing. */
  platform?: readonly ShapeOptions[];
}

/** What a `Machine` needs of a vehicle: `new Machine("cart", describeVehicle(vehicle))`. */
export function describeVehicle(vehicle: VehicleParts, options: VehicleDescriptionOptions = {}): MachineOptions {
  checkOptions("describeVehicle", options, [...MESH_OPTIONS, "platform"]);
  const { platform, wheels, axles, carriers = [], struts = [] } = vehicle;
  const { platform: shapes = listShapes(platform.shapes ?? [createBoxShape(platform)]), ...mesh } = options;
  const described = wheels.map((wheel) => describeWheel(wheel, mesh));
  return {
    parts: [
      { body: platform, shapes },
      ...carriers.map((body) => ({ body })),
      ...described.flatMap(({ parts }) => parts),
    ],
    joints: [...struts, ...axles, ...described.flatMap(({ joints }) => joints)],
    motors: axles,
  };
}
