import { checkLabel, checkOptions } from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import { JOINT_OPTIONS, Joint, type JointPlace } from "./Joint.ts";
import type { ScalarBondOptions } from "./ScalarBond.ts";

export interface CylindricalOptions extends JointPlace {
  /** How the motion along the axis is closed, and where it starts. */
  translation?: ScalarBondOptions;
  /** How the motion about the axis is closed, and where it starts. */
  rotation?: ScalarBondOptions;
}

/** Slides along and turns about one axis: `F = 0, M = 0`. Coordinates: `position`, `angle`. */
export class CylindricalJoint extends Joint {
  constructor(name: string, bodyA: Body, bodyB: Body, options: CylindricalOptions) {
    checkOptions(checkLabel("CylindricalJoint", name), options, [...JOINT_OPTIONS, "translation", "rotation"]);
    super(name, bodyA, bodyB, options, {
      translation: options?.translation ?? {},
      rotation: options?.rotation ?? {},
    });
  }
}
