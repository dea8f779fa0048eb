import {
  checkLabel,
  checkNotNegative,
  checkOptions,
  describe,
  explainThrown,
  ModelError,
  refusePromise,
} from "../../math/index.ts";
import type { Constants } from "../../rigidbody/index.ts";
import type { Output } from "../capabilities/index.ts";
import type { Joint } from "../Joint.ts";
import { CoulombFriction } from "./friction/CoulombFriction.ts";
import { FrictionLaw } from "./friction/FrictionLaw.ts";
import { SimultaneousImpact } from "./impact/SimultaneousImpact.ts";
import { JointLaw } from "./JointLaw.ts";
import { checkLaw, nameLaw } from "./readLaws.ts";

/** A limit of friction, or how it changes with time (a brake); a law's coefficients are multiples of it. */
export type FrictionLimit = number | ((t: number) => number);

export interface JointFrictionOptions {
  /** Of a joint that turns, Nm … */
  torque?: FrictionLimit;
  /** … or of one that slides, N. */
  force?: FrictionLimit;
  /** Default: Coulomb's law with coefficient 1, which sticks and slips with the same limit. */
  friction?: FrictionLaw;
}

/** A joint that others hold moves when it is faster than this (m/s or rad/s). */
const MOVES = 1e-9;

/**
 * Dry friction in a joint, or a brake: `new JointFriction("brake", axle, { torque: 2 })`. The laws are those of contacts with
 * the limit in the place of the normal force and the rate of the joint in that of the slip velocity. Coulomb's law sticks
 * without creep while less than the limit holds the joint; stick and slip change at events.
 */
export class JointFriction extends JointLaw {
  override readonly friction: FrictionLaw;
  override readonly impact = new SimultaneousImpact();
  private readonly limit: (t: number) => number;
  private readonly what: "torque" | "force";
  private readonly laws: Constants;
  private readonly tangentForce = new Float64Array(1);
  private readonly unit = new Float64Array(1);

  constructor(name: string, joint: Joint, options: JointFrictionOptions) {
    const owner = checkLabel(new.target.name, name);
    checkOptions(owner, options, ["torque", "force", "friction"]);
    const { torque, force } = options ?? {};
    if ((torque === undefined) === (force === undefined)) {
      const given = torque === undefined ? "neither torque nor force is given" : "torque and force are both given";
      throw new ModelError(
        `${owner}: ${given}; give torque (Nm) for a joint that turns, force (N) for one that slides`,
      );
    }
    super(name, joint, torque === undefined ? "translation" : "rotation", false, 1);
    this.what = torque === undefined ? "force" : "torque";
    const value = torque ?? force;
    if (typeof value === "function") this.limit = value;
    else {
      const constant = checkNotNegative(owner, this.what, value);
      this.limit = () => constant;
    }
    const law = options.friction ?? new CoulombFriction({ coefficient: 1 });
    this.friction = checkLaw(owner, "friction", law, FrictionLaw, "new CoulombFriction({ coefficient: 1 })");
    this.tangents[0] = 1;
    this.values[0] = -1;
    this.laws = { [this.what]: typeof value === "number" ? value : "given", friction: nameLaw(this.friction) };
    this.mode = "open";
  }

  override get constants(): Constants {
    return { ...super.constants, ...this.laws };
  }

  override get size(): number {
    return 1;
  }

  override checkMotions(t: number): void {
    this.readLimit(t);
  }

  /** The limit at time `t`, as it was given. */
  readLimit(t: number): number {
    let value: unknown;
    try {
      value = this.limit(t);
    } catch (cause) {
      throw explainThrown(this.label, this.what, cause);
    }
    if (typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY) return value;
    refusePromise(this.label, this.what, value);
    throw new ModelError(
      `${this.label}: the ${this.what} is ${describe(value)} at t = ${t}; it is a limit: return a number that is zero or positive`,
    );
  }

  override measure(t: number): void {
    this.measureBond(1);
    this.slip[0] = this.getVelocityError(0);
    this.values[1] = this.joint.isOn ? this.readLimit(t) : 0;
  }

  /** Without a limit there is nothing to look after. */
  override get pressing(): number {
    return this.values[1] > 0 ? this.values[1] : -1;
  }

  /** Whether friction is at its limit although the joint does not move. */
  private get isFull(): boolean {
    return this.mode === "up" || this.mode === "down";
  }

  protected override calcFriction(): void {
    if (!this.isFull) {
      super.calcFriction();
      return;
    }
    this.unit[0] = this.mode === "up" ? -1 : 1;
    this.friction.calcForce(this.unit, this.force);
  }

  override get effort(): number {
    this.calcTangentForce(this.tangentForce);
    return this.tangentForce[0];
  }

  protected override getGivenEffort(): number {
    return this.hasTangentRows || this.isWithoutFriction ? 0 : this.effort;
  }

  protected override getRowEffort(): number {
    return this.effort;
  }

  override calcEvents(t: number, out: Float64Array): void {
    super.calcEvents(t, out);
    if (this.isFull) out[1] = MOVES - this.slipSpeed;
    // A brake that is released opens: one event, not two.
    if (this.pressing < 0) out[1] = 1;
  }

  override get outputs(): readonly Output[] {
    const [length, effort] = this.units;
    return [
      { name: "slip", unit: `${length}/s`, read: () => this.slip[0] },
      { name: "effort", unit: effort, read: () => this.effort },
      { name: "limit", unit: effort, read: () => this.normalLoad },
      this.modeOutput,
    ];
  }
}
