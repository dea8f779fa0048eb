import { IdealVehicle, type Pose, type Vehicle } from "../../../lib/omniwheel/index.ts";
import { createDrive, createVehicle, type VehicleParameters } from "./createVehicle.ts";
import { DriveTape, PART } from "./DriveTape.ts";

/** Four models of the same vehicle, the coarsest first. */
export const KINDS = ["textbook", "massless", "rolling", "friction"] as const;
export type DriveKind = (typeof KINDS)[number];

/** The path that one of them takes. */
export interface ComparedDrive {
  kind: DriveKind;
  /** At the ends of all parts. */
  poses: Pose[];
}

export interface WatchOptions {
  signal?: AbortSignal;
  /** Gets the part that is done, 0 to 1. */
  progress?: (done: number) => void;
}

/** Drives the commands of a tape with a model of this kind. */
export async function driveAs(
  kind: DriveKind,
  parameters: VehicleParameters,
  twists: DriveTape["twists"],
  watch: WatchOptions = {},
): Promise<ComparedDrive> {
  if (kind === "massless" || kind === "textbook") {
    return { kind, poses: driveIdeally(kind, parameters, new DriveTape(twists)) };
  }
  const { system, vehicle, tape, options } = createDrive({ ...parameters, contact: kind, drive: twists });
  const run = await system.simulate({ ...options, ...watch });
  const poses = tape.twists.map((_, i) => {
    run.at(i * PART).show();
    return vehicle.drive.present.getPose();
  });
  return { kind, poses };
}

/** Rollers without mass that do not slip: where they are, or always in their middles. */
function driveIdeally(kind: "massless" | "textbook", parameters: VehicleParameters, tape: DriveTape): Pose[] {
  const { vehicle } = createVehicle(parameters, tape);
  const ideal = new IdealVehicle(vehicle, { rollers: kind === "massless" ? "exact" : "mean" });
  const torque = createMotor(vehicle, tape, parameters.control === "exact");
  const states = ideal.simulate({ until: tape.end, torque });
  let next = 1;
  return tape.twists.map((_, i) => {
    const t = Math.min(i * PART, tape.end);
    while (states[next].t < t) next++;
    const [a, b] = [states[next - 1], states[next]];
    const part = (t - a.t) / (b.t - a.t);
    const mix = (key: keyof Pose) => a.pose[key] + part * (b.pose[key] - a.pose[key]);
    return { x: mix("x"), y: mix("y"), heading: mix("heading") };
  });
}

/** The controller of the vehicle, for a model that has no bodies. */
function createMotor({ kinematics, drive }: Vehicle, tape: DriveTape, knowsRoller: boolean) {
  const row = new Float64Array(3);
  return (t: number, i: number, _angle: number, rate: number, q: number): number => {
    kinematics.calcRow(i, knowsRoller ? q : 0, 0, row);
    const { vx, vy, wz } = tape.at(t);
    return drive.gain * (row[0] * vx + row[1] * vy + row[2] * wz - rate);
  };
}

/** Largest distance of two paths, m, and the distance of their ends. */
export function measureDistance(a: readonly Pose[], b: readonly Pose[]): { largest: number; last: number } {
  const distances = a.map((pose, i) => Math.hypot(pose.x - b[i].x, pose.y - b[i].y));
  return { largest: Math.max(...distances), last: distances[distances.length - 1] };
}
