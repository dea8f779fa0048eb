import { checkOptions, describe, ModelError } from "../../math/index.ts";
import { checkPose, movePose, type Pose } from "./Twist.ts";
import type { VehicleKinematics } from "./VehicleKinematics.ts";

export interface OdometryOptions {
  /** Where the vehicle stands at the start. Default: at the origin. */
  pose?: Partial<Pose>;
  /** Angles of the wheels there, rad: zero has a roller in its middle on the floor. Default: 0. */
  angles?: readonly number[];
  /** `exact` knows the angle of the touching roller, `mean` is the textbook. Default: exact. */
  rollers?: "exact" | "mean";
}

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
    this.kinematics = kinematics;
    this.present = checkPose(owner, "pose", options.pose ?? {});
    const { rollers = "exact" } = options;
    if (rollers !== "exact" && rollers !== "mean") {
      throw new ModelError(`${owner}: rollers is ${describe(rollers)}; choose exact or mean`);
    }
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
    const middles = this.isExact ? next.map((angle, i) => this.toRoller(i, (angle + last[i]) / 2)) : undefined;
    this.present = movePose(this.present, kinematics.forward(steps, middles), 1);
    this.last = next;
    return this.pose;
  }

  private toRoller(i: number, angle: number): number {
    const step = 2 * this.kinematics.wheels[i].geometry.alpha;
    return angle - step * Math.round(angle / step);
  }

  private checkAngles(angles: ArrayLike<number>): number[] {
    const list = Array.from(angles ?? []);
    if (list.length === this.kinematics.wheels.length && list.every(Number.isFinite)) return list;
    throw new ModelError(
      `Odometry: angles are ${describe(angles)}; give ${this.kinematics.wheels.length} finite numbers, one for each wheel`,
    );
  }
}
