import {
  callGiven,
  checkFunction,
  checkList,
  checkNotNegative,
  checkNumber,
  checkOptions,
  checkPositive,
  describe,
  ModelError,
} from "../../math/index.ts";
import { checkPose, type Pose, wrapAngle } from "./Twist.ts";
import type { Command } from "./VehicleDrive.ts";

/** Where a vehicle is to be at every time. */
export type Path = (t: number) => Pose;

export interface FollowPathOptions {
  /** How fast errors are made up for, 1/s. Default: 4. */
  gain?: number;
  /** The same for the heading. Default: as `gain`. */
  headingGain?: number;
}

const MOST_POINTS = 100_000;

/** Seconds over which the velocity of a path is taken. */
const DIFFERENCE = 1e-4;

/** A command that follows a path: the velocity of the path, and `gain` times how far the vehicle is off it. */
export function followPath(path: Path, options: FollowPathOptions = {}): Command {
  const owner = "followPath";
  checkFunction(owner, "path", path);
  checkOptions(owner, options, ["gain", "headingGain"]);
  const gain = checkNotNegative(owner, "gain", options.gain ?? 4);
  const headingGain = checkNotNegative(owner, "headingGain", options.headingGain ?? gain);
  const read = (t: number): Pose => {
    const what = `path(${t})`;
    return checkPose(
      owner,
      what,
      callGiven(owner, what, () => path(t)),
    );
  };
  read(0);
  return (t, pose) => {
    const [before, here, after] = [read(t - DIFFERENCE), read(t), read(t + DIFFERENCE)];
    const rate = (a: number, b: number) => (b - a) / (2 * DIFFERENCE);
    const dx = rate(before.x, after.x) + gain * (here.x - pose.x);
    const dy = rate(before.y, after.y) + gain * (here.y - pose.y);
    const [c, s] = [Math.cos(pose.heading), Math.sin(pose.heading)];
    return {
      vx: c * dx + s * dy,
      vy: c * dy - s * dx,
      wz: rate(before.heading, after.heading) + headingGain * wrapAngle(here.heading - pose.heading),
    };
  };
}

export interface SplinePathOptions {
  /** On average between two points, m/s. */
  speed: number;
}

/**
 * A smooth path through points [Catmull], each reached in its turn; before the first and behind the last it stands.
 * Headings turn along; one that is missing is that of the point before.
 */
export function splinePath(given: readonly Partial<Pose>[], options: SplinePathOptions): Path {
  const owner = "splinePath";
  checkOptions(owner, options, ["speed"]);
  const speed = checkPositive(owner, "speed", options?.speed);
  const form = "two or more, such as [{ x: 0, y: 0 }, { x: 1, y: 0 }]";
  const points = checkList(owner, "points", given, form, MOST_POINTS);
  if (points.length < 2) throw new ModelError(`${owner}: points are ${describe(given)}; give ${form}`);
  let heading = 0;
  const poses = points.map((point, i) => {
    const pose = checkPose(owner, `point ${i}`, point);
    if ((point as Partial<Pose>).heading === undefined) pose.heading = heading;
    heading = pose.heading;
    return pose;
  });
  const times = [0];
  for (let i = 1; i < poses.length; i++) {
    const length = Math.hypot(poses[i].x - poses[i - 1].x, poses[i].y - poses[i - 1].y);
    if (!(length > 0)) throw new ModelError(`${owner}: points ${i - 1} and ${i} are the same; leave one of them away`);
    times.push(times[i - 1] + length / speed);
    if (times[i] > times[i - 1] && Number.isFinite(times[i])) continue;
    throw new ModelError(
      `${owner}: with the speed ${speed} m/s point ${i} is reached at ${times[i]} s, point ${i - 1} at ${times[i - 1]} s; give another speed`,
    );
  }
  const end = poses.length - 1;
  const slope = (i: number, key: keyof Pose) =>
    i === 0 || i === end ? 0 : (poses[i + 1][key] - poses[i - 1][key]) / (times[i + 1] - times[i - 1]);
  return (t) => {
    if (checkNumber(owner, "the time", t) <= 0) return { ...poses[0] };
    if (t >= times[end]) return { ...poses[end] };
    const i = times.findIndex((time) => time > t) - 1;
    const span = times[i + 1] - times[i];
    const u = (t - times[i]) / span;
    const blend = (key: keyof Pose) =>
      (1 + 2 * u) * (1 - u) ** 2 * poses[i][key] +
      u * (1 - u) ** 2 * span * slope(i, key) +
      u * u * (3 - 2 * u) * poses[i + 1][key] +
      u * u * (u - 1) * span * slope(i + 1, key);
    return { x: blend("x"), y: blend("y"), heading: blend("heading") };
  };
}
