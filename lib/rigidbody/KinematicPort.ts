import type { QuaternionInput, VectorInput } from "../math/index.ts";
import { checkOptions, checkQuaternion, checkVector3, matrixFromQuaternion } from "../math/index.ts";
import { checkMemory } from "./checkMemory.ts";

export interface KinematicValues {
  position?: VectorInput;
  orientation?: QuaternionInput;
  velocity?: VectorInput;
  angularVelocity?: VectorInput;
  acceleration?: VectorInput;
  angularAcceleration?: VectorInput;
}

const VALUES = [
  "position",
  "orientation",
  "velocity",
  "angularVelocity",
  "acceleration",
  "angularAcceleration",
] as const;

/**
 * What a body tells a constraint: where its centre of mass is, how it is turned, and how both move. All vectors are in
 * world axes. The arrays are views into the kernel: they change with every evaluation, so copy what is to be kept.
 * `a` and `e` are valid after the accelerations have been solved. The port of a rotor that nothing acts on is brought up to
 * date when its body is asked for it, without `a` and `e`: laws that read such a body ask for `body.kinematics` every time.
 */
export class KinematicPort {
  /** Centre of mass `r_O`. */
  readonly r: Float64Array;
  /** Rotation matrix from body axes to world axes, row by row. */
  readonly T: Float64Array;
  /** Velocity of the centre of mass. */
  readonly v: Float64Array;
  /** Angular velocity. */
  readonly w: Float64Array;
  /** Acceleration of the centre of mass. */
  readonly a: Float64Array;
  /** Angular acceleration. */
  readonly e: Float64Array;

  /** A port on 24 numbers of `memory` (default: memory of its own, at rest at the origin). */
  constructor(memory?: Float64Array) {
    const block = memory ?? new Float64Array(24);
    checkMemory("KinematicPort", block, 24);
    this.r = block.subarray(0, 3);
    this.T = block.subarray(3, 12);
    this.v = block.subarray(12, 15);
    this.w = block.subarray(15, 18);
    this.a = block.subarray(18, 21);
    this.e = block.subarray(21, 24);
    if (!memory) this.T[0] = this.T[4] = this.T[8] = 1;
  }

  /** A port written by hand: drives a constraint without a system. */
  static of(values: KinematicValues): KinematicPort {
    const port = new KinematicPort();
    port.set(values);
    return port;
  }

  /** Sets the values that are given and leaves the others. */
  set(values: KinematicValues): void {
    const owner = "KinematicPort";
    checkOptions(owner, values, VALUES, true);
    if (values.position !== undefined) this.r.set(checkVector3(owner, "position", values.position));
    if (values.orientation !== undefined) {
      this.T.set(matrixFromQuaternion(checkQuaternion(owner, "orientation", values.orientation)));
    }
    if (values.velocity !== undefined) this.v.set(checkVector3(owner, "velocity", values.velocity));
    if (values.angularVelocity !== undefined)
      this.w.set(checkVector3(owner, "angularVelocity", values.angularVelocity));
    if (values.acceleration !== undefined) this.a.set(checkVector3(owner, "acceleration", values.acceleration));
    if (values.angularAcceleration !== undefined)
      this.e.set(checkVector3(owner, "angularAcceleration", values.angularAcceleration));
  }
}
