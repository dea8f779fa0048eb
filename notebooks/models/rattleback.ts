import {
  Contact,
  Ellipsoid,
  type FrictionLaw,
  IdealRolling,
  Inertia,
  Plane,
  quaternionAbout,
  Resistance,
  RigidBody,
  type Snapshot,
  System,
  type TrackerName,
  type Trajectory,
} from "../../lib/index.ts";
import { cross, matrixFromQuaternion, norm, rotate, scale, subtract, type Vector3 } from "../../lib/math/index.ts";
import { findPassages } from "./passages.ts";

export interface RattlebackParameters {
  /** About the vertical, counterclockwise from above, at the start, rad/s. */
  spin: number;
  /** How far the heavy axes are turned from those of the shape: 1 is the stone of Kane and Levinson, 0 a symmetric one. */
  asymmetry: number;
  /** Arm of the rolling resistance, mm. */
  resistance: number;
  /** Coefficient of friction; negative: no slip at all. */
  friction: number;
}

const SEMI_AXES: Vector3 = [0.2, 0.03, 0.02];
/** From the centre of mass up to the middle of the ellipsoid, m. */
const HEIGHT = 0.01;
/** How far the stone leans at the start, rad. */
const LEAN = Math.PI / 360;
const GRAVITY = 9.81;

/** Kane and Levinson's rattleback, with its third axis downwards. */
export function createRattleback(parameters: RattlebackParameters, tracker: TrackerName = "auto") {
  const { spin, asymmetry, resistance } = parameters;
  const start = leanOn(SEMI_AXES, -spin);
  const friction: FrictionLaw | number = parameters.friction < 0 ? new IdealRolling() : parameters.friction;
  //#region model
  const system = new System({ gravity: [0, 0, -GRAVITY] });
  const inertia = new Inertia({ mass: 1, tensor: [2e-4, 1.6e-3, 1.7e-3, -2e-5 * asymmetry, 0, 0] });
  const stone = system.add(new RigidBody("stone", { inertia, ...start }));
  system.add(
    new Contact("floor", system.ground, stone, {
      surfaceA: new Plane({ normal: [0, 0, 1] }),
      surfaceB: new Ellipsoid({ semiAxes: SEMI_AXES, position: [0, 0, -HEIGHT] }),
      friction,
      ...(resistance > 0 && { resistance: new Resistance({ rolling: resistance / 1000, velocity: 0.01 }) }),
      tracker,
    }),
  );
  //#endregion
  return { system, options: { until: 6, tolerance: 1e-7 } };
}

/** Stands on the floor's origin, leaning a little, and rolls there with the spin `w3` about its third axis. */
function leanOn(semiAxes: Vector3, w3: number) {
  const [s, c] = [Math.sin(LEAN), Math.cos(LEAN)];
  const down: Vector3 = [-c * s, s, c * c];
  // The rotation that takes `down` to −z, about their common normal down × (−z).
  const axis: Vector3 = [-down[1], down[0], 0];
  const orientation = quaternionAbout(scale(axis, 1 / norm(axis)), Math.atan2(norm(axis), -down[2]));
  const turn = matrixFromQuaternion(orientation);
  const reach = Math.hypot(...semiAxes.map((a, i) => a * down[i]));
  const lowest = semiAxes.map((a, i) => (a * a * down[i]) / reach);
  const arm = rotate(turn, subtract(lowest, [0, 0, HEIGHT]));
  const angularVelocity = rotate(turn, [0, 0, w3]);
  const position = scale(arm, -1);
  return { position, orientation, angularVelocity, velocity: cross(angularVelocity, position) };
}

/** Angular velocity about the stone's own third axis, upwards, rad/s. */
export function readSpin(body: { orientation: ArrayLike<number>; angularVelocity: ArrayLike<number> }): number {
  const T = matrixFromQuaternion(body.orientation);
  const { angularVelocity: w } = body;
  return -(T[2] * w[0] + T[5] * w[1] + T[8] * w[2]);
}

/** The event at which the spin reverses. */
export const turnEvent = {
  name: "turn",
  value: (now: { body(name: string): Parameters<typeof readSpin>[0] }) => readSpin(now.body("stone")),
};

const BODY = ["q0", "q1", "q2", "q3"].map((q) => `stone.orientation.${q}`);
const RATES = ["x", "y", "z"].map((axis) => `stone.angularVelocity.${axis}`);

/** Columns for the readers below. */
export const reads = [...BODY, ...RATES];

type Table = Record<string, Float64Array>;

const readBody = (table: Table, i: number) => ({
  orientation: BODY.map((name) => table[name][i]),
  angularVelocity: RATES.map((name) => table[name][i]),
});

export const columns = {
  spin: (table: Table, i: number) => readSpin(readBody(table, i)),
  /** How far the long axis rises, and how far the stone leans to its side, degrees. */
  pitch: (table: Table, i: number) => readTilt(table, i, 6),
  roll: (table: Table, i: number) => readTilt(table, i, 7),
};

const readTilt = (table: Table, i: number, place: number) =>
  (Math.asin(matrixFromQuaternion(readBody(table, i).orientation)[place]) * 180) / Math.PI;

/** When the spin first changes its direction, s; undefined if it does not. */
export function findReversal(run: Trajectory): number | undefined {
  const read = (now: Snapshot) => readSpin(now.body("stone"));
  return read(run.at(run.start)) === 0 ? undefined : findPassages(run, read)[0];
}
