import {
  checkLabel,
  checkNotNegative,
  checkOptions,
  checkQuaternion,
  checkVector3,
  otherwise,
  type QuaternionInput,
  type VectorInput,
} from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import { type BondClosure, slideAlong, turnAbout } from "./BondClosure.ts";
import type { Motion } from "./Motion.ts";
import { Pair, type PairPlace, PLACE_OPTIONS } from "./Pair.ts";

export interface BallOptions extends PairPlace {
  /** Rotation of B relative to A at the start, counted from the drawn pose, in A's axes, scalar first. */
  rotation?: QuaternionInput;
  /** Angular velocity of B relative to A at the start, in B's axes, rad/s. */
  rate?: VectorInput;
  /** Nms/rad against the relative angular velocity. */
  damping?: number;
}

/**
 * A ball in a socket: a point of B stays on a point of A, three flow constraints; three couples are zero (or given by
 * damping). Coordinates: a quaternion `q0 … q3` in flat R⁴; rates: relative angular velocity in B's axes.
 */
export class BallJoint extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, bodyA: Body, bodyB: Body, options: BallOptions) {
    checkOptions(checkLabel("BallJoint", name), options, [...PLACE_OPTIONS, "rotation", "rate", "damping"]);
    super(name, bodyA, bodyB, options);
    this.motions = [
      {
        kind: "ball",
        name: "rotation",
        damping: checkNotNegative(this.label, "damping", options.damping ?? 0),
        start: checkQuaternion(this.label, "rotation", otherwise(options.rotation, [1, 0, 0, 0])),
        rate: options.rate === undefined ? undefined : checkVector3(this.label, "rate", options.rate),
      },
    ];
  }

  protected override findClosures(): BondClosure[] {
    const { T } = this.portB;
    const axes = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    return [
      ...axes.map((axis, i): BondClosure => ({ kind: "FC", name: `v${"xyz"[i]}`, direction: slideAlong(T, axis) })),
      ...axes.map((axis, i): BondClosure => ({ kind: "EC", name: `M${"xyz"[i]}`, direction: turnAbout(T, axis) })),
    ];
  }
}
