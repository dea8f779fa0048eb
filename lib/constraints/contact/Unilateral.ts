import { checkCount, checkPositive, describe, explainThrown, ModelError } from "../../math/index.ts";
import type { Body } from "../../rigidbody/index.ts";
import type { EventActions, EventKind, EventNeeds, HasEvents } from "../capabilities/index.ts";
import { RowConstraint } from "../RowConstraint.ts";
import { type ContactImpulse, createImpulse } from "./ContactImpulse.ts";
import { CONTACT_MODES, type ContactMode, SMOOTH_MODES } from "./ContactMode.ts";
import type { FrictionLaw } from "./friction/FrictionLaw.ts";
import type { ImpactLaw } from "./impact/ImpactLaw.ts";
import { SlipDirection } from "./SlipDirection.ts";
import { TouchMemory } from "./TouchMemory.ts";
import { nameEvent, UnilateralEvents } from "./UnilateralEvents.ts";

/**
 * Where loads are shared in no unique way the least normal forces are taken, and tangential ones follow: those of light
 * bodies, which respond strongly, would have a say in it otherwise.
 */
const YIELDING = 100;

/** A contact sticks until the force exceeds its limit by this part: what was found to stick does not slip by rounding. */
const STICK_MARGIN = 1e-10;

/**
 * A constraint that holds one way only, or up to a limit: contacts, stops and dry friction. Up to three rows, a normal one
 * and two tangential ones; which of them are in force depends on the mode, and the mode changes at events only. The solver
 * of contacts (`lib/contact`) finds the modes of all of them together.
 *
 * The normal row comes first, if the normal force is a reaction (`hasNormalRow`); else the force is given in `load`.
 *
 * Its events are touching and leaving, slipping and sticking, and the end of bounces that have become too small to follow.
 * After each of them the solver of contacts finds all modes anew.
 */
export abstract class Unilateral extends RowConstraint implements HasEvents {
  /** The friction law and the law of impacts. */
  abstract friction: FrictionLaw;
  abstract impact: ImpactLaw;

  readonly hasNormalRow: boolean;
  readonly tangentCount: number;
  /** Two tangents, in world axes (in a joint: nothing but a sign). */
  readonly tangents = new Float64Array(6);
  /** Velocity of B relative to A along the tangents. */
  readonly slip: Float64Array;
  /** Friction force per normal force along the tangents. */
  protected readonly force: Float64Array;
  /** What impacts gave along the normal and the tangents since it was last cleared, Ns (of a joint that turns: Nms). */
  readonly impulse = new Float64Array(3);
  readonly direction: SlipDirection;
  private readonly events: UnilateralEvents;
  protected readonly touch = new TouchMemory();
  /** gap, given normal force */
  protected readonly values = new Float64Array(2);
  /** `columns` in the modes in which friction comes with the normal row. */
  private readonly ownColumns: Float64Array;
  protected current: ContactMode = "open";
  /** The mode before the event that is being resolved. */
  private prior: ContactMode = "open";

  constructor(name: string, bodyA: Body, bodyB: Body, hasNormalRow: boolean, tangentCount: number, bodyCount = 2) {
    const tangents = checkCount(new.target.name, "the number of tangents", tangentCount, 0, 2);
    super(name, bodyA, bodyB, (hasNormalRow ? 1 : 0) + tangents || 1, bodyCount);
    this.hasNormalRow = hasNormalRow;
    this.tangentCount = tangentCount;
    this.slip = new Float64Array(tangentCount);
    this.force = new Float64Array(tangentCount);
    this.direction = new SlipDirection(this.slip, this.tangents);
    this.events = new UnilateralEvents(this, this.direction);
    this.ownColumns = new Float64Array(this.jacobian.length);
    this.initialMode = "open";
    this.rowCount = 0;
    this.weights.fill(YIELDING, hasNormalRow ? 1 : 0);
  }

  override get isUnilateral(): boolean {
    return true;
  }

  /** Fills the rows of all directions, `gap`, `slip`, `tangents`, `velocityTargets`, `accelerationTargets` and the load. */
  abstract measure(t: number): void;

  /** Measures all that its event functions read. */
  measureAll(t: number): void {
    this.measure(t);
  }

  /** A length by which small gaps are judged, m (in a joint that turns: rad). */
  abstract get size(): number;

  /** Signed distance: positive apart. */
  get gap(): number {
    return this.values[0];
  }

  /** What a start with a negative gap is refused with, or an event that switches it on there or attaches it. */
  describeOverlap(isStart: boolean): string {
    return (
      `${this.bodyA.name} and ${this.bodyB.name} overlap by ${(-this.gap).toPrecision(3)} m ` +
      `${isStart ? "at the start; move them apart" : "where it is switched on; move them apart before"}, or use a compliant normal law such as new SpringNormal({ stiffness })`
    );
  }

  /** The impulses in world axes, at the state as it was measured last. */
  readImpulse(): ContactImpulse {
    const point = new Float64Array(3);
    this.calcReactionPoint(point);
    return createImpulse(this, point);
  }

  /** Adds the impulses along the normal and the tangents of an impact, three numbers from `impulses[first]` on. */
  addImpulse(impulses: Float64Array, first: number): void {
    for (let k = 0; k < 3; k++) this.impulse[k] += impulses[first + k];
  }

  /**
   * By how much (N) the limits of all contacts that share a load with this one are kept, where it is shared in no unique way
   * and the least forces would not keep them: negative where no share does. Not a number: its own limit counts.
   */
  sharedMargin = Number.NaN;
  /** The largest force (N) among them. */
  sharedForce = 0;
  /** Whether its load is shared in no unique way: an evaluation alone then does not tell its forces. */
  isShared = false;

  /** Whether of its load only the normal force acts, while the solver looks for the tangential one. */
  isWithoutFriction = false;

  /** The normal force: reaction or load. */
  get normalForce(): number {
    if (this.current === "open" || this.current === "unloaded") return 0;
    return this.hasNormalRow ? this.multipliers[0] : this.normalLoad;
  }

  /** The given normal force, if it is no reaction. */
  get normalLoad(): number {
    return this.hasNormalRow ? 0 : Math.max(0, this.values[1]);
  }

  /** Whether a compliant contact presses: positive if so. */
  get pressing(): number {
    return Math.min(this.values[1], -this.gap);
  }

  /** `ġ` at the present state. */
  protected getGapRate(): number {
    return 0;
  }

  /**
   * Whether the bodies touch, at an event: gaps up to `slack` times their size count. Of a compliant contact: whether it
   * presses now, or is about to.
   */
  isTouching(slack: number): boolean {
    if (this.hasNormalRow) return this.gap <= slack * this.size;
    return this.pressing > 0 || (Math.abs(this.gap) <= slack * this.size && this.getGapRate() < 0);
  }

  /** Whether its normal row is in force, or its load acts. */
  get isClosed(): boolean {
    return this.current !== "open" && this.current !== "unloaded";
  }

  /** An event has come: nothing acts until the solver of contacts finds what does from now on. */
  open(): void {
    this.prior = this.current;
    this.mode = "open";
  }

  /** Whether it was closed, or slipped, when an event opened it last. */
  get wasClosed(): boolean {
    return this.prior !== "open" && this.prior !== "unloaded";
  }

  get wasSlipping(): boolean {
    return this.prior === "slip";
  }

  /** All modes that it may have. */
  protected get modes(): readonly ContactMode[] {
    return CONTACT_MODES;
  }

  override get mode(): ContactMode {
    return this.current;
  }

  override set mode(value: string) {
    const modes = this.tangentCount === 0 ? SMOOTH_MODES : this.modes;
    if (!modes.includes(value as ContactMode)) {
      throw new ModelError(`${this.label}: mode is ${describe(value)}; choose one of ${modes.join(", ")}`);
    }
    this.current = value as ContactMode;
    this.setWillingness(1);
    this.direction.isHeld = false;
    this.events.clear();
    const normal = this.isClosed && this.hasNormalRow ? 1 : 0;
    this.rowCount = normal + (this.hasTangentRows ? this.tangentCount : 0);
    this.columns = normal === 1 && (!this.hasTangentRows || this.hasCouple) ? this.ownColumns : this.jacobian;
  }

  /**
   * How willingly its normal force takes part of a load that is shared in no unique way, until the mode changes; 1 unless the
   * least forces let it neither stick nor slip.
   */
  setWillingness(weight: number): void {
    if (this.hasNormalRow) this.weights[0] = weight;
  }

  /**
   * The mode (`stick*2`: willing to carry more; `touch@0.25`: how fast the bodies met, where a law reads it), and the direction
   * of slip where the velocity does not show it.
   */
  override get discreteState(): string {
    const direction = this.current === "slip" ? this.direction.describe() : "";
    const mode = this.touch.describe(this.current);
    if (direction) return `${mode} ${direction}`;
    const isWilling = this.hasNormalRow && this.weights[0] !== 1;
    return isWilling ? `${mode}*${this.weights[0]}` : mode;
  }

  override set discreteState(value: string) {
    const [state, ...direction] = value.split(" ");
    const [mode, weight] = state.split("*");
    this.mode = this.touch.restore(this.label, mode);
    if (weight !== undefined) this.setWillingness(checkPositive(this.label, "the weight of a mode", Number(weight)));
    if (direction.length > 0) this.direction.restore(this.label, direction.join(" "));
  }

  /** Whether the tangential rows are in force. */
  get hasTangentRows(): boolean {
    return this.current === "stick" || this.current === "roll";
  }

  /** Whether a couple comes with the normal force. */
  protected get hasCouple(): boolean {
    return false;
  }

  /** Adds the couple per normal force to the column of the normal row. */
  protected addCouple(_columns: Float64Array): void {}

  /** The mode of a contact that presses, by its friction law; `isMoving`: it slips already. */
  getClosedMode(isMoving: boolean): ContactMode {
    const { kind } = this.friction;
    if (kind === "coulomb") return isMoving ? "slip" : "stick";
    return kind === "rolling" ? "roll" : "touch";
  }

  /** B is another body from now on: nothing that is remembered holds for it. */
  protected forget(): void {
    this.direction.forget();
    this.direction.isHeld = false;
    this.events.forget();
    this.touch.forget();
  }

  /** Where an event switches it on, with all bodies in their places. */
  comeOn(_t: number): void {
    this.touch.forget();
  }

  /** Whether its normal law reads how fast the bodies met. */
  protected get readsTouchSpeed(): boolean {
    return false;
  }

  /**
   * At an event, opened and measured: remembers how fast the bodies meet if they begin to touch, and measures again. One that
   * pressed no more while the bodies still overlapped, and does now, has not let go of them in between.
   */
  noteTouch(t: number, slack: number): void {
    if (!this.readsTouchSpeed || !this.isTouching(slack) || !this.touch.isMeeting) return;
    this.touch.meet(Math.max(0, -this.getGapRate()));
    this.measure(t);
  }

  /** Slip slower than this (m/s) is at rest at an event. */
  setRestSpeed(speed: number): void {
    this.direction.restSpeed = speed;
  }

  /** Takes the direction in which slip begins or goes on, along the tangents. */
  setDirection(direction: ArrayLike<number>): void {
    this.direction.set(direction);
  }

  get slipSpeed(): number {
    return this.direction.speed;
  }

  /** Direction in which it slips already, along the tangents; none if it is at rest. */
  findSlip(): Float64Array | undefined {
    return this.friction.kind === "coulomb" ? this.direction.find(this.speed) : undefined;
  }

  /** The same of one that slipped before the event and has not turned back, however slow it is. */
  findOngoingSlip(): Float64Array | undefined {
    return this.friction.kind === "coulomb" ? this.direction.findOngoing() : undefined;
  }

  /** How fast the bodies are, m/s: slip is a difference of such velocities. */
  get speed(): number {
    let sum = 0;
    for (let i = 0; i < this.ports.length; i++) {
      const { v, w } = this.ports[i];
      sum += Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      sum += this.size * Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    }
    return sum;
  }

  /** Whether friction looks ahead: slip in a plane, by Coulomb's law. */
  get canLead(): boolean {
    return this.current === "slip" && this.tangentCount === 2;
  }

  /** Tells the direction of slip the present acceleration of slip; the accelerations of all bodies are known. */
  tellAcceleration(): void {
    const first = this.hasNormalRow ? 1 : 0;
    this.direction.tell(this.getAcceleration(first), this.getAcceleration(first + 1));
  }

  /** `J A − γ` of a row. */
  getAcceleration(row: number): number {
    const { jacobian: J, ports } = this;
    let sum = -this.accelerationTargets[row];
    for (let b = 0; b < ports.length; b++) {
      const { a, e } = ports[b];
      const j = 6 * (row * ports.length + b);
      sum += J[j] * a[0] + J[j + 1] * a[1] + J[j + 2] * a[2];
      sum += J[j + 3] * e[0] + J[j + 4] * e[1] + J[j + 5] * e[2];
    }
    return sum;
  }

  /** Whether friction per normal force depends on the normal force, so that it has to be found together with it. */
  get isRevised(): boolean {
    return false;
  }

  /** Friction per normal force at the present slip, into `force`. */
  protected calcFriction(): void {
    const hasDirection = this.friction.kind === "coulomb";
    if (hasDirection) this.direction.calc();
    try {
      this.friction.calcForce(hasDirection ? this.direction.values : this.slip, this.force);
    } catch (cause) {
      throw explainThrown(this.label, "the friction law", cause);
    }
  }

  protected override calcRowTerms(t: number): void {
    this.measure(t);
    if (this.columns === this.jacobian) return;
    this.calcColumns(!this.hasTangentRows && !this.isRevised);
  }

  /** Fills the columns again, with another direction of slip. */
  updateColumns(): void {
    if (this.columns !== this.jacobian) this.calcColumns(!this.hasTangentRows);
  }

  /** `columns` = rows, and with the normal row the friction force (unless the tangential rows are in force) and the couple. */
  protected calcColumns(withFriction: boolean): void {
    const { jacobian: J, ownColumns: C, rowCapacity, force, tangentCount } = this;
    const width = J.length / rowCapacity;
    for (let i = 0; i < J.length; i++) C[i] = J[i];
    if (withFriction && tangentCount > 0 && this.friction.kind !== "none") {
      this.calcFriction();
      for (let k = 0; k < tangentCount; k++) {
        const row = (1 + k) * width;
        for (let i = 0; i < width; i++) C[i] += force[k] * J[row + i];
      }
    }
    if (this.hasCouple) this.addCouple(C);
  }

  /** The wrench of a unit normal force with everything that comes with it, laid out like a row. */
  getNormalColumn(withFriction: boolean): Float64Array {
    this.calcColumns(withFriction);
    return this.ownColumns.slice(0, this.ownColumns.length / this.rowCapacity);
  }

  /** The gap of the normal row is one of positions; no slip, rolling or sticking, is a matter of velocities alone. */
  override isHolonomic(row: number): boolean {
    return this.hasNormalRow && row === 0;
  }

  protected override calcPositionTerms(): void {
    this.positionErrors.fill(0);
    if (this.hasNormalRow) this.positionErrors[0] = this.gap;
  }

  /** Tangential force along the tangents, into `out`. */
  calcTangentForce(out: Float64Array): void {
    const first = this.hasNormalRow ? 1 : 0;
    out.fill(0);
    if (!this.isClosed || this.friction.kind === "none") return;
    if (this.hasTangentRows) {
      for (let i = 0; i < this.tangentCount; i++) out[i] = this.multipliers[first + i];
      return;
    }
    this.calcFriction();
    for (let i = 0; i < this.tangentCount; i++) out[i] = this.normalForce * this.force[i];
  }

  /** How far the tangential force of a contact that sticks is from slipping, N. */
  getStickMargin(): number {
    this.calcTangentForce(this.force);
    if (!Number.isNaN(this.sharedMargin)) return this.sharedMargin;
    return this.friction.getMargin(this.force, this.normalForce);
  }

  /** Rounding of that margin. */
  getStickSlack(): number {
    if (!Number.isNaN(this.sharedMargin)) return STICK_MARGIN * this.sharedForce;
    let square = this.normalForce * this.normalForce;
    for (let i = 0; i < this.tangentCount; i++) square += this.force[i] * this.force[i];
    return STICK_MARGIN * Math.sqrt(square);
  }

  /** After an event: takes things as they are. */
  accept(): void {
    this.events.accept();
  }

  /** Whether the present mode does not fit any more, at a state where it is measured and forces are known. */
  get isOverdue(): boolean {
    return this.events.isOverdue;
  }

  /** Before each step of a run: remembers the direction of slip, so that friction goes on smoothly beyond its reversal. */
  beginStep(t: number): void {
    if (!this.isClosed || this.current === "slip") this.measure(t);
    if (this.current === "slip") this.direction.keep();
    if (!this.isClosed && this.gap > 0) this.touch.part();
    this.events.beginStep(t);
  }

  /** Whether other points may come nearer than those that are followed. */
  get hasBranches(): boolean {
    return false;
  }

  /** At a state far from the last one perhaps: looks for the nearest points of all. */
  lookAround(): void {}

  /** How long a step may be (s) so that it misses nothing, with accelerations up to `a` (m/s²). */
  getSafeTime(_a: number): number {
    return Number.POSITIVE_INFINITY;
  }

  get eventCount(): number {
    return 3;
  }

  get isWatched(): boolean {
    return this.isOn;
  }

  getEventNeeds(index: number): EventNeeds {
    return this.events.needsForces(index) ? "multipliers" : "kinematics";
  }

  getEventDirection(): -1 {
    return -1;
  }

  getEventRate(index: number): number {
    return this.events.getRate(index);
  }

  /**
   * What is closed has rows or a load: it is measured whenever the model is evaluated. Where the least forces do not respect
   * the cones, to share a load out is long work.
   */
  isEventFollowed(index: number): boolean {
    if (!Number.isNaN(this.sharedMargin) && this.events.needsForces(index)) return false;
    return this.isClosed || !this.hasNormalRow;
  }

  getEventResolution(index: number, tolerance: number): number {
    return index === 1 && this.current === "slip" ? tolerance : 0;
  }

  /** 0: touch or leave; 1: slip or stick; 2: bounces have died out. An observer has measured. */
  calcEvents(t: number, out: Float64Array): void {
    this.events.calc(t, out);
  }

  getEventKind(index: number, before: string, after: string, isStruck: boolean): EventKind {
    return nameEvent(index, before, after, isStruck);
  }

  handleEvent(index: number, t: number, _actions: EventActions): void {
    this.events.handle(index, t);
  }

  /** Whether a normal force is the little that is left of the one that has gone at this event. */
  isLettingGo(normal: number): boolean {
    return this.events.isLettingGo(normal);
  }

  /** Says when the bounces, too small to follow, will have died out. */
  setRestTime(t: number): void {
    this.events.setRestTime(t);
  }
}
