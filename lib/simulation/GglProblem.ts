import type { DaeProblem } from "../integrators/DaeProblem.ts";
import { IndependentRows } from "../kernel/IndependentRows.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import type { KernelProblem } from "./KernelProblem.ts";

/**
 * The motion of a model with its multipliers as unknowns: the stabilised index-1 form of Gear, Gupta and Leimkuhler
 * [Gear; Neumayr (3)]. Beside the state `y = [q, s, z, x]` of the kernel there are the integrals of the multipliers λ of all rows that
 * are independent, and of the multipliers μ of those among them that come from positions:
 *
 *     q̇ − N(q) (s + Φ Gᵀ μ̇_int) = 0          g(q, t) = 0
 *     ṡ − Φ (h(q, s, z, t) + C λ̇_int) = 0    G s − ν(q, t) = 0
 *
 * and the states of constraints with rates as they have them at the accelerations ṡ. `Φ = M⁻¹` is the operator of the recursion,
 * so that no mass matrix is made; `C = Gᵀ` but for friction that comes with a normal force. The rates of coordinates and
 * the rates s differ by `N` where there are quaternions: so positions are patched along rates, as the projection of the
 * other formulation moves them.
 *
 * Which patch is taken does not matter to the solution: `d/dt g = 0` and `G s = ν` leave `G P μ̇ = 0`, so `μ̇ = 0` for any P with
 * a regular `G P`. It matters to the numbers: `P = Φ Gᵀ` makes `G P` symmetric and positive definite wherever the rows are
 * independent, in any units of coordinates and rows, and light parts give way to heavy ones.
 */
export class GglProblem implements DaeProblem {
  readonly size: number;
  readonly rates: Int32Array;
  multiplierCount = 0;
  private readonly problem: KernelProblem;
  private readonly kernel: Kernel;
  private chosen: IndependentRows | undefined;
  /** Rates, as multipliers change them, and what those mean for the coordinates. */
  private readonly patched: Float64Array;
  private readonly coordinateRates: Float64Array;
  private first = new Float64Array(0);

  /** `problem` is the same motion with multipliers eliminated. */
  constructor(problem: KernelProblem) {
    const { kernel, size, rates } = problem;
    this.problem = problem;
    this.kernel = kernel;
    this.size = size;
    this.rates = rates;
    this.patched = new Float64Array(kernel.rateCount);
    this.coordinateRates = new Float64Array(kernel.coordinateCount);
  }

  calcDerivative(t: number, y: Float64Array, out: Float64Array): void {
    this.problem.calcDerivative(t, y, out);
  }

  calcErrorScale(y: Float64Array, out: Float64Array): void {
    this.problem.calcErrorScale(y, out);
  }

  prepare(t: number, y: Float64Array): void {
    const { kernel, patched } = this;
    const { constraints } = kernel.rows;
    const before = constraints.map(({ multipliers }) => multipliers.slice());
    kernel.readState(y);
    const chosen = new IndependentRows(kernel, t);
    this.chosen = chosen;
    this.multiplierCount = chosen.all.length + chosen.holonomic.length;
    this.first = new Float64Array(this.multiplierCount);
    constraints.forEach(({ multipliers }, i) => {
      multipliers.set(before[i]);
    });
    chosen.calcFullChange(patched);
    this.first.set(chosen.findMultipliers(patched));
  }

  readMultipliers(out: Float64Array, offset: number): void {
    out.set(this.first, offset);
  }

  calcResidual(t: number, y: Float64Array, rates: Float64Array, out: Float64Array): void {
    const { kernel, size, patched } = this;
    const chosen = this.chosen as IndependentRows;
    const { all, holonomic } = chosen;
    this.problem.stopIfAsked();
    kernel.readState(y);
    chosen.setMultipliers(all, rates, size);
    kernel.solveGiven(t);
    for (let i = 0; i < size; i++) out[i] = 0;
    kernel.writeDerivative(out);
    if (holonomic.length > 0) {
      chosen.setMultipliers(holonomic, rates, size + all.length);
      kernel.rows.calcChange(false, patched);
      for (let i = 0; i < patched.length; i++) patched[i] += kernel.s[i];
      kernel.calcCoordinateRates(kernel.q, patched, out);
    }
    for (let i = 0; i < size; i++) out[i] = rates[i] - out[i];
    chosen.readErrors(t, out, size);
  }

  calcRateMatrix(_t: number, _y: Float64Array, _rates: Float64Array, out: Float64Array): void {
    const { kernel, size, multiplierCount, patched, coordinateRates } = this;
    const chosen = this.chosen as IndependentRows;
    const { all, holonomic } = chosen;
    const count = size + multiplierCount;
    const { coordinateCount: m, rateCount: n } = kernel;
    out.fill(0);
    for (let i = 0; i < size; i++) out[i * (count + 1)] = 1;
    for (let j = 0; j < all.length; j++) {
      chosen.calcUnitChange(all[j], true, patched);
      for (let i = 0; i < n; i++) out[(m + i) * count + size + j] = -patched[i];
    }
    for (let j = 0; j < holonomic.length; j++) {
      chosen.calcUnitChange(holonomic[j], false, patched);
      kernel.calcCoordinateRates(kernel.q, patched, coordinateRates);
      for (let i = 0; i < m; i++) out[i * count + size + all.length + j] = -coordinateRates[i];
    }
  }

  /** The equations keep the state on the rows; what is left are the states of constraints that follow the motion. */
  project(t: number, y: Float64Array): boolean {
    const { kernel } = this;
    if (!kernel.hasDrift) return false;
    kernel.readState(y);
    kernel.project(t, 0, 0);
    kernel.writeState(y);
    return true;
  }
}
