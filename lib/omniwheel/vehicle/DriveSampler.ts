import type { Trajectory } from "../../system/index.ts";
import { Odometry } from "./Odometry.ts";
import { movePose, type Pose, type Twist } from "./Twist.ts";
import type { Vehicle, VehicleState } from "./Vehicle.ts";

/** One sample of a drive. */
export interface DriveSample extends VehicleState {
  t: number;
  /** What was wanted: the twist, and where it would have brought the vehicle. */
  command: Twist;
  target: Pose;
  /** Odometry of a robot that reads its wheels at the samples only and takes the rollers to be in their middles. */
  textbook: Pose;
}

/** Samples a drive at one time after the other: also of a run that still grows. */
export class DriveSampler {
  readonly vehicle: Vehicle;
  readonly samples: DriveSample[] = [];
  private odometry: Odometry | undefined;
  private readonly wanted = new Float64Array(3);

  constructor(vehicle: Vehicle) {
    this.vehicle = vehicle;
  }

  /** Adds the sample of a later time. */
  add(run: Trajectory, t: number): DriveSample {
    const { vehicle, samples, wanted } = this;
    run.at(t).show();
    const state = vehicle.readState();
    vehicle.drive.calcCommand(t, wanted);
    const command = { vx: wanted[0], vy: wanted[1], wz: wanted[2] };
    const angles = vehicle.axles.map(({ coordinates }) => coordinates[0]);
    const last = samples[samples.length - 1];
    this.odometry ??= new Odometry(vehicle.kinematics, { pose: state.pose, angles, rollers: "mean" });
    const textbook = this.odometry.update(angles);
    if (last) {
      state.pose.heading += 2 * Math.PI * Math.round((last.pose.heading - state.pose.heading) / (2 * Math.PI));
    }
    const target = last ? moveTarget(last, command, t - last.t) : state.pose;
    const sample = { t, ...state, command, target, textbook };
    samples.push(sample);
    return sample;
  }
}

/** With the mean of both commands. */
function moveTarget({ target, command: a }: DriveSample, b: Twist, time: number): Pose {
  return movePose(target, { vx: (a.vx + b.vx) / 2, vy: (a.vy + b.vy) / 2, wz: (a.wz + b.wz) / 2 }, time);
}
