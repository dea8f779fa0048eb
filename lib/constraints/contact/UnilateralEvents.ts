import type { EventKind } from "../capabilities/index.ts";
import type { SlipDirection } from "./SlipDirection.ts";
import type { Unilateral } from "./Unilateral.ts";

/**
 * Events of slip and stick that come back so often within this time (s) are below what the run resolves: the contact goes on as
 * it is until the force has grown by half and by this part of the normal force, or slip by what counts as rest.
 */
const MANY = 6;
const SOON = 1e-6;
const ALLOWANCE = 1.5;
const LEAST_ALLOWANCE = 1e-3;

/** A normal force that has fallen to this part of its largest value while the bodies touched is none. */
const LET_GO = 1e-6;

/** Rounding of gaps, as part of the size: a spring that carries nothing, others carrying it all, does not touch and leave by it. */
const GAP_ROUNDING = 1e-13;

/** An unloaded contact is looked at again when the bodies overlap by this part of their size. */
const UNLOADED_OVERLAP = 1e-10;

/**
 * The event functions of what holds one way only: touching and leaving, slipping and sticking, and the end of bounces that
 * have become too small to follow.
 *
 * After an event things are taken as they are: values that should be positive but are not, by rounding, are accepted
 * deficits, and events again only when they fall noticeably further.
 */
export class UnilateralEvents {
  private readonly contact: Unilateral;
  private readonly direction: SlipDirection;
  /** Accepted deficits of the first two functions; zero or less. */
  private readonly deficits = new Float64Array(2);
  /** Whether the event that is being handled is that it presses no more, and the largest normal force since it touched. */
  private isLeaving = false;
  private peak = 0;
  /** How often slip or stick has ended soon after it had before, and when last. */
  private repeats = 0;
  private lastTime = Number.NEGATIVE_INFINITY;
  /** When bounces will have died out; not a number: there are none. */
  private restTime = Number.NaN;

  constructor(contact: Unilateral, direction: SlipDirection) {
    this.contact = contact;
    this.direction = direction;
  }

  /** Says when the bounces, too small to follow, will have died out. */
  setRestTime(t: number): void {
    this.restTime = t;
  }

  /** Nothing is remembered of the events of another body. */
  forget(): void {
    this.clear();
    this.isLeaving = false;
    this.peak = 0;
    this.restTime = Number.NaN;
  }

  /** In a new mode there are no deficits. */
  clear(): void {
    this.deficits.fill(0);
  }

  /** After an event: takes things as they are. */
  accept(): void {
    const { deficits } = this;
    deficits[0] = Math.min(0, this.getNormalValue());
    deficits[1] = Math.min(0, this.getTangentValue());
    if (this.repeats > MANY) deficits[1] = this.getAllowance(deficits[1]);
    this.isLeaving = false;
    if (!this.contact.isClosed) this.peak = 0;
  }

  private getAllowance(deficit: number): number {
    const { mode, normalForce } = this.contact;
    if (mode === "stick") return ALLOWANCE * deficit - LEAST_ALLOWANCE * normalForce;
    return mode === "slip" ? deficit - this.direction.restSpeed : deficit;
  }

  /** Whether a normal force is the little that is left of the one that has gone at this event. */
  isLettingGo(normal: number): boolean {
    return this.isLeaving && normal <= LET_GO * this.peak;
  }

  /** Before a step: forgets what is no deficit any more, and events that are long ago. */
  beginStep(t: number): void {
    const { deficits } = this;
    if (t - this.lastTime > SOON) this.repeats = 0;
    if (deficits[0] < 0 && this.getNormalValue() >= 0) deficits[0] = 0;
    if (deficits[1] < 0) {
      const clear =
        this.repeats > MANY && this.contact.mode === "stick" ? LEAST_ALLOWANCE * this.contact.normalForce : 0;
      if (this.getTangentValue() >= clear) deficits[1] = 0;
    }
    this.peak = Math.max(this.peak, this.contact.normalForce);
  }

  /** Whether a function reads forces. */
  needsForces(index: number): boolean {
    const { isClosed, hasNormalRow, mode } = this.contact;
    return (index === 0 && isClosed && hasNormalRow) || (index === 1 && mode === "stick");
  }

  /** Whether one of the first two functions is below zero. */
  get isOverdue(): boolean {
    return this.getNormal() < 0 || this.getTangent() < 0;
  }

  private getNormal(): number {
    return this.getNormalValue() - this.deficits[0] + this.getNormalSlack();
  }

  private getTangent(): number {
    return this.getTangentValue() - this.deficits[1] + this.getTangentSlack();
  }

  /** 0: touch or leave; 1: slip or stick; 2: bounces have died out. The contact is measured. */
  calc(t: number, out: Float64Array): void {
    out[0] = this.getNormal();
    out[1] = this.getTangent();
    out[2] = Number.isNaN(this.restTime) ? 1 : this.restTime - t;
  }

  /** How fast a function changes, where velocities tell it: a gap, the clock, and what is constant in this mode. */
  getRate(index: number): number {
    const { isClosed, hasNormalRow, mode } = this.contact;
    if (index === 2) return Number.isNaN(this.restTime) ? 0 : -1;
    if (index === 1) return mode === "stick" || mode === "slip" ? Number.NaN : 0;
    return isClosed || !hasNormalRow ? Number.NaN : this.contact.getVelocityError(0);
  }

  private getNormalValue(): number {
    const { contact } = this;
    if (!contact.hasNormalRow) return contact.isClosed ? contact.pressing : -contact.pressing;
    if (!contact.isClosed) return contact.gap;
    const { sharedMargin, mode, multipliers } = contact;
    if (Number.isNaN(sharedMargin)) return multipliers[0];
    // Where no share of the load does, one that sticks says so by the event of its limit.
    return mode === "stick" ? Math.abs(sharedMargin) : sharedMargin;
  }

  private getNormalSlack(): number {
    const { mode, isClosed, size, sharedMargin, hasNormalRow } = this.contact;
    if (!hasNormalRow) return GAP_ROUNDING * size;
    if (isClosed && !Number.isNaN(sharedMargin)) return this.contact.getStickSlack();
    return mode === "unloaded" ? UNLOADED_OVERLAP * size : 0;
  }

  private getTangentValue(): number {
    const { mode } = this.contact;
    if (mode === "stick") return this.contact.getStickMargin();
    return mode === "slip" ? this.direction.getAdvance() : 1;
  }

  private getTangentSlack(): number {
    const { mode } = this.contact;
    if (mode === "stick") return this.contact.getStickSlack();
    return mode === "slip" ? this.direction.getSlack(this.contact.speed) : 0;
  }

  /** The solver of contacts finds the new modes after every event. */
  handle(index: number, t: number): void {
    if (index === 1) {
      this.repeats = t - this.lastTime < SOON ? this.repeats + 1 : 0;
      this.lastTime = t;
    }
    if (index === 0) this.isLeaving = this.contact.isClosed;
    if (index === 2) this.restTime = Number.NaN;
  }
}

/** The word for an event of what holds one way only. */
export function nameEvent(index: number, before: string, after: string, isStruck: boolean): EventKind {
  if (isStruck) return "impact";
  if (index === 2) return "rest";
  if (before === after) return after === "slip" ? "reversal" : "check";
  if (after === "open") return "leave";
  if (before === "open") return "touch";
  if (after === "unloaded") return "unload";
  if (before === "unloaded") return "load";
  if (after === "up" || after === "down") return "limit";
  // Ideal rolling that would pull slides.
  return after === "touch" ? "slip" : (after as EventKind);
}
