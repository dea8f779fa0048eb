import { checkChoice, checkInstance, checkNumbers, checkOptions, describe, ModelError } from "../../math/index.ts";
import { checkPose, movePose, type Pose } from "./Twist.ts";
import { VehicleKinematics } from "./VehicleKinematics.ts";

export interface OdometryOptions {
  /** Where the vehicle stands at the start. Default: at the origin. */
  pose?: Partial<Pose>;
  /** Angles of the wheels there, rad: zero has a roller in its middle on the floor. Default: 0. */
  angles?: readonly number[];
  /** `exact` knows the angle of the touching roller, `mean` is the textbook. Default: exact. */
  rollers?: "exact" | "mean";
}

/** No wheel turns farther between two readings, rad: poses stay numbers. */
const LARGEST = 1e9;

/**
 * Where a vehicle is by what its wheels say, from angles read now and then, as a robot does it: between two readings the
 * twist counts as constant, with the rollers where they are half way.
 */
export class Odometry {
  readonly kinematics: VehicleKinematics;
  private readonly isExact: boolean;
  private last: number[];
  private present: Pose;

  constructor(kinematics: VehicleKinematics, options: OdometryOptions = {}) {
    const owner = "Odometry";
    checkOptions(owner, options, ["pose", "angles", "rollers"]);
    this.kinematics = checkInstance(owner, "the kinematics", kinematics, VehicleKinematics);
    this.present = checkPose(owner, "pose", options.pose ?? {});
    const rollers = checkChoice(owner, "rollers", options.rollers ?? "exact", ["exact", "mean"]);
    if (rollers === "exact" && kinematics.wheels.some(({ geometry }) => geometry.rows === 2)) {
      throw new ModelError(`${owner}: exact rollers in two rows are not known here; take rollers: "mean"`);
    }
    this.isExact = rollers === "exact";
    this.last = this.checkAngles(options.angles ?? kinematics.wheels.map(() => 0));
  }

  get pose(): Pose {
    return { ...this.present };
  }

  /** Takes new angles of the wheels (rad, any number of turns) and returns the new pose. */
  update(angles: ArrayLike<number>): Pose {
    const next = this.checkAngles(angles);
    const { last, kinematics } = this;
    const steps = next.map((angle, i) => angle - last[i]);
    if (!steps.every((step) => Math.abs(step) <= LARGEST)) {
      throw new ModelError(`Odometry: angles ${describe(angles)} are too far from those before; give them more often`);
    }
    const middles = this.isExact ? next.map((angle, i) => this.toRoller(i, (angle + last[i]) / 2)) : undefined;
    this.present = movePose(this.present, kinematics.forward(steps, middles), 1);
    this.last = next;
    return this.pose;
  }

  private toRoller(i: number, angle: number): number {
    const step = 2 * this.kinematics.wheels[i].geometry.alpha;
    return angle - step * Math.round(angle / step);
  }

  private checkAngles(angles: unknown): number[] {
    const { length } = this.kinematics.wheels;
    return checkNumbers("Odometry", "angles", angles, `${length} numbers, one for each wheel`, length);
  }
}
