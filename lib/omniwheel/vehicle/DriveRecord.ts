import { checkNumber, checkPositive, ModelError } from "../../math/index.ts";
import type { Trajectory } from "../../system/index.ts";
import { type DriveSample, DriveSampler } from "./DriveSampler.ts";
import type { Pose, Twist } from "./Twist.ts";
import type { Vehicle } from "./Vehicle.ts";

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
    this.summary = summarizeDrive(vehicle, this.samples, settled);
  }
}

function sample(vehicle: Vehicle, run: Trajectory, count: number): readonly DriveSample[] {
  const sampler = new DriveSampler(vehicle);
  const step = (run.end - run.start) / (count - 1);
  for (let i = 0; i < count; i++) sampler.add(run, i === count - 1 ? run.end : run.start + i * step);
  return sampler.samples;
}

const findDistance = (a: Pose, b: Pose): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Sums up a drive by its samples, two or more. Its twist has settled at `settled`, s; default: half way. */
export function summarizeDrive(
  vehicle: Vehicle,
  samples: readonly DriveSample[],
  settled = (samples[0].t + samples[samples.length - 1].t) / 2,
): DriveSummary {
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
