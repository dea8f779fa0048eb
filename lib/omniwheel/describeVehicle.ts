import { Pair } from "../constraints/index.ts";
import type { MachineOptions } from "../exchange/index.ts";
import { callGiven, checkInstance, checkList, checkOptions, describe, ModelError } from "../math/index.ts";
import { RigidBody } from "../rigidbody/index.ts";
import { readShapes, type ShapeOptions } from "../shape/index.ts";
import { describeWheel } from "./describeWheel.ts";
import { createBoxShape } from "./mesh/createBoxShape.ts";
import { MESH_OPTIONS, type WheelMeshOptions } from "./mesh/createRollerMesh.ts";
import { OmniWheel } from "./OmniWheel.ts";
import { pick } from "./OmniWheelOptions.ts";

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

const OWNER = "describeVehicle";
const PARTS = ["platform", "wheels", "axles", "carriers", "struts"] as const;

function checkParts(vehicle: VehicleParts): Required<VehicleParts> {
  const { platform, wheels, axles, carriers, struts } = callGiven(OWNER, "the vehicle", () => {
    if (vehicle !== null && typeof vehicle === "object") return pick(vehicle, PARTS);
    throw new ModelError(
      `${OWNER}: the vehicle is ${describe(vehicle)}; give a Vehicle, or its parts { platform, wheels, axles }`,
    );
  });
  const list = <T>(what: string, given: unknown, kind: abstract new (...values: never[]) => T): T[] =>
    checkList(OWNER, what, given, `a list of ${kind.name}s`).map((entry, i) =>
      checkInstance(OWNER, `${what}[${i}]`, entry, kind),
    );
  return {
    platform: checkInstance(OWNER, "platform", platform, RigidBody),
    wheels: list("wheels", wheels, OmniWheel),
    axles: list("axles", axles, Pair),
    carriers: list("carriers", carriers ?? [], RigidBody),
    struts: list("struts", struts ?? [], Pair),
  };
}

/** What a `Machine` needs of a vehicle: `new Machine("cart", describeVehicle(vehicle))`. */
export function describeVehicle(vehicle: VehicleParts, options: VehicleDescriptionOptions = {}): MachineOptions {
  checkOptions(OWNER, options, [...MESH_OPTIONS, "platform"]);
  const { platform, wheels, axles, carriers, struts } = checkParts(vehicle);
  const { platform: given, ...mesh } = options;
  const source = given ?? platform.shapes ?? [createBoxShape(platform)];
  const shapes = readShapes(OWNER, platform.name, source);
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
