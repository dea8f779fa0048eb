import { checkLabel } from "../math/index.ts";
import type { Body, Jet } from "../rigidbody/index.ts";
import { Joint, type JointPlace, renameOptions } from "./Joint.ts";

export interface PrismaticOptions extends JointPlace {
  /** Displacement at the start, counted from the drawn pose, m. */
  position?: number;
  /** m/s */
  rate?: number;
  /** N/m */
  stiffness?: number;
  /** Ns/m */
  damping?: number;
  /** Displacement at which the spring is relaxed, m. Default 0: the drawn pose. */
  restPosition?: number;
  /** Force on B along the axis (its counterpart acts on A), N. */
  force?: (t: number, position: number, rate: number) => number;
  /** Prescribed displacement `t => [x, ẋ, ẍ]`; the force it takes is a result. */
  motion?: Jet;
}

/** A slider: `F = 0, λ = 0` (or `F` given, or `μ` prescribed). Coordinate: `position`. */
export class PrismaticJoint extends Joint {
  constructor(name: string, bodyA: Body, bodyB: Body, options: PrismaticOptions) {
    super(name, bodyA, bodyB, options, {
      translation: renameOptions(checkLabel("PrismaticJoint", name), options, {
        position: "start",
        rate: "rate",
        stiffness: "stiffness",
        damping: "damping",
        restPosition: "rest",
        force: "effort",
        motion: "motion",
      }),
    });
  }
}
