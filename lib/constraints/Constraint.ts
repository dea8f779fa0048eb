import {
  type BondSignals,
  type ConstraintFragmentOptions,
  constraintFragment,
  type Fragment,
} from "../bondgraph/index.ts";
import { checkName, cross, describe, isInstance, ModelError, type Vector3 } from "../math/index.ts";
import { Body, type Constants, type KinematicPort, type PartOwner, WrenchPort } from "../rigidbody/index.ts";
import type { Tracker, TrackerName } from "../tracking/index.ts";

/**
 * What can be done at an event. Velocities jump by impulses that all constraints in force pass on, so a blow on one body
 * moves the whole mechanism as it should; what is switched on catches its bodies without a bounce.
 */
export interface EventActions {
  /** The instant of the event, s. */
  readonly t: number;
  /** Gives a motion of a joint (its only one, or the one named) a new rate by an impulse along it: a stop, a kick. */
  setRate(joint: Constraint, rate: number, motion?: string): void;
  /** An impulse (Ns) on a body at a point (world; default: the centre of mass). */
  applyImpulse(body: Body, impulse: Vector3, point?: Vector3): void;
  /** An angular impulse (Nms) on a body. */
  applyAngularImpulse(body: Body, impulse: Vector3): void;
  /** Puts a constraint in force; its bodies are brought to the velocities it allows, without a bounce. */
  switchOn(constraint: Constraint): void;
  /** Takes a constraint out of force. A joint has to be made with `switchable: true`. */
  switchOff(constraint: Constraint): void;
  /** Ends the run here. */
  stop(reason?: string): void;
}

/** A number that a constraint can tell beside its reaction: a column of the trajectory, under the constraint's name. */
export interface Output {
  readonly name: string;
  readonly unit: string;
  readonly read: () => number;
}

/** A port of a constraint's fragment that branches off a scalar bond of a joint instead of a body. */
export interface Branch {
  readonly joint: Constraint;
  readonly isRotation: boolean;
  readonly port: string;
}

export type EventNeeds = "kinematics" | "multipliers" | "everything";

/** A tracker can be exchanged between runs. */
export interface TrackingChoice {
  tracker: Tracker;
  /** Chooses by name for the next assembly; the system has to forget the present one. */
  choose(name: TrackerName): void;
}

/**
 * What two bodies A and B exchange: kinematics come in through two ports, wrenches go out through two others. Newton's
 * third law holds for every constraint: `F_A + F_B = 0`, and about a common point `M_A + M_B + [r_PA − r_PB, F_A] = 0`
 * [Kosenko (1)]. Each constraint closes six scalar relations, every one either a flow constraint (an acceleration row)
 * or an effort constraint (a given force or torque).
 *
 * Derive from one of the stages rather than from this class: `Pair` (B moves relative to A by elementary motions),
 * `RowConstraint` (acceleration rows), `ForceElement` (given wrenches).
 *
 * Any constraint may own continuous states (`stateCount`), a discrete `mode` that changes only at events, and event
 * functions (`eventCount`).
 */
export abstract class Constraint {
  readonly name: string;
  readonly bodyA: Body;
  readonly bodyB: Body;

  /** Kinematics of A and B, as the kernel keeps them. */
  portA: KinematicPort;
  portB: KinematicPort;
  /** The wrenches on A and on B. */
  readonly wrenchA = new WrenchPort();
  readonly wrenchB = new WrenchPort();

  /** The continuous states this constraint owns, and their time derivatives. */
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
    this.bodyA = bodyA;
    this.bodyB = bodyB;
    this.portA = bodyA.drawn;
    this.portB = bodyB.drawn;
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

  /** The bodies this constraint acts on. */
  get bodies(): readonly Body[] {
    return [this.bodyA, this.bodyB];
  }

  /** The joints it acts on from outside: a gear, a stop, a brake. */
  get joints(): readonly Constraint[] {
    return [];
  }

  /** What tells it from another constraint of its kind between the same bodies: numbers, and names of laws. */
  get constants(): Constants {
    return {};
  }

  /** Takes the ports of its bodies: once when a run or a reading begins, or when a test drives the constraint by hand. */
  connect(ports: readonly KinematicPort[]): void {
    this.portA = ports[0];
    this.portB = ports[1];
  }

  /** At each assembly: lets it attach itself to the joints it acts on. */
  attach(): void {}

  /** Number of continuous states; `initialStates` gives their start values and `calcStateRates` their rates. */
  get stateCount(): number {
    return 0;
  }

  get initialStates(): readonly number[] {
    return new Array<number>(this.stateCount).fill(0);
  }

  /** What an absolute tolerance of one means for each state, where that is not one of its units. */
  get stateUnits(): readonly number[] {
    return new Array<number>(this.stateCount).fill(1);
  }

  /** Fills `stateRates` from `states` and the ports; accelerations are known here. */
  calcStateRates(_t: number): void {}

  /** Where a run starts, with all bodies in their places: sets `states` that depend on them. */
  begin(_t: number): void {}

  /** Where a run is read far from where it was read last: what is followed from place to place is looked for anew. */
  findAgain(t: number): void {
    this.begin(t);
  }

  /** Whether the states obey equations of their own that integration does not keep. */
  get statesDrift(): boolean {
    return false;
  }

  /** After each step: brings such states back onto their equations. */
  projectStates(_t: number): void {}

  /** Why the last evaluation gave no numbers, if it did not. */
  trouble: string | undefined;

  /** Numbers of its own that belong into a trajectory. */
  get outputs(): readonly Output[] {
    return [];
  }

  /** What follows the nearest points of two surfaces for this constraint, if something does. */
  readonly tracking: TrackingChoice | undefined;

  /** Whether it holds one way only, so that its mode is found together with those of all others of that kind. */
  get isUnilateral(): boolean {
    return false;
  }

  /** Number of event functions; an event is a change of sign of one of them. */
  get eventCount(): number {
    return 0;
  }

  /** Whether the event functions are looked at; one that is switched off may have events that switch it on. */
  get isWatched(): boolean {
    return true;
  }

  /** The event functions at the present state into `out`. */
  calcEvents(_t: number, _out: Float64Array): void {}

  /**
   * What an event function reads at present: positions and velocities, accelerations and multipliers of its own too, or
   * everything (wrenches, efforts of joints). The less, the cheaper is its search.
   */
  getEventNeeds(_index: number): EventNeeds {
    return "everything";
  }

  /** Which changes of sign count: growing through zero (1), falling (−1), or both (0). */
  getEventDirection(_index: number): 1 | 0 | -1 {
    return 0;
  }

  /** Called where an event function has changed sign, on its far side: change `mode` or `states`, or act on the model. */
  handleEvent(_index: number, _t: number, _actions: EventActions): void {}

  /** The discrete mode, if any: listed with the events. */
  get mode(): string {
    return "";
  }

  set mode(value: string) {
    throw new ModelError(`${this.label}: it has no modes, so mode ${describe(value)} cannot be set; leave it as it is`);
  }

  /** Refuses prescribed motions that cannot be right at time `t`; called when a system is assembled. */
  checkMotions(_t: number): void {}

  /** Energy stored in the constraint's springs at the present state, in J. */
  getPotentialEnergy(): number {
    return 0;
  }

  /** The constraint's part of the bond graph: six scalar bonds, each sealed by a flow or an effort constraint. */
  abstract bondGraph(): Fragment;

  /** Where its fragment is joined to scalar bonds of joints; none: to its two bodies. */
  get branches(): readonly Branch[] {
    return [];
  }

  /** No force at all: what a constraint does that is switched off. */
  clearWrenches(): void {
    for (const { F, M, P } of [this.wrenchA, this.wrenchB]) {
      F.fill(0);
      M.fill(0);
      P.fill(0);
    }
  }

  /** A fragment with the given seals; its bonds read ports and wrenches at the present state. */
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
