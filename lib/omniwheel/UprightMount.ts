import { type Motion, Pair, ScalarBond } from "../constraints/index.ts";
import {
  checkInstance,
  checkNumber,
  checkOptions,
  checkVector3,
  otherwise,
  rotate,
  rotateBack,
  type VectorInput,
} from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import { OmniWheel } from "./OmniWheel.ts";

export interface UprightMountOptions {
  /** Velocity of the wheel's centre at the start, in the axes of the base. Default: at rest. */
  velocity?: VectorInput;
  /** Rate of the turn about the axle at the start, rad/s. Default: 0. */
  rate?: number;
}

/**
 * Holds a wheel upright and on its heading: its centre may move along x, y and z of the base, and it may turn about its
 * axle. Coordinates: `x`, `y`, `z`, `angle`.
 */
export class UprightMount extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, base: Body, wheel: OmniWheel, options: UprightMountOptions = {}) {
    const { disc } = checkInstance(new.target.name, "the wheel", wheel, OmniWheel);
    const center = disc.inertia.center.map((x) => 0 - x);
    const { r, T } = disc.referencePose;
    super(name, base, disc, { point: rotate(T, center).map((x, i) => x + r[i]) });
    checkOptions(this.label, options, ["velocity", "rate"]);
    const velocity = checkVector3(this.label, "velocity", otherwise(options.velocity, [0, 0, 0]));
    const slides = (["x", "y", "z"] as const).map((motion, i): Motion => {
      const bond = new ScalarBond(this.label, motion, { rate: velocity[i] });
      return { kind: "slide", name: motion, axis: [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0], bond };
    });
    const rate = checkNumber(this.label, "rate", options.rate ?? 0);
    const axis = rotateBack(base.referencePose.T, [T[2], T[5], T[8]]);
    this.motions = [
      ...slides,
      { kind: "rotate", name: "angle", axis, bond: new ScalarBond(this.label, "angle", { rate }) },
    ];
  }
}
