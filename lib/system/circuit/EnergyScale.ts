import type { CircuitModel } from "../../bondgraph/index.ts";

/**
 * Tolerable errors of the states of a circuit. Displacements and momenta of all sizes are compared by the energy they
 * stand for: a state `x` with the law `g x` may be wrong by a part of `√(2 E/g)`, with `E` the largest energy so far.
 */
export class EnergyScale {
  private readonly model: CircuitModel;
  private readonly t: number;
  private energy: number;

  constructor(model: CircuitModel, t: number, start: Float64Array, span: number) {
    this.model = model;
    this.t = t;
    model.calc(t, start);
    // What the rates of the start would gather in a while counts at once.
    const gathered = start.map((value, i) => value + span * model.rates[i]);
    this.energy = Math.max(this.findEnergy(start), this.findEnergy(gathered));
  }

  calc(tolerance: number, y: Float64Array, out: Float64Array): void {
    const { states } = this.model;
    this.energy = Math.max(this.energy, this.findEnergy(y));
    const energy = this.energy > 0 ? this.energy : 1;
    out.fill(tolerance);
    for (let i = 0; i < states.length; i++) {
      const slope = this.findSlope(i, y[i]);
      out[i] = tolerance * (slope > 0 ? Math.sqrt((2 * energy) / slope) : 1 + Math.abs(y[i]));
    }
  }

  private findSlope(index: number, x: number): number {
    return Math.abs(this.model.calcSlope(index, x, this.t));
  }

  private findEnergy(x: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < this.model.states.length; i++) sum += 0.5 * this.findSlope(i, x[i]) * x[i] * x[i];
    return Number.isFinite(sum) ? sum : 0;
  }
}
