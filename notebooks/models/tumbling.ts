import {
  Inertia,
  Mesh,
  matrixFromQuaternion,
  RigidBody,
  type ShapeOptions,
  type Snapshot,
  System,
  type Trajectory,
  type Vector3,
} from "../../lib/index.ts";
import { rotateBack } from "../../lib/math/index.ts";
import * as passages from "./passages.ts";

export interface TumblingParameters {
  shape: "brick" | "T-handle";
  /** Sizes of the brick along x, y, z; of the handle the length of the bar, of the stem, and the diameter of both; m. */
  length: number;
  width: number;
  thickness: number;
  /** Angular velocity at the start in body axes, rad/s. */
  x: number;
  y: number;
  z: number;
  /** Of the run. */
  tolerance: number;
  /** Begins with −q instead of q. */
  isNegative: boolean;
}

type Sizes = Pick<TumblingParameters, "shape" | "length" | "width" | "thickness">;

/** kg/m³ */
const DENSITY = 800;

//#region model
/** A brick, or a bar along x with a stem along −y. Their body axes are principal axes. */
export function createInertia({ shape, length, width, thickness }: Sizes): Inertia {
  if (shape === "brick") return Inertia.box({ density: DENSITY, size: [length, width, thickness] });
  const round = { density: DENSITY, radius: thickness / 2 };
  const bar = Inertia.cylinder({ ...round, length, axis: "x" });
  const stem = Inertia.cylinder({ ...round, length: width, axis: "y" });
  return Inertia.compose([{ inertia: bar }, { inertia: stem, position: [0, -width / 2, 0] }]);
}

export function createTumbling(parameters: TumblingParameters) {
  const { x, y, z, tolerance, isNegative } = parameters;
  const system = new System({ gravity: [0, 0, 0] });
  const body = new RigidBody("body", {
    inertia: createInertia(parameters),
    orientation: isNegative ? [-1, 0, 0, 0] : [1, 0, 0, 0],
    bodyAngularVelocity: [x, y, z],
    ...(parameters.shape === "T-handle" && { shapes: () => createHandle(parameters) }),
  });
  system.add(body);
  return { system, options: { until: 20, tolerance } };
}
//#endregion

/** What the handle looks like. */
function createHandle(sizes: Sizes): ShapeOptions[] {
  const { length, width, thickness } = sizes;
  const { center } = createInertia(sizes);
  const radius = thickness / 2;
  return [
    { mesh: Mesh.cylinder({ radius, length, axis: "x" }), position: [0, -center[1], 0], color: [0.26, 0.41, 0.82] },
    {
      mesh: Mesh.cylinder({ radius, length: width, axis: "y" }),
      position: [0, -width / 2 - center[1], 0],
      color: [0.93, 0.69, 0.13],
    },
  ];
}

/** The moments of inertia about x, y and z, kg m². */
export function findMoments(sizes: Sizes): Vector3 {
  const [x, y, z] = createInertia(sizes).tensor;
  return [x, y, z];
}

/** The column names from which body axes follow. */
export const RATE_COLUMNS = [
  ...["q0", "q1", "q2", "q3"].map((name) => `body.orientation.${name}`),
  ...["x", "y", "z"].map((name) => `body.angularVelocity.${name}`),
];

/** Component of the angular velocity along a body axis, at a sample of a run. */
export function readBodyRate(table: Record<string, Float64Array>, i: number, axis: number): number {
  const [q0, q1, q2, q3, x, y, z] = RATE_COLUMNS.map((name) => table[name][i]);
  return rotateBack(matrixFromQuaternion([q0, q1, q2, q3]), [x, y, z])[axis];
}

/** The angular velocity in body axes, rad/s. */
export function readBodyRates(now: Snapshot): Vector3 {
  const { orientation, angularVelocity } = now.body("body");
  return rotateBack(matrixFromQuaternion(orientation), angularVelocity);
}

/** The columns of what is conserved. */
export const CONSERVED_COLUMNS = ["energy.kinetic", ...["x", "y", "z"].map((name) => `momentum.angular.${name}`)];

/** Length of the angular momentum at a sample of a run, kg m²/s. */
export function readMomentum(table: Record<string, Float64Array>, i: number): number {
  return Math.hypot(...CONSERVED_COLUMNS.slice(1).map((name) => table[name][i]));
}

/** How far the length of the quaternion among the states is from one. */
export function readLengthError(now: Snapshot): number {
  return Math.hypot(...now.state.subarray(3, 7)) - 1;
}

/** The time after which the angular velocity in body axes repeats, s: of two changes of sign about the middle axis. */
export function measureTumble(run: Trajectory, moments: Vector3): number {
  const middle = sortAxes(moments)[1];
  return passages.measurePeriod(run, (now) => readBodyRates(now)[middle]);
}

/** Axes by their moments of inertia, smallest first. */
export function sortAxes(moments: Vector3): [number, number, number] {
  const [a, b, c] = [0, 1, 2].sort((i, j) => moments[i] - moments[j]);
  return [a, b, c];
}
