import { checkLabel, ModelError } from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import { Joint, type JointPlace, renameOptions } from "./Joint.ts";
import { ANGLE_NAMES, type AngleOptions } from "./RevoluteJoint.ts";

export interface ScrewOptions extends JointPlace, AngleOptions {
  /** Metres along the axis per radian (lead divided by 2π); positive for a right-handed thread. */
  pitch: number;
}

/** A screw: `μ = p λ`, `F p + M = 0`. Coordinate: `angle`. */
export class ScrewJoint extends Joint {
  constructor(name: string, bodyA: Body, bodyB: Body, options: ScrewOptions) {
    const owner = checkLabel("ScrewJoint", name);
    const rotation = renameOptions(owner, options, ANGLE_NAMES, ["pitch"]);
    if (options?.pitch === undefined) {
      throw new ModelError(`${owner}: pitch is missing; give metres per radian (lead divided by 2π)`);
    }
    super(name, bodyA, bodyB, options, { rotation, pitch: options.pitch });
  }
}
