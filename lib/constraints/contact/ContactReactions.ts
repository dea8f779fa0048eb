import type { Fragment } from "../../bondgraph/index.ts";
import { checkLabel, explainThrown, ModelError } from "../../math/index.ts";
import type { Body, Constants } from "../../rigidbody/index.ts";
import type { Tracker, TrackerName } from "../../tracking/index.ts";
import type { HasOutputs, HasStates, HasTracking, Output } from "../capabilities/index.ts";
import { ContactKinematics } from "./ContactKinematics.ts";
import { CONTACT_MODES } from "./ContactMode.ts";
import type { ContactOptions } from "./ContactOptions.ts";
import { ContactPatch } from "./ContactPatch.ts";
import { ContactState } from "./ContactState.ts";
import type { FrictionLaw } from "./friction/FrictionLaw.ts";
import { Resistance } from "./friction/Resistance.ts";
import type { ImpactLaw } from "./impact/ImpactLaw.ts";
import { NormalLaw } from "./normal/NormalLaw.ts";
import { RigidNormal } from "./normal/RigidNormal.ts";
import { checkLaw, checkPatch, nameLaw, readBilateral, readFriction, readImpact } from "./readLaws.ts";
import { Unilateral } from "./Unilateral.ts";

/** Scalar bonds along the normal and the tangents, then about them. */
const BONDS = ["n", "t1", "t2", "wn", "w1", "w2"];

/** Bodies that overlap by this part of their size while they are apart have come through each other. */
const THROUGH = 1e-6;
/** Up to this part of the size, nearest points that are followed are the only ones. */
const NEAR = 0.1;

/**
 * Stage 3 of a contact: the normal force by its law, friction by its law, and both as a wrench at the tracked point. A
 * rigid contact is a row; what friction follows from velocity comes with it in the column `C` of its wrench, so that it
 * grows with the normal force at once. A compliant contact is a load; sticking on it is rows again.
 *
 * Stages 1 and 2, `ContactTracking` and `ContactKinematics`, are in `tracking`: they know nothing of forces and modes.
 */
export class ContactReactions extends Unilateral implements HasTracking, HasStates, HasOutputs {
  readonly tracking: ContactKinematics;
  normal: NormalLaw;
  override friction: FrictionLaw;
  resistance: Resistance | undefined;
  override impact: ImpactLaw;
  /** Whether it holds both ways. */
  readonly isBilateral: boolean;
  /** Names of the laws as they were given: one of the user's may remember something. */
  private readonly laws: Constants;
  /** Overlap, its rate, and the rate of touching. */
  private readonly depth = new Float64Array(3);
  private readonly load = new Float64Array(1);
  private readonly tangentForce = new Float64Array(2);
  private patch: ContactPatch;

  constructor(name: string, bodyA: Body, bodyB: Body, options: ContactOptions) {
    const owner = checkLabel(new.target.name, name);
    const normal = options?.normal ?? new RigidNormal();
    const friction = readFriction(owner, options?.friction);
    super(name, bodyA, bodyB, normal.isRigid, friction.kind === "none" ? 0 : 2);
    this.tracking = new ContactKinematics(this, options);
    this.tracking.canRestart = this.tracking.hasBranches;
    this.normal = checkLaw(owner, "normal", normal, NormalLaw, "new RigidNormal()");
    this.friction = friction;
    this.impact = readImpact(owner, options.impact);
    if (options.resistance !== undefined)
      checkLaw(owner, "resistance", options.resistance, Resistance, "new Resistance({ rolling: 1e-4 })");
    this.resistance = options.resistance;
    checkPatch(owner, friction);
    this.isBilateral = readBilateral(owner, options.bilateral, this.normal, friction);
    this.patch = new ContactPatch(friction, this.resistance, this.isBilateral);
    this.laws = {
      normal: nameLaw(this.normal),
      friction: nameLaw(this.friction),
      impact: nameLaw(this.impact),
      ...(this.resistance && { resistance: nameLaw(this.resistance) }),
    };
    this.initialMode = this.isBilateral ? this.getClosedMode(false) : "open";
    this.mode = this.initialMode;
  }

  /** Takes other laws, of the same structure: it presses on other bodies from now on. */
  protected takeLaws(laws: Pick<ContactReactions, "normal" | "friction" | "resistance" | "impact">): void {
    this.normal = laws.normal;
    this.friction = laws.friction;
    this.resistance = laws.resistance;
    this.impact = laws.impact;
    this.patch = new ContactPatch(laws.friction, laws.resistance, this.isBilateral);
  }

  /** One that holds both ways has no modes and no events: nothing is to be found out about it. */
  override get isUnilateral(): boolean {
    return !this.isBilateral;
  }

  override get eventCount(): number {
    return this.isBilateral ? 0 : super.eventCount;
  }

  override get constants(): Constants {
    return { ...this.tracking.constants, ...this.laws };
  }

  get tracker(): Tracker {
    return this.tracking.tracker;
  }

  /** Chooses another tracker, by name; the next run assembles the model anew. */
  setTracker(name: TrackerName): void {
    this.tracking.choose(name);
    this.owner?.forgetAssembly();
  }

  /** The point at which the force acts, world axes. */
  get point(): Float64Array {
    return this.tracking.point;
  }

  override get size(): number {
    return this.tracking.size;
  }

  override get readsJoints(): boolean {
    return false;
  }

  /** The states of the tracker, if it carries some, are this constraint's. */
  get stateCount(): number {
    return this.tracker.stateCount;
  }

  begin(t: number): void {
    this.tracking.begin(t);
  }

  findAgain(t: number): void {
    this.tracking.begin(t);
  }

  /** Before a step: bodies that are apart may have come nearer elsewhere. */
  override beginStep(t: number): void {
    const isSearched = !this.isClosed && this.hasBranches;
    if (isSearched) this.lookAround();
    super.beginStep(t);
    if (!isSearched || !this.hasNormalRow || !(this.gap < -THROUGH * this.size)) return;
    throw new ModelError(
      `${this.label}: ${this.bodyB.name} has come ${(-this.gap).toPrecision(3)} m into ${this.bodyA.name} within a step, where other ` +
        "points became the nearest; give a shorter maxStep",
    );
  }

  override get hasBranches(): boolean {
    return this.tracking.hasBranches;
  }

  override lookAround(): void {
    this.tracking.lookAround();
  }

  /** No farther than to the nearest points, wherever others are; near them those that are followed tell. */
  override getSafeTime(a: number): number {
    if (this.isClosed || !this.hasBranches) return Number.POSITIVE_INFINITY;
    const way = Math.max(this.gap, NEAR * this.size);
    const { speed } = this;
    return (2 * way) / (speed + Math.sqrt(speed * speed + 2 * a * way));
  }

  calcStateRates(): void {
    if (!this.isClosed && this.stateCount > 0) this.tracking.track();
  }

  projectStates(t: number): void {
    this.tracking.project(t);
  }

  override get hasLoad(): boolean {
    return !this.hasNormalRow;
  }

  protected override get hasCouple(): boolean {
    return this.patch.hasCouple;
  }

  override get isRevised(): boolean {
    return this.hasNormalRow && this.patch.readsLoad;
  }

  /** What comes with the normal force, with the one that was just found instead of the one that was in use. */
  reviseColumns(): boolean {
    if (!this.isClosed || !this.patch.take(this.multipliers, 0)) return false;
    this.calcColumns(!this.hasTangentRows);
    return true;
  }

  protected override calcFriction(): void {
    const { patch, force } = this;
    if (patch.isSpread) {
      try {
        patch.calcForce(this.portA, this.portB, this.tracker.normal, this.slip, force);
      } catch (cause) {
        throw explainThrown(this.label, "the friction law", cause);
      }
    } else super.calcFriction();
    patch.turnForce(force);
  }

  override calcTangentForce(out: Float64Array): void {
    if (this.isRevised) this.patch.take(this.multipliers, 0);
    super.calcTangentForce(out);
  }

  override measure(_t: number): void {
    this.tracking.measure(this);
    this.patch.clear();
    this.values[0] = this.tracker.result[18];
    if (this.hasNormalRow) return;
    this.depth[0] = -this.values[0];
    this.depth[1] = -this.getGapRate();
    this.depth[2] = this.touch.speed[0];
    try {
      this.normal.calcForce(this.depth, this.load);
    } catch (cause) {
      throw explainThrown(this.label, "the normal law", cause);
    }
    this.values[1] = this.load[0];
  }

  protected override get readsTouchSpeed(): boolean {
    return this.normal.readsTouchSpeed;
  }

  protected override getGapRate(): number {
    return this.tracking.getGapRate();
  }

  protected override addCouple(columns: Float64Array): void {
    const { couple } = this.patch;
    this.patch.calcCouple(this.portA, this.portB, this.tracker.normal);
    for (let i = 0; i < 3; i++) {
      columns[3 + i] -= couple[i];
      columns[9 + i] += couple[i];
    }
  }

  /** The wrench of a compliant contact, as far as it follows from position and velocity. */
  override calcLoad(t: number): void {
    this.measure(t);
    this.writeLoad();
  }

  private writeLoad(): void {
    const { F, M, P } = this.wrenchB;
    F.fill(0);
    M.fill(0);
    P.set(this.point);
    if (this.isClosed) {
      const force = Math.max(0, this.values[1]);
      const { normal } = this.tracker;
      this.patch.take(this.values, 1);
      for (let i = 0; i < 3; i++) F[i] = force * normal[i];
      if (this.friction.kind !== "none" && !this.hasTangentRows && !this.isWithoutFriction) {
        this.calcFriction();
        for (let k = 0; k < 3; k++) {
          F[k] += force * (this.force[0] * this.tangents[k] + this.force[1] * this.tangents[3 + k]);
        }
      }
      if (this.hasCouple) {
        this.patch.calcCouple(this.portA, this.portB, normal);
        for (let i = 0; i < 3; i++) M[i] = force * this.patch.couple[i];
      }
    }
    this.closeThirdLaw();
  }

  override calcReaction(): void {
    if (this.hasNormalRow) {
      super.calcReaction();
      return;
    }
    this.writeLoad();
    if (!this.hasTangentRows) return;
    const { F } = this.wrenchB;
    for (let k = 0; k < 3; k++) {
      F[k] += this.multipliers[0] * this.tangents[k] + this.multipliers[1] * this.tangents[3 + k];
    }
    this.closeThirdLaw();
  }

  protected override calcReactionPoint(out: Float64Array): void {
    for (let i = 0; i < 3; i++) out[i] = this.point[i];
  }

  override getPotentialEnergy(): number {
    return this.hasNormalRow || !this.isOn || this.gap >= 0 ? 0 : this.normal.getEnergy(-this.gap);
  }

  get outputs(): readonly Output[] {
    return [
      { name: "normalForce", unit: "N", read: () => this.normalForce },
      { name: "frictionForce", unit: "N", read: () => this.getFrictionForce() },
      { name: "slip", unit: "m/s", read: () => this.slipSpeed },
      { name: "mode", unit: CONTACT_MODES.join(" "), read: () => this.modes.indexOf(this.mode) },
      ...this.tracking.outputs,
    ];
  }

  /** What it is at the state that is shown. */
  readContact(): ContactState {
    return new ContactState(this);
  }

  private getFrictionForce(): number {
    this.calcTangentForce(this.tangentForce);
    let square = 0;
    for (let i = 0; i < this.tangentCount; i++) square += this.tangentForce[i] ** 2;
    return Math.sqrt(square);
  }

  /** The scalar bonds in the order of the fragment: those that the mode closes by a flow first. */
  private get bonds(): readonly string[] {
    const flows = this.flowBonds;
    return [...flows, ...BONDS.filter((bond) => !flows.includes(bond))];
  }

  private get flowBonds(): readonly string[] {
    return [...(this.isClosed && this.hasNormalRow ? ["n"] : []), ...(this.hasTangentRows ? ["t1", "t2"] : [])];
  }

  /** Six scalar bonds along the normal and the tangents; each keeps its direction, whatever the mode becomes. */
  override bondGraph(): Fragment {
    const { flowBonds, bonds } = this;
    const places = bonds.map((bond) => BONDS.indexOf(bond));
    const twist = new Float64Array(6);
    return this.createFragment(flowBonds, bonds.slice(flowBonds.length), undefined, {
      flow: (out) => {
        this.calcRelativeTwist(twist);
        this.toContactAxes(twist.subarray(0, 3), twist.subarray(3, 6), places, out);
      },
      effort: (out) => this.toContactAxes(this.wrenchA.F, this.wrenchA.M, places, out),
    });
  }

  private toContactAxes(a: Float64Array, b: Float64Array, places: readonly number[], out: Float64Array): void {
    const axes = [this.tracker.normal, this.tangents.subarray(0, 3), this.tangents.subarray(3, 6)];
    const values = [a, b].flatMap((v) => axes.map((d) => v[0] * d[0] + v[1] * d[1] + v[2] * d[2]));
    places.forEach((place, i) => {
      out[i] = values[place];
    });
  }
}
