import type { SlipDirection } from "./SlipDirection.ts";
import type { Unilateral } from "./Unilateral.ts";

/** Where others help, a force beyond the limit may grow by these parts, of itself and of the normal force, unlooked at. */
const ALLOWANCE = 1.5;
const LEAST_ALLOWANCE = 1e-3;

/** An unloaded contact is looked at again when the bodies overlap by this part of their size. */
const UNLOADED_OVERLAP = 1e-10;

/**
 * The event functions of what holds one way only: touching and leaving, slipping and sticking, and the end of bounces that
 * have become too small to follow.
 *
 * After an event things are taken as they are: values that should be positive but are not, by rounding or because several
 * share a load in no unique way and another share would do, are accepted deficits, and events again only when they fall
 * noticeably further.
 */
export class UnilateralEvents {
  private readonly contact: Unilateral;
  private readonly direction: SlipDirection;
  /** Accepted deficits of the first two functions; zero or less. */
  private readonly deficits = new Float64Array(2);
  /** Whether the event that is being handled is that it could not stick any more. */
  private wasAtLimit = false;
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

  /** In a new mode there are no deficits. */
  clear(): void {
    this.deficits.fill(0);
  }

  /** After an event: takes things as they are. One that sticks and was or is at its limit may go on sticking. */
  accept(): void {
    const { deficits, contact } = this;
    deficits[0] = Math.min(0, this.getNormalValue());
    const deficit = Math.min(0, this.getTangentValue());
    const isStuck = contact.mode === "stick" && (deficit < 0 || this.wasAtLimit);
    deficits[1] = isStuck ? ALLOWANCE * deficit - LEAST_ALLOWANCE * contact.normalForce : deficit;
    this.wasAtLimit = false;
  }

  /** Before a step: forgets what is no deficit any more. */
  beginStep(): void {
    const { deficits, contact } = this;
    if (deficits[0] < 0 && this.getNormalValue() >= 0) deficits[0] = 0;
    if (deficits[1] < 0) {
      const clear = contact.mode === "stick" ? LEAST_ALLOWANCE * contact.normalForce : 0;
      if (this.getTangentValue() >= clear) deficits[1] = 0;
    }
  }

  /** Whether a function reads forces. */
  needsForces(index: number): boolean {
    const { isClosed, hasNormalRow, mode } = this.contact;
    return (index === 0 && isClosed && hasNormalRow) || (index === 1 && mode === "stick");
  }

  /** 0: touch or leave; 1: slip or stick; 2: bounces have died out. The contact is measured. */
  calc(t: number, out: Float64Array): void {
    out[0] = this.getNormalValue() - this.deficits[0] + this.getNormalSlack();
    out[1] = this.getTangentValue() - this.deficits[1] + this.getTangentSlack();
    out[2] = Number.isNaN(this.restTime) ? 1 : this.restTime - t;
  }

  private getNormalValue(): number {
    const { contact } = this;
    if (!contact.hasNormalRow) return contact.isClosed ? contact.pressing : -contact.pressing;
    return contact.isClosed ? contact.multipliers[0] : contact.gap;
  }

  private getNormalSlack(): number {
    return this.contact.mode === "unloaded" ? UNLOADED_OVERLAP * this.contact.size : 0;
  }

  private getTangentValue(): number {
    const { mode } = this.contact;
    if (mode === "stick") return this.contact.getStickMargin();
    return mode === "slip" ? this.direction.getAdvance() : 1;
  }

  private getTangentSlack(): number {
    const { mode } = this.contact;
    if (mode === "stick") return this.contact.getStickSlack();
    return mode === "slip" ? this.direction.getSlack() : 0;
  }

  /** The solver of contacts finds the new modes after every event. */
  handle(index: number): void {
    if (index === 1) this.wasAtLimit = this.contact.mode === "stick";
    if (index === 2) this.restTime = Number.NaN;
  }
}
