import { checkLabel } from "../math/index.ts";
import type { Body, Jet } from "../rigidbody/index.ts";
import { Joint, type JointPlace, renameOptions } from "./Joint.ts";

/** Options of joints whose one coordinate is an angle. */
export interface AngleOptions {
  /** Angle at the start, counted from the drawn pose, rad. */
  angle?: number;
  /** Angular rate at the start, rad/s. */
  rate?: number;
  /** Torsion spring, Nm/rad. */
  stiffness?: number;
  /** Nms/rad */
  damping?: number;
  /** Angle at which the spring is relaxed, rad. Default 0: the drawn pose. */
  restAngle?: number;
  /** Torque on B about the axis (its counterpart acts on A), Nm. */
  torque?: (t: number, angle: number, rate: number) => number;
  /** Prescribed angle `t => [φ, φ̇, φ̈]`; the torque it takes is a result. */
  motion?: Jet;
}

export const ANGLE_NAMES = {
  angle: "start",
  rate: "rate",
  stiffness: "stiffness",
  damping: "damping",
  restAngle: "rest",
  torque: "effort",
  motion: "motion",
} as const;

/** A hinge: `μ = 0, M = 0` (or `M` given, or `λ` prescribed). Coordinate: `angle`. */
export class RevoluteJoint extends Joint {
  constructor(name: string, bodyA: Body, bodyB: Body, options: JointPlace & AngleOptions) {
    super(name, bodyA, bodyB, options, {
      rotation: renameOptions(checkLabel("RevoluteJoint", name), options, ANGLE_NAMES),
    });
  }
}
