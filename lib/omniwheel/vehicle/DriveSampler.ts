import { checkInstance, checkNumber, ModelError } from "../../math/index.ts";
import { Trajectory } from "../../system/index.ts";
import { Odometry } from "./Odometry.ts";
import { movePose, type Pose, type Twist } from "./Twist.ts";
import { Vehicle, type VehicleState } from "./Vehicle.ts";

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
  /** The run that was checked last. */
  private known: Trajectory | undefined;

  constructor(vehicle: Vehicle) {
    this.vehicle = checkInstance("DriveSampler", "the vehicle", vehicle, Vehicle);
  }

  /** Refuses what is no run, or one of a model without the vehicle, whose state it would not show. */
  checkRun(owner: string, run: Trajectory): void {
    if (run !== undefined && run === this.known) return;
    checkInstance(owner, "the run", run, Trajectory, "the Trajectory that simulate returned, with await");
    const { name } = this.vehicle;
    if (!run.columns.includes(`${name}.position.x`)) {
      throw new ModelError(
        `${owner}: the run has no vehicle "${name}"; give a run of the system that the vehicle was added to`,
      );
    }
    this.known = run;
  }

  /** Adds the sample of a later time. */
  add(run: Trajectory, t: number): DriveSample {
    const { vehicle, samples, wanted } = this;
    const owner = "DriveSampler.add";
    this.checkRun(owner, run);
    const before = samples[samples.length - 1]?.t;
    if (checkNumber(owner, "t", t) <= before) {
      throw new ModelError(`${owner}: t is ${t} s, not after the last sample at ${before} s; give a later time`);
    }
    const present = run.at(t).get(vehicle);
    const state = present.readState();
    present.drive.calcCommand(t, wanted);
    const command = { vx: wanted[0], vy: wanted[1], wz: wanted[2] };
    const angles = present.axles.map(({ coordinates }) => coordinates[0]);
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
