import type { Constraint } from "../constraints/index.ts";
import { ModelError } from "../math/index.ts";
import type { Stepper } from "./integrators/index.ts";
import type { Kernel } from "./kernel/Kernel.ts";

/** An event that was found: which function of which constraint, and when. */
export interface FoundEvent {
  t: number;
  constraint: Constraint;
  index: number;
}

/**
 * Watches the event functions of all constraints. After each step their signs are compared with those before it; the
 * earliest change is located on the dense output to the resolution of the clock, on its far side.
 */
export class EventWatch {
  private readonly kernel: Kernel;
  private readonly owners: readonly Constraint[];
  private readonly before: Float64Array[];
  private readonly after: Float64Array[];
  private readonly y: Float64Array;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.owners = kernel.constraints.filter((constraint) => constraint.eventCount > 0);
    this.before = this.owners.map((constraint) => new Float64Array(constraint.eventCount));
    this.after = this.owners.map((constraint) => new Float64Array(constraint.eventCount));
    this.y = new Float64Array(kernel.size);
  }

  get isEmpty(): boolean {
    return this.owners.length === 0;
  }

  /** Takes the present values as the ones to compare with. */
  start(t: number, y: Float64Array): void {
    this.calc(t, y, this.before);
  }

  private calc(t: number, y: Float64Array, out: readonly Float64Array[]): void {
    const { kernel } = this;
    kernel.readState(y);
    kernel.calcKinematics(t, true);
    for (const entry of kernel.entries) kernel.readPair(entry);
    this.owners.forEach((constraint, i) => {
      constraint.calcEvents(t, out[i]);
      const bad = out[i].findIndex((value) => !Number.isFinite(value));
      if (bad < 0) return;
      throw new ModelError(
        `${constraint.label}: its event function ${bad} is ${out[i][bad]} at t = ${t}; it has to be finite everywhere`,
      );
    });
  }

  /** All functions that changed sign in the last step of the stepper at the earliest instant; empty if none did. */
  find(stepper: Stepper): FoundEvent[] {
    this.calc(stepper.t, stepper.y, this.after);
    const found: FoundEvent[] = [];
    this.owners.forEach((constraint, i) => {
      for (let index = 0; index < constraint.eventCount; index++) {
        if (isPositive(this.before[i][index]) === isPositive(this.after[i][index])) continue;
        const t = this.locate(stepper, i, index);
        found.push({ t, constraint, index });
      }
    });
    for (let i = 0; i < this.owners.length; i++) this.before[i].set(this.after[i]);
    const first = Math.min(...found.map(({ t }) => t));
    return found.filter(({ t }) => t === first);
  }

  /** Regula falsi (Illinois) with bisection as a guard; returns a time at which the sign has changed. */
  private locate(stepper: Stepper, owner: number, index: number): number {
    let low = stepper.tOld;
    let high = stepper.t;
    let atLow = this.before[owner][index];
    let atHigh = this.after[owner][index];
    const side = isPositive(atLow);
    const values = this.owners.map((constraint) => new Float64Array(constraint.eventCount));
    for (let i = 0; i < 200; i++) {
      const width = high - low;
      if (width <= 4 * Number.EPSILON * Math.max(Math.abs(low), Math.abs(high), stepper.h)) break;
      const secant = low + (width * atLow) / (atLow - atHigh);
      const usable = i % 3 !== 2 && secant > low && secant < high;
      const t = usable ? secant : low + width / 2;
      if (!(t > low && t < high)) break;
      stepper.interpolate(t, this.y);
      this.calc(t, this.y, values);
      const value = values[owner][index];
      if (isPositive(value) === side) {
        low = t;
        atLow = value;
        atHigh /= 2;
      } else {
        high = t;
        atHigh = value;
        atLow /= 2;
      }
    }
    return high;
  }
}

/** Zero counts as positive. */
const isPositive = (value: number): boolean => value >= 0;
