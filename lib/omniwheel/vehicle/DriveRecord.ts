import { checkNumber, checkPositive, ModelError } from "../../math/index.ts";
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

export interface DriveSummary {
  /** m: length of the path. */
  distance: number;
  /** Largest and last distance from where the command leads, m, and the last error of the heading, rad. */
  pathError: number;
  endError: number;
  headingError: number;
  /** Largest error of the twist once it has settled, as a part of the command. */
  twistError: number;
  /** Last error of odometry that knows its rollers, and of the textbook's, m. */
  odometryError: number;
  textbookError: number;
  /** Largest velocity of a touching roller over the floor, and its mean over time and wheels, m/s. */
  peakSlip: number;
  meanSlip: number;
  /** Largest and mean power of the motors, W, and their work, J. */
  peakPower: number;
  meanPower: number;
  work: number;
}

export interface DriveRecordOptions {
  /** Number of samples. Default: 401. */
  samples?: number;
  /** From when on the twist has settled, s. Default: the second half of the run. */
  settled?: number;
}

/** A drive of a vehicle, sampled at equal steps of time, and what is to say about it. */
export class DriveRecord {
  readonly samples: readonly DriveSample[];
  readonly summary: DriveSummary;

  constructor(vehicle: Vehicle, run: Trajectory, options: DriveRecordOptions = {}) {
    const owner = "DriveRecord";
    const count = checkPositive(owner, "samples", options.samples ?? 401);
    if (!Number.isInteger(count) || count < 3) {
      throw new ModelError(`${owner}: samples is ${count}; give a whole number of 3 or more`);
    }
    const settled = checkNumber(owner, "settled", options.settled ?? (run.start + run.end) / 2);
    this.samples = sample(vehicle, run, count);
    this.summary = summarize(vehicle, this.samples, settled);
  }
}

function sample(vehicle: Vehicle, run: Trajectory, count: number): DriveSample[] {
  const samples: DriveSample[] = [];
  const wanted = new Float64Array(3);
  let odometry: Odometry | undefined;
  const step = (run.end - run.start) / (count - 1);
  for (let i = 0; i < count; i++) {
    const t = i === count - 1 ? run.end : run.start + i * step;
    run.at(t).show();
    const state = vehicle.readState();
    vehicle.drive.calcCommand(t, wanted);
    const command = { vx: wanted[0], vy: wanted[1], wz: wanted[2] };
    const angles = vehicle.axles.map(({ coordinates }) => coordinates[0]);
    const last = samples[i - 1];
    odometry ??= new Odometry(vehicle.kinematics, { pose: state.pose, angles, rollers: "mean" });
    const textbook = odometry.update(angles);
    if (last) {
      state.pose.heading += 2 * Math.PI * Math.round((last.pose.heading - state.pose.heading) / (2 * Math.PI));
    }
    samples.push({ t, ...state, command, target: last ? moveTarget(last, command, step) : state.pose, textbook });
  }
  return samples;
}

/** With the mean of both commands. */
function moveTarget({ target, command: a }: DriveSample, b: Twist, time: number): Pose {
  return movePose(target, { vx: (a.vx + b.vx) / 2, vy: (a.vy + b.vy) / 2, wz: (a.wz + b.wz) / 2 }, time);
}

const findDistance = (a: Pose, b: Pose): number => Math.hypot(a.x - b.x, a.y - b.y);

function summarize(vehicle: Vehicle, samples: readonly DriveSample[], settled: number): DriveSummary {
  const last = samples[samples.length - 1];
  const lever = Math.max(...vehicle.kinematics.wheels.map(({ x, y }) => Math.hypot(x, y)));
  const norm = ({ vx, vy, wz }: Twist) => Math.hypot(vx, vy, lever * wz);
  const slips = samples.flatMap((entry) => entry.slips);
  const powers = samples.map(({ power }) => power);
  const span = last.t - samples[0].t;
  let [distance, work, twistError] = [0, 0, 0];
  samples.forEach((entry, i) => {
    const { t, twist, command } = entry;
    if (t >= settled && norm(command) > 0) {
      const error = { vx: twist.vx - command.vx, vy: twist.vy - command.vy, wz: twist.wz - command.wz };
      twistError = Math.max(twistError, norm(error) / norm(command));
    }
    if (i === 0) return;
    const before = samples[i - 1];
    distance += findDistance(entry.pose, before.pose);
    work += 0.5 * (entry.power + before.power) * (t - before.t);
  });
  return {
    distance,
    pathError: Math.max(...samples.map(({ pose, target }) => findDistance(pose, target))),
    endError: findDistance(last.pose, last.target),
    headingError: Math.abs(last.pose.heading - last.target.heading),
    twistError,
    odometryError: findDistance(last.pose, last.odometry),
    textbookError: findDistance(last.pose, last.textbook),
    peakSlip: Math.max(...slips),
    meanSlip: slips.reduce((sum, slip) => sum + slip, 0) / slips.length,
    peakPower: Math.max(...powers.map(Math.abs)),
    meanPower: work / span,
    work,
  };
}
