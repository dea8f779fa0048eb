import {
  checkFunction,
  checkNotNegative,
  checkNumber,
  checkOptions,
  cross,
  findPerpendicular,
  ModelError,
  rotateBack,
  type Triple,
  type VectorInput,
} from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import { type BondClosure, getClosureKind, slideAlong, sortClosures, turnAbout } from "./BondClosure.ts";
import type { Motion } from "./Motion.ts";
import { Pair, type PairPlace, PLACE_OPTIONS } from "./Pair.ts";
import { findReferenceDirection } from "./referencePose.ts";
import { ScalarBond, type ScalarBondOptions } from "./ScalarBond.ts";

/** Where a joint sits, and its axis. */
export interface JointPlace extends PairPlace {
  /** Axis as drawn, in world axes … */
  axis?: VectorInput;
  /** … or in the axes of A, and of B if they differ as drawn. */
  axisA?: VectorInput;
  axisB?: VectorInput;
}

export const JOINT_OPTIONS = [...PLACE_OPTIONS, "axis", "axisA", "axisB"] as const;

/** How a joint closes its two scalar pairs. A pair that is left out is closed: no motion. */
export interface JointClosure {
  /** `(μ, F)`, along the axis. */
  translation?: ScalarBondOptions;
  /** `(λ, M)`, about the axis. */
  rotation?: ScalarBondOptions;
  /** Metres per radian: translation follows rotation, `μ = p λ`, `F p + M = 0`. */
  pitch?: number;
}

/**
 * A joint keeps an axis of B on an axis of A [Kosenko (2)–(4)].
 *
 * Position: `R_α = r_Oα + T_α r_α`; `R_B` stays on the line through `R_A` along `n = T_A n_A`, and B turns only about `n`.
 * Velocity: `v_Ba = v_Be + v_Br`, `v_Be = v_OA + [ω_A, R_B − r_OA]`, `ω_B = ω_A + ω_r`.
 * Acceleration: `a_Ba = a_Be + 2[ω_A, v_Br] + μ n`, `ε_B = ε_A + [ω_A, ω_r] + λ n`.
 * Wrench: `F = F_A·n`, `M = M_A·n` act on A, while μ, λ are B relative to A; the effort of the motion is `τ = −(F, M)`.
 *
 * Two scalar pairs stay open, `(μ, F)` and `(λ, M)`; each is closed by a flow or an effort constraint, and that makes the
 * family: revolute `μ = 0, M = 0`; prismatic `F = 0, λ = 0`; cylindrical `F = 0, M = 0`; weld `μ = 0, λ = 0`; screw
 * `μ = p λ, F p + M = 0`; and every driven, sprung or damped version.
 */
export abstract class Joint extends Pair {
  /** The axis in A's axes, a unit vector. */
  readonly axisA: Triple;
  override readonly motions: readonly Motion[];
  /** Place in `motions` of the translation and of the rotation; −1 where closed. A screw has both in one. */
  readonly translationIndex: number;
  readonly rotationIndex: number;

  constructor(name: string, bodyA: Body, bodyB: Body, place: JointPlace, closure: JointClosure) {
    super(name, bodyA, bodyB, place);
    this.axisA = findReferenceDirection(this, "A", place.axis, place.axisA, ["axis", "axisA"]);
    if (place.axis === undefined && place.axisB !== undefined) {
      this.alignRest(this.axisA, findReferenceDirection(this, "B", undefined, place.axisB, ["axis", "axisB"]));
    } else if (place.axisB !== undefined) {
      throw new ModelError(`${this.label}: axis (world) and axisB (body axes) are both given; give axisA with axisB`);
    }
    const { translation, rotation, pitch } = closure;
    const motions: Motion[] = [];
    const axis = this.axisA;
    // A joint with one bond has its options at the top; with two, messages say which.
    const isDouble = translation && rotation;
    const [along, about] = isDouble ? ["translation", "rotation"] : ["", ""];
    const [force, torque] = isDouble ? ["effort", "effort"] : ["force", "torque"];
    if (pitch !== undefined) {
      const bond = new ScalarBond(this.label, "", rotation, torque);
      motions.push({ kind: "screw", name: "angle", axis, pitch: checkNumber(this.label, "pitch", pitch), bond });
    } else {
      if (translation) {
        const bond = new ScalarBond(this.label, along, translation, force);
        motions.push({ kind: "slide", name: "position", axis, bond });
      }
      if (rotation) {
        const bond = new ScalarBond(this.label, about, rotation, torque);
        motions.push({ kind: "rotate", name: "angle", axis, bond });
      }
    }
    this.motions = motions;
    this.translationIndex = motions.findIndex((motion) => motion.kind !== "rotate");
    this.rotationIndex = motions.findIndex((motion) => motion.kind !== "slide");
  }

  protected override findClosures(): BondClosure[] {
    const { axisA: n, motions } = this;
    const { T } = this.portA;
    const first = findPerpendicular(n);
    const second = cross(n, first);
    const closed: BondClosure[] = [
      { kind: "FC", name: "v1", direction: slideAlong(T, first) },
      { kind: "FC", name: "v2", direction: slideAlong(T, second) },
      { kind: "FC", name: "ω1", direction: turnAbout(T, first) },
      { kind: "FC", name: "ω2", direction: turnAbout(T, second) },
    ];
    const along = slideAlong(T, n);
    const about = turnAbout(T, n);
    const [motion] = motions;
    if (motion?.kind === "screw") {
      // V = (v − p ω)(n, 0) + ω (p n, n): the flow v − p ω is closed, and the effort of the rest is F p + M.
      const kind = getClosureKind(motion);
      const direction = about.map((x, i) => x + motion.pitch * along[i]);
      closed.push({ kind: "FC", name: "μ − p λ", direction: along });
      return sortClosures([...closed, { kind, name: kind === "EC" ? "F p + M" : "λ", direction, motion }]);
    }
    const [sliding, turning] = [motions[this.translationIndex], motions[this.rotationIndex]];
    const slide = getClosureKind(sliding);
    const turn = getClosureKind(turning);
    return sortClosures([
      ...closed,
      { kind: slide, name: slide === "EC" ? "F" : "μ", direction: along, motion: sliding },
      { kind: turn, name: turn === "EC" ? "M" : "λ", direction: about, motion: turning },
    ]);
  }

  /** `F = F_A·n`: the axial force on A, N (after a solve). */
  get F(): number {
    return this.projectOnAxis(this.wrenchA.F);
  }

  /** `M = M_A·n`: the axial torque on A, Nm (after a solve). */
  get M(): number {
    return this.projectOnAxis(this.wrenchA.M);
  }

  /** `μ`: acceleration of B relative to A along the axis, m/s² (after a solve). */
  get mu(): number {
    const motion = this.motions[this.translationIndex];
    if (motion === undefined) return 0;
    return this.accelerations[this.translationIndex] * (motion.kind === "screw" ? motion.pitch : 1);
  }

  /** `λ`: angular acceleration of B relative to A about the axis, rad/s² (after a solve). */
  get lambda(): number {
    return this.rotationIndex < 0 ? 0 : this.accelerations[this.rotationIndex];
  }

  /**
   * Effort of the element that closes the bond of the rotation or translation, couplers and attachments aside, in the signs
   * of F and M.
   */
  getOwnSealEffort(isRotation: boolean): number {
    const index = isRotation ? this.rotationIndex : this.translationIndex;
    let effort = this.coupledEfforts[index] - this.efforts[index];
    for (const attachment of this.attachments) if (attachment.index === index) effort += attachment.getEffort();
    return effort;
  }

  private projectOnAxis(vector: ArrayLike<number>): number {
    const inA = rotateBack(this.portA.T, vector);
    return inA[0] * this.axisA[0] + inA[1] * this.axisA[1] + inA[2] * this.axisA[2];
  }
}

/** Options of a joint with one scalar pair, under the names that suit it, turned into those of a scalar bond. */
export function renameOptions(
  owner: string,
  options: object | undefined,
  names: Readonly<Record<string, keyof ScalarBondOptions>>,
  others: readonly string[] = [],
): ScalarBondOptions {
  checkOptions(owner, options, [...JOINT_OPTIONS, ...others, ...Object.keys(names)]);
  const bond: Record<string, unknown> = {};
  // What is missing altogether is reported by the stages below, which also check the name.
  if (options === undefined) return bond as ScalarBondOptions;
  const given = Object.entries(names).filter(([key]) => (options as Record<string, unknown>)[key] !== undefined);
  for (const [key, target] of given) {
    const value = (options as Record<string, unknown>)[key];
    if (target === "effort" || target === "motion") checkFunction(owner, key, value);
    else if (target === "stiffness" || target === "damping") checkNotNegative(owner, key, value);
    else checkNumber(owner, key, value);
    bond[target] = value;
  }
  const rest = given.map(([key]) => key).filter((key) => key !== "motion");
  if (bond.motion !== undefined && rest.length > 0) {
    throw new ModelError(
      `${owner}: motion is given together with ${rest.join(" and ")}; a prescribed motion says all about the coordinate: ` +
        "drop one or the other",
    );
  }
  return bond as ScalarBondOptions;
}
