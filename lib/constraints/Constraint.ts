import {
  type BondSignals,
  type ConstraintFragmentOptions,
  constraintFragment,
  type Fragment,
} from "../bondgraph/index.ts";
import { checkName, cross, describe, isInstance, ModelError } from "../math/index.ts";
import { Body, type Constants, type KinematicPort, type PartOwner, WrenchPort } from "../rigidbody/index.ts";

/**
 * What two bodies A and B exchange: kinematics come in through two ports, wrenches go out through two others. Newton's
 * third law holds for every constraint: `F_A + F_B = 0`, and about a common point `M_A + M_B + [r_PA − r_PB, F_A] = 0`
 * [Kosenko (1)]. Each constraint closes six scalar relations, every one either a flow constraint (an acceleration row)
 * or an effort constraint (a given force or torque).
 *
 * Derive from one of the stages rather than from this class: `Pair` (B moves relative to A by elementary motions),
 * `RowConstraint` (acceleration rows), `ForceElement` (given wrenches).
 *
 * What only some of them have is in `capabilities`: continuous states (`HasStates`), event functions (`HasEvents`), columns
 * of the trajectory (`HasOutputs`), nearest points that are followed (`HasTracking`), joints that are acted on
 * (`ActsOnJoints`). A constraint has what it implements. Any may have a discrete `mode` that changes only at events.
 */
export abstract class Constraint {
  readonly name: string;
  /** `bodyA` and `bodyB` */
  protected first: Body;
  protected second: Body;

  /** Kinematics of A and B, as the kernel keeps them. */
  portA: KinematicPort;
  portB: KinematicPort;
  /** The wrenches on A and on B. */
  readonly wrenchA = new WrenchPort();
  readonly wrenchB = new WrenchPort();

  /** Memory for continuous states and their time derivatives, of those that have some. */
  states: Float64Array = new Float64Array(0);
  stateRates: Float64Array = new Float64Array(0);

  /** The mode in which a run starts: the one it had when it was added to the system. */
  initialMode = "";

  /** Whether a run starts with the constraint in force. Events switch it by `isOn`. */
  enabled = true;
  /** Whether the constraint is in force now. */
  isOn = true;

  /** The system the constraint belongs to. */
  owner: PartOwner | undefined;

  constructor(name: string, bodyA: Body, bodyB: Body) {
    const kind = new.target.name;
    this.name = checkName(kind, name);
    for (const [side, body] of [
      ["A", bodyA],
      ["B", bodyB],
    ] as const) {
      if (isInstance(body, Body)) continue;
      throw new ModelError(
        `${kind} "${name}": body ${side} is ${describe(body)}; give a RigidBody or a Ground, such as system.ground`,
      );
    }
    if (bodyA === bodyB) {
      throw new ModelError(
        `${kind} "${name}": both sides are the body "${bodyA.name}"; a constraint joins two different bodies`,
      );
    }
    this.first = bodyA;
    this.second = bodyB;
    this.portA = bodyA.referencePose;
    this.portB = bodyB.referencePose;
  }

  /** On which `wrenchA` and `wrenchB` act. A contact that has several to choose from changes them at events. */
  get bodyA(): Body {
    return this.first;
  }

  get bodyB(): Body {
    return this.second;
  }

  /** How results call it: its name, unless it stands for one thing now and for another later. */
  get title(): string {
    return this.name;
  }

  /** Whether users know it: what others have made for a run has no columns, and is no part of what a file says of a model. */
  get isListed(): boolean {
    return true;
  }

  /**
   * The constraint in the run that is evaluated now (a law reads `joint.present.rates` so), or where a run was shown last.
   * What a user made is how it was drawn; each run has copies of its own.
   */
  get present(): this {
    return this.owner?.findPresent<this>(this) ?? this;
  }

  /** `RevoluteJoint "elbow"`: how messages call this constraint. */
  get label(): string {
    return `${this.constructor.name} "${this.name}"`;
  }

  /** The bodies this constraint acts on, now or later. */
  get bodies(): readonly Body[] {
    return [this.bodyA, this.bodyB];
  }

  /** Those that it acts on now. */
  get ends(): readonly Body[] {
    return this.bodies;
  }

  /** What tells it from another constraint of its kind between the same bodies: numbers, and names of laws. */
  get constants(): Constants {
    return {};
  }

  /** Takes the ports of all its `bodies`: once when a run or a reading begins, or when a test drives the constraint by hand. */
  connect(ports: readonly KinematicPort[]): void {
    this.portA = ports[0];
    this.portB = ports[1];
  }

  /** Why the last evaluation gave no numbers, if it did not. */
  failure: string | undefined;

  /** Whether it holds one way only, so that its mode is found together with those of all others of that kind. */
  get isUnilateral(): boolean {
    return false;
  }

  /** The discrete mode, if any: listed with the events. */
  get mode(): string {
    return "";
  }

  set mode(value: string) {
    throw new ModelError(`${this.label}: it has no modes, so mode ${describe(value)} cannot be set; leave it as it is`);
  }

  /** All that is discrete, as a run stores it: the mode, and what else changes at events only. */
  get discreteState(): string {
    return this.mode;
  }

  set discreteState(value: string) {
    this.mode = value;
  }

  /** Refuses prescribed motions that cannot be right at time `t`; called when a system is assembled. */
  checkMotions(_t: number): void {}

  /** Energy stored in the constraint's springs at the present state, in J; none while it is switched off. */
  getPotentialEnergy(): number {
    return 0;
  }

  /** The ports of its fragment, and the bodies that they are bonded to. */
  get graphPorts(): readonly (readonly [port: string, body: Body])[] {
    return [
      ["A", this.bodyA],
      ["B", this.bodyB],
    ];
  }

  /** The constraint's part of the bond graph: six scalar bonds, each closed by a flow or an effort constraint. */
  abstract bondGraph(): Fragment;

  /** No force at all: what a constraint does that is switched off. */
  clearWrenches(): void {
    for (const { F, M, P } of [this.wrenchA, this.wrenchB]) {
      F.fill(0);
      M.fill(0);
      P.fill(0);
    }
  }

  /** A fragment with the given closures; its bonds read ports and wrenches at the present state. */
  protected createFragment(
    flowConstraints: readonly string[],
    effortConstraints: readonly string[],
    parameters?: ConstraintFragmentOptions["parameters"],
    axes: BondSignals = { flow: (out) => this.calcAxisFlows(out), effort: (out) => this.calcAxisEfforts(out) },
  ): Fragment {
    const twist = (side: "A" | "B") => (out: Float64Array) => this.calcTwist(side, out);
    return constraintFragment(this.name, {
      flowConstraints,
      effortConstraints,
      mode: this.isOn ? this.mode : "off",
      ...(parameters ? { parameters } : {}),
      signals: {
        A: { flow: (out) => readTwist(this.portA, out), effort: (out) => this.calcWrenchAtCentre("A", 1, out) },
        B: { flow: (out) => readTwist(this.portB, out), effort: (out) => this.calcWrenchAtCentre("B", -1, out) },
        wrench: (out) => {
          out.set(this.wrenchA.F);
          out.set(this.wrenchA.M, 3);
        },
        twistA: twist("A"),
        twistB: twist("B"),
        relative: (out) => this.calcRelativeTwist(out),
        axes,
      },
    });
  }

  /** Flows of the six scalar bonds: by default the relative twist in world axes. */
  protected calcAxisFlows(out: Float64Array): void {
    this.calcRelativeTwist(out);
  }

  /** Efforts of the six scalar bonds: by default the wrench on A in world axes. */
  protected calcAxisEfforts(out: Float64Array): void {
    out.set(this.wrenchA.F);
    out.set(this.wrenchA.M, 3);
  }

  /** Twist of A's or B's material at the point of the wrench. */
  private calcTwist(side: "A" | "B", out: Float64Array): void {
    const { r, v, w } = side === "A" ? this.portA : this.portB;
    const { P } = this.wrenchA;
    const arm = [P[0] - r[0], P[1] - r[1], P[2] - r[2]];
    const turn = cross(w, arm);
    for (let i = 0; i < 3; i++) {
      out[i] = v[i] + turn[i];
      out[3 + i] = w[i];
    }
  }

  /** Twist of B relative to A at the point of the wrench. */
  protected calcRelativeTwist(out: Float64Array): void {
    const other = new Float64Array(6);
    this.calcTwist("A", other);
    this.calcTwist("B", out);
    for (let i = 0; i < 6; i++) out[i] -= other[i];
  }

  /** The wrench on A or B, referred to its centre of mass, times `sign`. */
  private calcWrenchAtCentre(side: "A" | "B", sign: number, out: Float64Array): void {
    const { r } = side === "A" ? this.portA : this.portB;
    const { F, M, P } = side === "A" ? this.wrenchA : this.wrenchB;
    const turn = cross([P[0] - r[0], P[1] - r[1], P[2] - r[2]], F);
    for (let i = 0; i < 3; i++) {
      out[i] = sign * F[i];
      out[3 + i] = sign * (M[i] + turn[i]);
    }
  }

  /** `wrenchA` from `wrenchB` by Newton's third law, both at the point of `wrenchB`. */
  protected closeThirdLaw(): void {
    const { F, M, P } = this.wrenchB;
    const other = this.wrenchA;
    for (let i = 0; i < 3; i++) {
      other.F[i] = -F[i];
      other.M[i] = -M[i];
      other.P[i] = P[i];
    }
  }
}

function readTwist(port: KinematicPort, out: Float64Array): void {
  out.set(port.v);
  out.set(port.w, 3);
}
