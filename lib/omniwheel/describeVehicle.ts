import type { Pair } from "../constraints/index.ts";
import { checkOptions, quaternionFromMatrix, transpose } from "../math/index.ts";
import type { Inertia, RigidBody } from "../rigidbody/index.ts";
import { Mesh } from "../shape/index.ts";
import type { MachineOptions, ShapeOptions } from "../system/exchange/index.ts";
import { describeWheel } from "./describeWheel.ts";
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
  /** What the platform looks like. Default: the box with its mass and inertia, which touches nothing. */
  platform?: readonly ShapeOptions[];
}

/** What a `Machine` needs of a vehicle: `new Machine("cart", describeVehicle(vehicle))`. */
export function describeVehicle(vehicle: VehicleParts, options: VehicleDescriptionOptions = {}): MachineOptions {
  checkOptions("describeVehicle", options, [...MESH_OPTIONS, "platform"]);
  const { platform, wheels, axles, carriers = [], struts = [] } = vehicle;
  const { platform: shapes = [createBox(platform)], ...mesh } = options;
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

const PAINT = [0.83, 0.85, 0.87] as const;

function createBox({ name, inertia }: RigidBody): ShapeOptions {
  const { axes } = inertia.principal();
  return {
    mesh: Mesh.box(findBoxSize(inertia)),
    name,
    orientation: quaternionFromMatrix(transpose(axes.flat())),
    color: PAINT,
    collides: false,
  };
}

/** Edges of the box with this mass and inertia, along the principal axes: `a² = 6 (I_b + I_c − I_a)/m`. */
function findBoxSize(inertia: Inertia): number[] {
  const { moments } = inertia.principal();
  const sum = moments[0] + moments[1] + moments[2];
  const edges = moments.map((moment) => Math.sqrt(Math.max(0, (6 * (sum - 2 * moment)) / inertia.mass)));
  // What has no thickness gets a little, to be seen; a point mass has no size at all.
  const least = 0.01 * Math.max(...edges) || 1e-3;
  return edges.map((edge) => Math.max(edge, least));
}
