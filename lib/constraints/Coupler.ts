import { couplerFragment, type Fragment } from "../bondgraph/index.ts";
import { checkLabel, checkNumber, checkOptions, describe, isInstance, ModelError } from "../math/index.ts";
import type { Body, Constants } from "../rigidbody/index.ts";
import type { ActsOnJoints, Branch } from "./capabilities/index.ts";
import { Joint } from "./Joint.ts";
import { type BondName, JointBond } from "./JointBond.ts";
import { RowConstraint } from "./RowConstraint.ts";

/** One open scalar bond of a joint: the joint alone if it has one, else with the name of the bond. */
export type BondChoice = Joint | { joint: Joint; bond: BondName };

export interface CouplerOptions {
  /** Rate of the first bond per rate of the second. */
  ratio: number;
}

/**
 * A transformer between open scalar bonds of two joints: gears (rotation and rotation), rack and pinion (translation and
 * rotation), pulleys (translation and translation).
 *
 * Position `x1 − n x2 = const` with coordinates over any number of turns; velocity `ẋ1 − n ẋ2 = 0`; acceleration likewise.
 * Wrench: effort `λ` on the first bond, `−n λ` on the second: the transformer takes no power. The
 * rows of the two bonds are those of `JointBond`.
 */
export class Coupler extends RowConstraint implements ActsOnJoints {
  readonly ratio: number;
  private readonly bonds: readonly [JointBond, JointBond];
  /** The coordinates at the start: the wheels mesh as they are then. */
  private readonly starts: readonly [number, number];

  constructor(name: string, first: BondChoice, second: BondChoice, options: CouplerOptions) {
    const owner = checkLabel(new.target.name, name);
    const bonds = [findBond(owner, "first", first), findBond(owner, "second", second)] as const;
    const [one, two] = bonds;
    if (one.joint === two.joint && one.isRotation === two.isRotation) {
      throw new ModelError(`${owner}: both bonds are the same bond of "${one.joint.name}"; give two different ones`);
    }
    const other = two.joint.bodyB === one.joint.bodyB ? two.joint.bodyA : two.joint.bodyB;
    super(name, one.joint.bodyB === other ? one.joint.bodyA : one.joint.bodyB, other, 1, 4);
    checkOptions(this.label, options, ["ratio"]);
    this.ratio = checkNumber(this.label, "ratio", options?.ratio);
    if (this.ratio === 0) {
      throw new ModelError(`${this.label}: ratio is 0; give rate of the first bond divided by rate of the second`);
    }
    this.bonds = bonds;
    this.starts = [findStart(one), findStart(two)];
    this.ports = this.bodies.map((body) => body.referencePose);
  }

  override get bodies(): readonly Body[] {
    return this.bonds.flatMap(({ joint }) => [joint.bodyA, joint.bodyB]);
  }

  /** The joints whose bonds are coupled. */
  get joints(): readonly [Joint, Joint] {
    return [this.bonds[0].joint, this.bonds[1].joint];
  }

  override get constants(): Constants {
    const name = ({ joint, isRotation }: JointBond) => `${isRotation ? "rotation" : "translation"} of ${joint.name}`;
    const [first, second] = this.bonds;
    return { ratio: this.ratio, first: name(first), second: name(second), starts: this.starts };
  }

  get branches(): readonly Branch[] {
    const [first, second] = this.bonds;
    return [
      { joint: first.joint, isRotation: first.isRotation, port: "first" },
      { joint: second.joint, isRotation: second.isRotation, port: "second" },
    ];
  }

  /** The scalar bonds that are coupled: the joint, and whether it is the rotation. */
  get coupledBonds(): readonly { joint: Joint; isRotation: boolean }[] {
    return this.bonds;
  }

  /** Adds the efforts `λ` and `−n λ` to the coupled efforts of the joints. */
  addCoupledEfforts(): void {
    const [first, second] = this.bonds;
    first.joint.coupledEfforts[first.index] += this.multipliers[0];
    second.joint.coupledEfforts[second.index] -= this.ratio * this.multipliers[0];
  }

  /** Its efforts are part of the joints' wrenches; by itself it acts on no body. */
  override calcReaction(): void {
    this.clearWrenches();
  }

  protected override calcRowTerms(): void {
    const { bonds, ports, jacobian: J } = this;
    this.accelerationTargets[0] =
      bonds[0].writeRow(J, 0, ports[0], ports[1], 1) + bonds[1].writeRow(J, 12, ports[2], ports[3], -this.ratio);
  }

  protected override calcPositionTerms(): void {
    const [first, second] = this.bonds;
    const [start1, start2] = this.starts;
    this.positionErrors[0] = first.coordinate - start1 - this.ratio * (second.coordinate - start2);
  }

  override bondGraph(): Fragment {
    const rate = (which: 0 | 1) => (out: Float64Array) => {
      const { joint, index } = this.bonds[which];
      out[0] = joint.rates[index];
    };
    const effort = (factor: number) => (out: Float64Array) => {
      out[0] = -factor * this.multipliers[0];
    };
    return couplerFragment(this.name, {
      ratio: this.ratio,
      signals: {
        first: { flow: rate(0), effort: effort(1) },
        second: { flow: rate(1), effort: effort(this.ratio) },
      },
    });
  }
}

function findBond(owner: string, place: string, choice: BondChoice): JointBond {
  const joint = isInstance(choice, Joint) ? choice : readJoint(choice);
  if (!isInstance(joint, Joint)) {
    throw new ModelError(
      `${owner}: the ${place} bond is ${describe(choice)}; give a joint, or { joint, bond: "rotation" } of a cylindrical one`,
    );
  }
  return new JointBond(owner, joint, isInstance(choice, Joint) ? undefined : choice.bond, `${place} joint`, "joint, ");
}

function readJoint(choice: Exclude<BondChoice, Joint>): unknown {
  try {
    return choice?.joint;
  } catch {
    return undefined;
  }
}

function findStart({ joint, index }: JointBond): number {
  const motion = joint.motions[index];
  return motion.kind === "ball" ? 0 : motion.bond.motion ? motion.bond.motion(0)[0] : motion.bond.start;
}
