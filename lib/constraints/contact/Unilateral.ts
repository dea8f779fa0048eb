import type { EventActions, EventNeeds } from "../Constraint.ts";
import { SLOW_BACK, UnilateralRows } from "./UnilateralRows.ts";

export { CONTACT_MODES, type ContactMode, JOINT_MODES } from "./UnilateralRows.ts";

/** Slip that is not slow has turned back when it points back by this much, m/s. */
const SLIP_BACK = 1e-13;

/** A contact sticks until the force exceeds its limit by this part: what was found to stick does not slip by rounding. */
const STICK_MARGIN = 1e-10;

/** Where others help, a force beyond the limit may grow by these parts, of itself and of the normal force, unlooked at. */
const ALLOWANCE = 1.5;
const LEAST_ALLOWANCE = 1e-3;

/** An idle contact is looked at again when the bodies overlap by this part of their size. */
const IDLE_OVERLAP = 1e-10;

/**
 * The events of a constraint that holds one way only: touching and leaving, slipping and sticking, and the end of bounces
 * that have become too small to follow. Behind each of them the solver of contacts finds all modes anew.
 */
export abstract class Unilateral extends UnilateralRows {
  /** Whether the event that is being handled is that it could not stick any more. */
  private wasAtLimit = false;

  /** How far the tangential force of a contact that sticks is from slipping, N. */
  getStickMargin(): number {
    this.calcTangentForce(this.force);
    return this.friction.getMargin(this.force, this.normalForce);
  }

  /** Rounding of that margin. */
  getStickSlack(): number {
    let square = this.normalForce * this.normalForce;
    for (let i = 0; i < this.tangentCount; i++) square += this.force[i] * this.force[i];
    return STICK_MARGIN * Math.sqrt(square);
  }

  /**
   * Behind an event: takes things as they are. What should be positive but is not, by rounding or because several share a
   * load in no unique way and another share would do, is an event only when it falls noticeably further; so is the force of
   * one that goes on sticking although it was at its limit.
   */
  accept(): void {
    this.floors[0] = Math.min(0, this.getNormalValue());
    const value = Math.min(0, this.getTangentValue());
    this.floors[1] = value;
    if (this.current === "stick" && (value < 0 || this.wasAtLimit)) {
      this.floors[1] = ALLOWANCE * value - LEAST_ALLOWANCE * this.normalForce;
    }
    this.wasAtLimit = false;
  }

  /** Before each step of a run: remembers the direction of slip, so that friction goes on smoothly beyond its reversal. */
  beginStep(t: number): void {
    if (!this.isClosed || this.current === "slip") this.measure(t);
    if (this.current === "slip") this.keepDirection();
    if (this.floors[0] < 0 && this.getNormalValue() >= 0) this.floors[0] = 0;
    if (this.floors[1] < 0) {
      const clear = this.current === "stick" ? LEAST_ALLOWANCE * this.normalForce : 0;
      if (this.getTangentValue() >= clear) this.floors[1] = 0;
    }
  }

  override get eventCount(): number {
    return 3;
  }

  override get isWatched(): boolean {
    return this.isOn;
  }

  override getEventNeeds(index: number): EventNeeds {
    const hasForce = (index === 0 && this.isClosed && this.hasNormalRow) || (index === 1 && this.current === "stick");
    return hasForce ? "multipliers" : "kinematics";
  }

  override getEventDirection(): -1 {
    return -1;
  }

  /** 0: touch or leave; 1: slip or stick; 2: bounces have died out. */
  override calcEvents(t: number, out: Float64Array): void {
    // An observer has measured.
    out[0] = this.getNormalValue() - this.floors[0] + this.getNormalSlack();
    out[1] = this.getTangentValue() - this.floors[1] + this.getTangentSlack();
    out[2] = Number.isNaN(this.values[2]) ? 1 : this.values[2] - t;
  }

  private getNormalValue(): number {
    if (!this.hasNormalRow) return this.isClosed ? this.pressing : -this.pressing;
    return this.isClosed ? this.multipliers[0] : this.gap;
  }

  private getNormalSlack(): number {
    return this.current === "idle" ? IDLE_OVERLAP * this.size : 0;
  }

  private getTangentValue(): number {
    if (this.current === "stick") return this.getStickMargin();
    if (this.current !== "slip") return 1;
    return this.isHeld ? this.calcReference() : this.slipSpeed;
  }

  private getTangentSlack(): number {
    if (this.current === "stick") return this.getStickSlack();
    if (this.current !== "slip") return 0;
    return this.isSlow ? SLOW_BACK * this.restSpeed : SLIP_BACK;
  }

  /** The solver of contacts finds the new modes after every event. */
  override handleEvent(index: number, _t: number, _actions: EventActions): void {
    if (index === 1) this.wasAtLimit = this.current === "stick";
    if (index === 2) this.values[2] = Number.NaN;
  }

  /** Says when the bounces, too small to follow, will have died out. */
  setRestTime(t: number): void {
    this.values[2] = t;
  }
}
