import type { Fragment } from "../../bondgraph/index.ts";
import { checkInstance, checkLabel } from "../../math/index.ts";
import type { Constants } from "../../rigidbody/index.ts";
import type { ActsOnJoints, HasOutputs, Output } from "../capabilities/index.ts";
import { Joint } from "../Joint.ts";
import { type BondName, JointBond } from "../JointBond.ts";
import { type ContactMode, JOINT_MODES } from "./ContactMode.ts";
import { Unilateral } from "./Unilateral.ts";

/**
 * What stops or brakes an open scalar motion of a joint: one row along the joint's bond (`JointBond`), acting between the
 * joint's bodies beside the joint. Its wrench on B is `effort` along or about the axis, at the joint's point of B.
 */
export abstract class JointLaw extends Unilateral implements ActsOnJoints, HasOutputs {
  protected readonly bond: JointBond;

  constructor(name: string, joint: Joint, bond: BondName | undefined, hasNormalRow: boolean, tangentCount: number) {
    const owner = checkLabel(new.target.name, name);
    checkInstance(owner, "the joint", joint, Joint, "a joint with an axis, such as a RevoluteJoint");
    const own = new JointBond(owner, joint, bond, "joint", "");
    super(name, joint.bodyA, joint.bodyB, hasNormalRow, tangentCount);
    this.bond = own;
  }

  /** The joint it acts on. */
  get joint(): Joint {
    return this.bond.joint;
  }

  get joints(): readonly [Joint] {
    return [this.bond.joint];
  }

  override get constants(): Constants {
    return { joint: this.joint.name, bond: this.bond.isRotation ? "rotation" : "translation" };
  }

  protected override get modes(): readonly ContactMode[] {
    return JOINT_MODES;
  }

  abstract get outputs(): readonly Output[];

  /** What it does to the motion, N or Nm (after a solve): positive when it drives the coordinate up. */
  abstract get effort(): number;

  /** The part of the effort along the row that follows from position and velocity. */
  protected abstract getGivenEffort(): number;

  /** The effort along the row. */
  protected abstract getRowEffort(): number;

  /** Fills the only row, `sign` times that of the bond. */
  protected measureBond(sign: number): void {
    this.accelerationTargets[0] = this.bond.writeRow(this.jacobian, 0, this.portA, this.portB, sign);
  }

  override get readsJoints(): boolean {
    return true;
  }

  override get hasLoad(): boolean {
    return !this.hasNormalRow;
  }

  override calcLoad(t: number): void {
    this.measure(t);
    this.writeWrenches(this.getGivenEffort());
  }

  override calcReaction(): void {
    this.writeWrenches(this.getRowEffort());
  }

  private writeWrenches(effort: number): void {
    const { F, M, P } = this.wrenchB;
    const { direction: n, isRotation } = this.bond;
    for (let i = 0; i < 3; i++) {
      F[i] = isRotation ? 0 : effort * n[i];
      M[i] = isRotation ? effort * n[i] : 0;
    }
    this.calcReactionPoint(P);
    this.closeThirdLaw();
  }

  protected override calcReactionPoint(out: Float64Array): void {
    const { r, T } = this.portB;
    const { pointB: p } = this.joint;
    for (let i = 0; i < 3; i++) out[i] = r[i] + T[3 * i] * p[0] + T[3 * i + 1] * p[1] + T[3 * i + 2] * p[2];
  }

  /** Units of the coordinate and of the effort. */
  protected get units(): readonly [string, string] {
    return this.bond.isRotation ? ["rad", "Nm"] : ["m", "N"];
  }

  protected get modeOutput(): Output {
    return { name: "mode", unit: JOINT_MODES.join(" "), read: () => JOINT_MODES.indexOf(this.mode) };
  }

  protected override calcAxisFlows(out: Float64Array): void {
    const twist = new Float64Array(6);
    this.calcRelativeTwist(twist);
    out.fill(0);
    out[0] = this.calcRowFlow(0, twist);
  }

  protected override calcAxisEfforts(out: Float64Array): void {
    out.fill(0);
    out[0] = -this.getRowEffort();
  }

  /** The bond of the motion, closed by a flow where the mode holds it; the other five carry nothing. */
  override bondGraph(): Fragment {
    const [flow, effort] = this.bond.isRotation ? ["λ", "M"] : ["μ", "F"];
    const rest = [2, 3, 4, 5, 6].map((i) => `e${i}`);
    return this.rowCount > 0 ? this.createFragment([flow], rest) : this.createFragment([], [effort, ...rest]);
  }
}
