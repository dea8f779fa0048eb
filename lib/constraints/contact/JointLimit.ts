import { checkLabel, checkNumber, checkOptions, explainThrown, ModelError } from "../../math/index.ts";
import type { Constants } from "../../rigidbody/index.ts";
import type { EventNeeds, Output } from "../capabilities/index.ts";
import type { Joint } from "../Joint.ts";
import type { BondName } from "../JointBond.ts";
import { Frictionless } from "./friction/Frictionless.ts";
import type { ImpactLaw } from "./impact/ImpactLaw.ts";
import { JointLaw } from "./JointLaw.ts";
import { NormalLaw } from "./normal/NormalLaw.ts";
import { RigidNormal } from "./normal/RigidNormal.ts";
import { checkLaw, nameLaw, readImpact } from "./readLaws.ts";

export interface JointLimitOptions {
  /** The least coordinate, m or rad, counted from the drawn pose. Default: none. */
  lower?: number;
  /** The largest coordinate. Default: none. One of the two has to be given. */
  upper?: number;
  /** Which motion of a joint with two. */
  bond?: BondName;
  /** How hard the stops are; stiffness and damping are those of the motion (N/m or Nm/rad). Default: rigid. */
  normal?: NormalLaw;
  /** A law, or the restitution of the simultaneous one. Default: no bounce. */
  impact?: ImpactLaw | number;
}

/**
 * Stops of a joint: `new JointLimit("stop", hinge, { lower: -1, upper: 1 })`. Angles count any number of turns.
 *
 * Position: the gap is `x − lower` or `upper − x`, whichever is less; the row is the rate of the joint, with the sign of the
 * nearer stop. At a rigid stop the effort is a reaction that pushes back into the range; a compliant one gives it by its law.
 */
export class JointLimit extends JointLaw {
  readonly lower: number;
  readonly upper: number;
  readonly normal: NormalLaw;
  override readonly friction = new Frictionless();
  override readonly impact: ImpactLaw;
  private readonly laws: Constants;
  /** 1 at the lower stop, −1 at the upper one. */
  private sign = 1;
  /** How far the coordinate is from the lower and the upper stop. */
  private readonly gaps = new Float64Array(2);
  /** Depth and its rate at one stop, and the rate of touching. */
  private readonly depth = new Float64Array(3);
  private readonly law = new Float64Array(1);

  constructor(name: string, joint: Joint, options: JointLimitOptions) {
    const owner = checkLabel(new.target.name, name);
    checkOptions(owner, options, ["lower", "upper", "bond", "normal", "impact"]);
    const normal = checkLaw(owner, "normal", options?.normal ?? new RigidNormal(), NormalLaw, "new RigidNormal()");
    super(name, joint, options?.bond, normal.isRigid, 0);
    this.normal = normal;
    this.impact = readImpact(owner, options?.impact);
    const read = (key: "lower" | "upper", none: number) =>
      options?.[key] === undefined ? none : checkNumber(owner, key, options[key]);
    this.lower = read("lower", Number.NEGATIVE_INFINITY);
    this.upper = read("upper", Number.POSITIVE_INFINITY);
    if (this.upper - this.lower === Number.POSITIVE_INFINITY && options?.lower === options?.upper) {
      throw new ModelError(`${owner}: neither lower nor upper is given; give one of them, or both`);
    }
    if (!(this.lower < this.upper)) {
      throw new ModelError(
        `${owner}: lower is ${this.lower} and upper is ${this.upper}; give a lower stop below the upper one`,
      );
    }
    const motion = joint.motions[this.bond.index];
    if (normal.isRigid && motion.kind !== "ball" && motion.bond.motion) {
      throw new ModelError(
        `${owner}: the motion of ${joint.label} is prescribed, so a rigid stop cannot hold it; ` +
          `drop the stop, drive the joint by an effort, or give a compliant normal law`,
      );
    }
    this.laws = { normal: nameLaw(this.normal), impact: nameLaw(this.impact) };
    this.mode = "open";
  }

  override get constants(): Constants {
    return { ...super.constants, lower: this.lower, upper: this.upper, ...this.laws };
  }

  /** The range, but no more than 1 (m or rad). */
  override get size(): number {
    return Math.min(1, this.upper - this.lower);
  }

  override measure(_t: number): void {
    const { gaps, bond } = this;
    // A joint that is switched off has no stops.
    gaps[0] = bond.joint.isOn ? bond.coordinate - this.lower : 1;
    gaps[1] = bond.joint.isOn ? this.upper - bond.coordinate : 1;
    this.sign = gaps[0] <= gaps[1] ? 1 : -1;
    this.measureBond(this.sign);
    this.values[0] = Math.min(gaps[0], gaps[1]);
    if (!this.hasNormalRow) this.values[1] = this.calcLaw(this.values[0], this.getVelocityError(0));
  }

  /** What the normal law says at a gap and its rate. */
  private calcLaw(gap: number, rate: number): number {
    this.depth[0] = -gap;
    this.depth[1] = -rate;
    this.depth[2] = this.touch.speed[0];
    try {
      this.normal.calcForce(this.depth, this.law);
    } catch (cause) {
      throw explainThrown(this.label, "the normal law", cause);
    }
    return this.law[0];
  }

  protected override get readsTouchSpeed(): boolean {
    return this.normal.readsTouchSpeed;
  }

  protected override getGapRate(): number {
    return this.getVelocityError(0);
  }

  /** `lower` or `upper`: the stop that is nearer. */
  get nearer(): "lower" | "upper" {
    return this.sign > 0 ? "lower" : "upper";
  }

  override get effort(): number {
    return this.sign * this.normalForce;
  }

  protected override getGivenEffort(): number {
    return this.isClosed ? this.normalLoad : 0;
  }

  protected override getRowEffort(): number {
    return this.normalForce;
  }

  /** What is shown is measured there, touching or not. */
  override calcReaction(): void {
    this.measure(0);
    super.calcReaction();
  }

  override getPotentialEnergy(): number {
    return this.hasNormalRow || !this.isOn || this.gap >= 0 ? 0 : this.normal.getEnergy(-this.gap);
  }

  override describeOverlap(isStart: boolean): string {
    const [unit] = this.units;
    const [verb, remedy] = isStart
      ? ["starts", "start within the stops"]
      : ["is", "move it within the stops before they are switched on"];
    return (
      `${this.joint.label} ${verb} ${(-this.gap).toPrecision(3)} ${unit} beyond the ${this.nearer} stop at ${this[this.nearer]} ${unit}; ` +
      `${remedy}, or use a compliant normal law such as new SpringNormal({ stiffness })`
    );
  }

  override get eventCount(): number {
    return 4;
  }

  /** 0: the lower stop is touched, or the one that is touched is left; 2: bounces have died out; 3: the upper stop is touched. */
  override calcEvents(t: number, out: Float64Array): void {
    super.calcEvents(t, out);
    out[3] = 1;
    if (this.isClosed) return;
    const { gaps, sign } = this;
    const rate = sign * this.getVelocityError(0);
    // Either stop by itself, with the slack that the mode gives and what was accepted.
    const slack = out[0] - (this.hasNormalRow ? this.gap : -this.pressing);
    for (let side = 0; side < 2; side++) {
      let value = gaps[side];
      if (!this.hasNormalRow && value < Number.POSITIVE_INFINITY) {
        value = Math.max(value, -this.calcLaw(value, side === 0 ? rate : -rate));
      }
      out[side === 0 ? 0 : 3] = value < Number.POSITIVE_INFINITY ? value + slack : 1;
    }
  }

  /** The upper stop is seen by its gap alone. */
  override getEventNeeds(index: number): EventNeeds {
    return index === 3 ? "kinematics" : super.getEventNeeds(index);
  }

  /** Each stop by itself: what is farther from one is nearer to the other. */
  override getEventRate(index: number): number {
    if (this.isClosed || (index !== 0 && index !== 3)) return index === 3 ? 0 : super.getEventRate(index);
    if (this.gaps[index === 0 ? 0 : 1] === Number.POSITIVE_INFINITY) return 0;
    if (!this.hasNormalRow) return Number.NaN;
    const rate = this.sign * this.getVelocityError(0);
    return index === 0 ? rate : -rate;
  }

  override get outputs(): readonly Output[] {
    const [length, effort] = this.units;
    return [
      { name: "gap", unit: length, read: () => this.gap },
      { name: "effort", unit: effort, read: () => this.effort },
      this.modeOutput,
    ];
  }
}
