import {
  checkCount,
  checkInstance,
  checkList,
  checkNumber,
  checkNumbers,
  checkOptions,
  ModelError,
} from "../../math/index.ts";
import type { Trajectory } from "../../system/index.ts";
import { type DriveSample, DriveSampler } from "./DriveSampler.ts";
import { checkPose, checkTwist, type Pose, type Twist } from "./Twist.ts";
import { Vehicle } from "./Vehicle.ts";

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

const MOST_SAMPLES = 100_000;

export interface DriveRecordOptions {
  /** Number of samples, from 3 to 100000. Default: 401. */
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
    checkOptions(owner, options, ["samples", "settled"]);
    const count = checkCount(owner, "samples", options.samples ?? 401, 3, MOST_SAMPLES);
    const sampler = new DriveSampler(vehicle);
    sampler.checkRun(owner, run);
    const settled = checkNumber(owner, "settled", options.settled ?? (run.start + run.end) / 2);
    this.samples = sample(sampler, run, count);
    this.summary = summarizeDrive(vehicle, this.samples, settled);
  }
}

function sample(sampler: DriveSampler, run: Trajectory, count: number): readonly DriveSample[] {
  const step = (run.end - run.start) / (count - 1);
  for (let i = 0; i < count; i++) sampler.add(run, i === count - 1 ? run.end : run.start + i * step);
  return sampler.samples;
}

const findDistance = (a: Pose, b: Pose): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Of numbers that are not negative, in lists of any length. */
const findLargest = (values: readonly number[]): number => values.reduce((most, x) => Math.max(most, x), 0);

const READ = ["pose", "twist", "odometry", "rates", "torques", "slips", "loads", "power"];
const SAMPLE = ["t", ...READ, "command", "target", "textbook"];

function checkSamples(owner: string, given: unknown): readonly DriveSample[] {
  const form = "the samples of a DriveSampler, two or more";
  const samples = checkList(owner, "the samples", given, form) as DriveSample[];
  if (samples.length < 2) throw new ModelError(`${owner}: there are ${samples.length} samples; give ${form}`);
  let before = Number.NEGATIVE_INFINITY;
  return samples.map((sample, i) => {
    checkOptions(`${owner}, sample ${i}`, sample, SAMPLE);
    const what = (name: string) => `${name} of sample ${i}`;
    const t = checkNumber(owner, what("t"), sample?.t);
    if (!(t > before)) throw new ModelError(`${owner}: ${what("t")} is ${t}, not after ${before}; give them in order`);
    before = t;
    const pose = (name: "pose" | "target" | "odometry" | "textbook") => checkPose(owner, what(name), sample[name]);
    return {
      ...sample,
      ...{ pose: pose("pose"), target: pose("target"), odometry: pose("odometry"), textbook: pose("textbook") },
      twist: checkTwist(owner, what("twist"), sample.twist),
      command: checkTwist(owner, what("command"), sample.command),
      slips: checkNumbers(owner, what("slips"), sample.slips, "a velocity for each wheel"),
      power: checkNumber(owner, what("power"), sample.power),
    };
  });
}

/** Sums up a drive by its samples, two or more. Its twist has settled at `settled`, s; default: half way. */
export function summarizeDrive(vehicle: Vehicle, given: readonly DriveSample[], settledAt?: number): DriveSummary {
  const owner = "summarizeDrive";
  checkInstance(owner, "the vehicle", vehicle, Vehicle);
  const samples = checkSamples(owner, given);
  const last = samples[samples.length - 1];
  const settled = checkNumber(owner, "settled", settledAt ?? (samples[0].t + last.t) / 2);
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
  const summary = {
    distance,
    pathError: findLargest(samples.map(({ pose, target }) => findDistance(pose, target))),
    endError: findDistance(last.pose, last.target),
    headingError: Math.abs(last.pose.heading - last.target.heading),
    twistError,
    odometryError: findDistance(last.pose, last.odometry),
    textbookError: findDistance(last.pose, last.textbook),
    peakSlip: findLargest(slips),
    meanSlip: slips.reduce((sum, slip) => sum + slip, 0) / slips.length,
    peakPower: findLargest(powers.map(Math.abs)),
    meanPower: work / span,
    work,
  };
  const wrong = Object.entries(summary).find(([, value]) => !Number.isFinite(value));
  if (wrong === undefined) return summary;
  throw new ModelError(`${owner}: ${wrong[0]} is ${wrong[1]}; give samples of wheels, with numbers of a usual size`);
}
