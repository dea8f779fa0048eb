import type { CircuitModel } from "../bondgraph/index.ts";

/** Errors below this part of what the energy of the whole circuit would make of a state are rounding. */
const ROUNDING = 1e-14;
/** As long as nothing has moved. */
const SMALLEST = 1e-290;
/** What a circuit at rest is driven by is looked up at these parts of the run. */
const SAMPLE_FRACTIONS = [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
/** How states that sources do not drive follow others is tried with this part of the run, through so many of them. */
const MOMENT = 1e-6;
const MOST_ORDERS = 6;
/** A state is starting until it is driven by this part of that. */
const STARTED = 0.01;

/**
 * How large the states of a circuit are, and so which errors are tolerable: a part of the largest value that each has had.
 * Only states that the run has accepted are remembered. What a trial makes of a state counts for that trial alone, and
 * excuses nothing: a state that blows up takes its error along, at least a tolerance of it.
 *
 * Two kinds of rounding are no errors. A state that is all but zero beside others, such as the current through a balanced
 * bridge: displacements and momenta compare by their energies, `½ g x²` with the slope `g` of the law. And what a source
 * gives that starts softly, `1 − cos(t)`: its rounding is a part of what it will give.
 */
export class StateSizes {
  private readonly model: CircuitModel;
  /** Largest values, and steepest slopes of the laws. */
  private readonly sizes: Float64Array;
  private readonly slopes: Float64Array;
  private energy = 0;
  /**
   * What will drive each state that is starting: it moves by `drive · t^order`, with the order 2 if it is driven by one that
   * sources drive, and so on. Zero once they do.
   */
  private readonly drives: Float64Array;
  private readonly orders: Uint8Array;
  private readonly gross: Float64Array;
  private isStarting: boolean;
  private t: number;
  /** The last step, as far as rounding of rates adds up in it. */
  private h = 0;
  private longest = Number.POSITIVE_INFINITY;

  constructor(model: CircuitModel, from: number, until: number, start: Float64Array) {
    const { size } = model;
    this.model = model;
    this.t = from;
    this.sizes = new Float64Array(size);
    this.slopes = new Float64Array(size);
    this.gross = new Float64Array(size);
    this.drives = new Float64Array(size);
    this.orders = new Uint8Array(size).fill(1);
    for (const part of SAMPLE_FRACTIONS) this.look(from + part * (until - from), start, 1, 1);
    const moment = MOMENT * (until - from);
    for (let order = 2; order <= MOST_ORDERS; order++) {
      const moved = start.map((x, i) => x + this.drives[i] * moment ** this.orders[i]);
      this.look(from, moved, order, moment ** (order - 1));
    }
    this.isStarting = size > 0;
    this.accept(from, start);
  }

  /** Takes what drives states there for those of this order, or without one. */
  private look(t: number, y: Float64Array, order: number, scale: number): void {
    const { model, gross, drives, orders } = this;
    try {
      model.calc(t, y);
    } catch {
      // The run may not get there; if it does, it is told then.
      return;
    }
    model.calcGrossRates(gross);
    gross.forEach((rate, i) => {
      const drive = rate / scale;
      if (!(drive > drives[i] && drive < Number.POSITIVE_INFINITY)) return;
      if (drives[i] > 0 && orders[i] !== order) return;
      drives[i] = drive;
      orders[i] = order;
    });
  }

  /** Takes a state that the run has accepted. */
  accept(t: number, y: Float64Array): void {
    const { model, sizes, slopes } = this;
    for (let i = 0; i < sizes.length; i++) {
      const slope = Math.abs(model.calcSlope(i, y[i], t));
      if (slope > slopes[i] && slope < Number.POSITIVE_INFINITY) slopes[i] = slope;
      sizes[i] = Math.max(sizes[i], Math.abs(y[i]));
    }
    this.energy = this.findEnergy(y);
    this.h = Math.min(t - this.t, this.longest);
    this.t = t;
    if (this.isStarting) this.noteDrives(y);
  }

  /** Stiff states settle within the last step: rounding of their rates adds up no longer, however long steps become. */
  limitRounding(): void {
    this.longest = this.h;
  }

  private noteDrives(y: Float64Array): void {
    const { model, drives, gross, orders } = this;
    model.calc(this.t, y);
    model.calcGrossRates(gross);
    for (let i = 0; i < drives.length; i++) {
      if (orders[i] === 1 && gross[i] >= STARTED * drives[i]) drives[i] = 0;
    }
    this.isStarting = drives.some((drive, i) => drive > 0 && orders[i] === 1);
    if (!this.isStarting) drives.fill(0);
  }

  /** Tolerable errors at `y`. */
  calcTolerable(tolerance: number, y: Float64Array, out: Float64Array): void {
    const { sizes, slopes, drives, orders, h } = this;
    const energy = this.findEnergy(y);
    out.fill(tolerance);
    for (let i = 0; i < sizes.length; i++) {
      const part = tolerance * Math.max(sizes[i], Math.abs(y[i]));
      const rounding = slopes[i] > 0 ? ROUNDING * Math.sqrt((2 * energy) / slopes[i]) : 0;
      const noise = drives[i] > 0 ? ROUNDING * drives[i] * h ** orders[i] : 0;
      out[i] = Math.max(part, rounding, noise, SMALLEST);
    }
  }

  /** The largest energy of the whole circuit, `y` included, where that is a number. */
  private findEnergy(y: Float64Array): number {
    const { slopes } = this;
    let energy = 0;
    for (let i = 0; i < slopes.length; i++) energy += 0.5 * slopes[i] * y[i] * y[i];
    return energy > this.energy && energy < Number.POSITIVE_INFINITY ? energy : this.energy;
  }
}
