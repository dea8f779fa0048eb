import {
  checkLabel,
  checkList,
  checkOptions,
  cross,
  describe,
  dot,
  ModelError,
  rotate,
  rotateBack,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import { type BondClosure, getClosureKind, sortClosures } from "./BondClosure.ts";
import type { Motion } from "./Motion.ts";
import { Pair, type PairPlace, PLACE_OPTIONS } from "./Pair.ts";
import { findReferenceDirection } from "./referencePose.ts";
import { ScalarBond, type ScalarBondOptions } from "./ScalarBond.ts";

export interface UniversalOptions extends PairPlace {
  /** The two axes as drawn, in world axes: the first is fixed in A, the second in B. */
  axes: readonly [VectorInput, VectorInput];
  /** How the turn about the first axis is closed, and where it starts. */
  first?: ScalarBondOptions;
  /** The same for the second axis. */
  second?: ScalarBondOptions;
}

/**
 * A Cardan joint: B turns about two axes through one point, the first fixed in A and the second in B; four flow
 * constraints. Coordinates: `angle1`, `angle2`.
 */
export class UniversalJoint extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, bodyA: Body, bodyB: Body, options: UniversalOptions) {
    checkOptions(checkLabel("UniversalJoint", name), options, [...PLACE_OPTIONS, "axes", "first", "second"]);
    super(name, bodyA, bodyB, options);
    if (!Array.isArray(options.axes) || options.axes.length !== 2) {
      throw new ModelError(
        `${this.label}: axes are ${describe(options.axes)}; give two vectors: [the one fixed in A, the one fixed in B]`,
      );
    }
    const axes = checkList(this.label, "axes", options.axes, "two vectors") as UniversalOptions["axes"][number][];
    const [first, second] = axes.map((axis, i) =>
      findReferenceDirection(this, "A", axis, undefined, [`axes[${i}]`, ""]),
    );
    if (1 - Math.abs(dot(first, second)) < 1e-9) {
      throw new ModelError(
        `${this.label}: the axes ${options.axes.map(describe).join(" and ")} are parallel; ` +
          "give two directions, usually at right angles",
      );
    }
    this.motions = [
      { kind: "rotate", name: "angle1", axis: first, bond: new ScalarBond(this.label, "first", options.first) },
      { kind: "rotate", name: "angle2", axis: second, bond: new ScalarBond(this.label, "second", options.second) },
    ];
  }

  protected override findClosures(): BondClosure[] {
    const { T } = this.portA;
    // The first axis is fixed in A, the second in B.
    const first = rotate(T, (this.motions[0] as { axis: Vector3 }).axis);
    const second = rotate(this.portB.T, rotateBack(this.rest, (this.motions[1] as { axis: Vector3 }).axis));
    const turns = [first, second].map((axis, i): BondClosure => {
      const kind = getClosureKind(this.motions[i]);
      return { kind, name: `${kind === "EC" ? "M" : "ω"}${i + 1}`, direction: [0, 0, 0, ...axis] };
    });
    const slides = [0, 1, 2].map((i): BondClosure => {
      const direction = [0, 0, 0, 0, 0, 0];
      direction[i] = 1;
      return { kind: "FC", name: `v${"xyz"[i]}`, direction };
    });
    return sortClosures([
      ...slides,
      { kind: "FC", name: "ω3", direction: [0, 0, 0, ...cross(first, second)] },
      ...turns,
    ]);
  }
}
