import {
  checkLabel,
  checkOptions,
  cross,
  describe,
  findPerpendicular,
  ModelError,
  norm,
  normalize,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import { type BondClosure, getClosureKind, slideAlong, sortClosures, turnAbout } from "./BondClosure.ts";
import type { Motion } from "./Motion.ts";
import { Pair, type PairPlace, PLACE_OPTIONS } from "./Pair.ts";
import { findReferenceDirection } from "./referencePose.ts";
import { ScalarBond, type ScalarBondOptions } from "./ScalarBond.ts";

export interface PlanarOptions extends PairPlace {
  /** Normal of the plane, fixed in A, as drawn in world axes … */
  normal?: VectorInput;
  /** … or in A's axes. */
  normalA?: VectorInput;
  /** Direction of the coordinate `x` in the plane, as drawn. Default: one at right angles to the normal. */
  along?: VectorInput;
  /** How the three motions are closed, and where they start. */
  x?: ScalarBondOptions;
  y?: ScalarBondOptions;
  rotation?: ScalarBondOptions;
}

/**
 * B slides in a plane of A and turns about its normal; three flow constraints. Coordinates: `x`, `y` along two directions
 * fixed in A with `x × y` along the normal, and `angle` about the normal.
 */
export class PlanarJoint extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, bodyA: Body, bodyB: Body, options: PlanarOptions) {
    const own = ["normal", "normalA", "along", "x", "y", "rotation"];
    checkOptions(checkLabel("PlanarJoint", name), options, [...PLACE_OPTIONS, ...own]);
    super(name, bodyA, bodyB, options);
    const normal = findReferenceDirection(this, "A", options.normal, options.normalA, ["normal", "normalA"]);
    const along =
      options.along === undefined
        ? undefined
        : findReferenceDirection(this, "A", options.along, undefined, ["along", ""]);
    // x is `along` without its part along the normal; y = normal × x.
    if (along && norm(cross(normal, along)) < 1e-9) {
      throw new ModelError(
        `${this.label}: along ${describe(options.along)} is parallel to the normal; give a direction in the plane`,
      );
    }
    const second = along ? normalize(cross(normal, along)) : cross(normal, findPerpendicular(normal));
    const first = cross(second, normal);
    this.motions = [
      { kind: "slide", name: "x", axis: first, bond: new ScalarBond(this.label, "x", options.x) },
      { kind: "slide", name: "y", axis: second, bond: new ScalarBond(this.label, "y", options.y) },
      { kind: "rotate", name: "angle", axis: normal, bond: new ScalarBond(this.label, "rotation", options.rotation) },
    ];
  }

  protected override findClosures(): BondClosure[] {
    const { T } = this.portA;
    const [x, y, normal] = this.motions.map((motion) => (motion as { axis: Vector3 }).axis);
    const closure = (i: number, flow: string, effort: string, direction: number[]): BondClosure => {
      const kind = getClosureKind(this.motions[i]);
      return { kind, name: kind === "EC" ? effort : flow, direction };
    };
    return sortClosures([
      { kind: "FC", name: "v3", direction: slideAlong(T, normal) },
      { kind: "FC", name: "ω1", direction: turnAbout(T, x) },
      { kind: "FC", name: "ω2", direction: turnAbout(T, y) },
      closure(0, "v1", "F1", slideAlong(T, x)),
      closure(1, "v2", "F2", slideAlong(T, y)),
      closure(2, "ω3", "M3", turnAbout(T, normal)),
    ]);
  }
}
