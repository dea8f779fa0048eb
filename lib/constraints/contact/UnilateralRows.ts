import { checkCount, describe, explainThrown, ModelError } from "../../math/index.ts";
import type { Body } from "../../rigidbody/index.ts";
import { RowConstraint } from "../RowConstraint.ts";
import type { FrictionLaw } from "./friction/FrictionLaw.ts";
import type { ImpactLaw } from "./impact/ImpactLaw.ts";
import { LEAST_SPEED } from "./leastSpeed.ts";

/** Slow slip has turned back when it points back by this part of what counts as rest. */
export const SLOW_BACK = 0.1;

/** Slip that is so many times as fast as what counts as rest is fast. */
const FAST = 10;

/**
 * `open`: nothing acts. `idle`: the bodies touch, but others carry the load. `touch`: they press on each other, and
 * friction, if any, follows from the velocity. `slip` and `stick`: the same with Coulomb's friction. `roll`: without slip.
 * `up` and `down`: a joint at rest whose friction drives the coordinate up or down with all it can give, while others that
 * stick hold the joint.
 */
export const CONTACT_MODES = ["open", "idle", "touch", "slip", "stick", "roll"] as const;
export type ContactMode = (typeof CONTACT_MODES)[number] | "up" | "down";
export const JOINT_MODES: readonly ContactMode[] = [...CONTACT_MODES, "up", "down"];

/** Those without friction. */
const SMOOTH_MODES: readonly ContactMode[] = ["open", "idle", "touch"];

/**
 * Where loads are shared in no unique way the least normal forces are taken, and tangential ones follow: those of light
 * bodies, which respond strongly, would have a say in it otherwise.
 */
const YIELDING = 100;

/**
 * A constraint that holds one way only, or up to a limit: contacts, stops and dry friction. Up to three rows, a normal one
 * and two tangential ones; which of them are in force depends on the mode, and the mode changes at events only. The solver
 * of contacts (`lib/contact`) finds the modes of all of them together.
 *
 * The normal row comes first, if the normal force is a reaction (`hasNormalRow`); else the force is given in `load`.
 */
export abstract class UnilateralRows extends RowConstraint {
  /** The friction law and the law of impacts. */
  abstract readonly friction: FrictionLaw;
  abstract readonly impact: ImpactLaw;

  readonly hasNormalRow: boolean;
  readonly tangentCount: number;
  /** Two tangents, in world axes (in a joint: nothing but a sign). */
  readonly tangents = new Float64Array(6);
  /**
   * Slip slower than this (m/s) may stick where it turns back, and if it does not, its acceleration says where it goes: the
   * direction of its velocity is little more than the noise of the run, by whose tolerance it is set.
   */
  restSpeed = LEAST_SPEED;
  /** Velocity of B relative to A along the tangents. */
  readonly slip: Float64Array;
  /** Friction force per normal force along the tangents. */
  protected readonly force: Float64Array;
  private readonly direction: Float64Array;
  /** Direction of slip at the beginning of the step, if it was fast, or else at the last event; world axes. */
  protected readonly reference = new Float64Array(3);
  protected isHeld = false;
  /** Whether slip was slower than `restSpeed` when the last step of slip began, and can turn about. */
  protected isSlow = false;
  /** Values of the event functions 0 and 1 that were accepted though negative. */
  protected readonly floors = new Float64Array(2);
  /** gap, given normal force, time at which bounces die out */
  protected readonly values = new Float64Array([0, 0, Number.NaN]);
  /** `columns` in the modes in which friction comes with the normal row. */
  private readonly ownColumns: Float64Array;
  private part = 1;
  protected current: ContactMode = "open";

  constructor(name: string, bodyA: Body, bodyB: Body, hasNormalRow: boolean, tangentCount: number, bodyCount = 2) {
    const tangents = checkCount(new.target.name, "the number of tangents", tangentCount, 0, 2);
    super(name, bodyA, bodyB, (hasNormalRow ? 1 : 0) + tangents || 1, bodyCount);
    this.hasNormalRow = hasNormalRow;
    this.tangentCount = tangentCount;
    this.slip = new Float64Array(tangentCount);
    this.force = new Float64Array(tangentCount);
    this.direction = new Float64Array(tangentCount);
    this.ownColumns = new Float64Array(this.jacobian.length);
    this.initialMode = "open";
    this.rowCount = 0;
    this.share = 1;
  }

  override get isUnilateral(): boolean {
    return true;
  }

  /** Fills the rows of all directions, `gap`, `slip`, `tangents`, `velocityTargets`, `accelerationTargets` and the load. */
  abstract measure(t: number): void;

  /** A length by which small gaps are judged, m (in a joint that turns: rad). */
  abstract get size(): number;

  /** Signed distance: positive apart. */
  get gap(): number {
    return this.values[0];
  }

  /** What a start with a negative gap is refused with. */
  describeOverlap(): string {
    return (
      `${this.bodyA.name} and ${this.bodyB.name} overlap by ${(-this.gap).toPrecision(3)} m at the start; ` +
      "move them apart, or use a compliant normal law such as new SpringNormal({ stiffness })"
    );
  }

  /** How much of the load of several that stick this one takes; 1 for all unless the solver shares it out. */
  get share(): number {
    return this.part;
  }

  set share(value: number) {
    this.part = value;
    // Tangential forces of contacts that stick are shared as their normal forces are: least squares take the weight twice.
    this.weights.fill(YIELDING * Math.sqrt(value), this.hasNormalRow ? 1 : 0);
  }

  /** Whether of its load only the normal force acts, while the solver looks for the tangential one. */
  isBare = false;

  /** The normal force: reaction or load. */
  get normalForce(): number {
    if (this.current === "open" || this.current === "idle") return 0;
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
    return this.current !== "open" && this.current !== "idle";
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
    this.isHeld = false;
    this.floors.fill(0);
    const normal = this.isClosed && this.hasNormalRow ? 1 : 0;
    this.rowCount = normal + (this.hasTangentRows ? this.tangentCount : 0);
    this.columns = normal === 1 && (!this.hasTangentRows || this.hasCouple) ? this.ownColumns : this.jacobian;
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

  /** Takes the direction in which slip begins or goes on, along the tangents. */
  setDirection(direction: ArrayLike<number>): void {
    const { reference, tangents, tangentCount } = this;
    reference.fill(0);
    for (let i = 0; i < tangentCount; i++) {
      for (let k = 0; k < 3; k++) reference[k] += direction[i] * tangents[3 * i + k];
    }
    const length = Math.hypot(reference[0], reference[1], reference[2]);
    for (let k = 0; k < 3; k++) reference[k] /= length > 0 ? length : 1;
    this.isHeld = true;
  }

  get slipSpeed(): number {
    let square = 0;
    for (let i = 0; i < this.tangentCount; i++) square += this.slip[i] * this.slip[i];
    return Math.sqrt(square);
  }

  /** Friction per normal force at the present slip, into `force`. */
  protected calcFriction(): void {
    if (this.current === "slip") this.calcDirection();
    try {
      this.friction.calcForce(this.current === "slip" ? this.direction : this.slip, this.force);
    } catch (cause) {
      throw explainThrown(this.label, "the friction law", cause);
    }
  }

  /**
   * The direction against which friction acts, into `direction`: that of slip. Slow slip would turn about faster than can be
   * followed; it leans to the direction that it began with, by a part that fades with the third power of the speed. Beyond
   * a reversal within the step friction goes on smoothly.
   */
  private calcDirection(): void {
    const { slip, direction, tangentCount, restSpeed } = this;
    const along = this.calcReference();
    let square = 0;
    for (let i = 0; i < tangentCount; i++) square += slip[i] * slip[i];
    const rest = restSpeed * restSpeed;
    const hold = (rest * restSpeed) / (rest + square) - (this.isHeld && along < 0 ? 2 * along : 0);
    for (let i = 0; i < tangentCount; i++) direction[i] = slip[i] + hold * direction[i];
  }

  /** The reference along the tangents, into `direction`; returns how fast it slips that way. */
  protected calcReference(): number {
    const { slip, direction, reference, tangents, tangentCount } = this;
    let along = 0;
    for (let i = 0; i < tangentCount; i++) {
      const j = 3 * i;
      direction[i] = reference[0] * tangents[j] + reference[1] * tangents[j + 1] + reference[2] * tangents[j + 2];
      along += slip[i] * direction[i];
    }
    return along;
  }

  /**
   * Direction in which it slips already, along the tangents; none if it is at rest. One that `wasSlipping`, however slowly,
   * and has not turned back goes on in the direction it had.
   */
  findSlip(wasSlipping: boolean): Float64Array | undefined {
    if (this.friction.kind !== "coulomb") return undefined;
    const isFast = this.slipSpeed > this.restSpeed;
    if (wasSlipping) {
      const along = this.calcReference();
      const least = isFast || !this.isSlow ? 0 : -0.5 * SLOW_BACK * this.restSpeed;
      if (along > least) return this.direction.slice();
    }
    return isFast ? this.slip.slice() : undefined;
  }

  /** At the beginning of a step: fast slip has a direction of its own. */
  protected keepDirection(): void {
    const { slipSpeed, restSpeed } = this;
    if (slipSpeed > FAST * restSpeed) this.setDirection(this.slip);
    this.isHeld = true;
    this.isSlow = this.tangentCount > 1 && slipSpeed <= restSpeed;
  }

  protected override calcRowTerms(t: number): void {
    this.measure(t);
    if (this.columns === this.jacobian) return;
    this.calcColumns(!this.hasTangentRows);
  }

  /** `columns` = rows, and with the normal row the friction force (unless the tangential rows are in force) and the couple. */
  private calcColumns(withFriction: boolean): void {
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
}
