import type { Observer } from "../assembly/Observer.ts";
import { findLength } from "../kernel/findLength.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { eigenGeneral } from "../math/eigenGeneral.ts";
import { checkEntries, checkPositive, ModelError } from "../math/index.ts";
import { Snapshot } from "../trajectory/Snapshot.ts";
import { Chart } from "./Chart.ts";
import { checkForces } from "./checkForces.ts";
import type { DenseAlgebra } from "./DenseAlgebra.ts";
import { Equilibrium } from "./Equilibrium.ts";
import { checkConflicts } from "./findConflicts.ts";
import { checkNumbers, findMotion, listMotions } from "./findMotion.ts";
import { isPathDependent } from "./isPathDependent.ts";
import { linearize } from "./linearize.ts";
import { listRates, listStates } from "./listRates.ts";
import { rollAlong } from "./rollAlong.ts";
import { steer, type Target } from "./steer.ts";

/** Coordinates to begin with: `{ hinge: 0.5, "arm.angle1": 0.1, socket: [1, 0, 0, 0], "body.position": [0, 1, 0] }`. */
export type Guess = Readonly<Record<string, number | readonly number[]>>;

export interface EquilibriumOptions {
  /** Where to begin: coordinates by name, the others as at the start; or the state of a snapshot. */
  guess?: Guess | Snapshot;
  /** Error tolerated in the coordinates, rad or parts of the size of the model. Default 1e-10. */
  tolerance?: number;
  /** The instant at which moving bases, drives and laws of time are taken, s. Default: 0, or that of the snapshot. */
  t?: number;
}

const OWNER = "equilibrium";
const MAX_STEPS = 300;
/** Steps after which a coordinate that accelerates alike everywhere is given up. */
const PATIENCE = 30;
/** Longest step, and step of the differences: rad, or parts of the size of the model. */
const REACH = 0.5;
const DIFFERENCE = 1e-5;

/**
 * A rest position near the state in the kernel. First the way a heavily damped model would go, `x′ = ẍ(x)`, by implicit
 * Euler steps that grow as the accelerations fall (pseudo-transient continuation [Kelley]); that comes to rest only where it is
 * stable. If it does not, Newton's method, which finds unstable ones as well.
 */
export function findEquilibrium(
  observer: Observer,
  t: number,
  options: EquilibriumOptions,
  algebra: DenseAlgebra,
): Equilibrium {
  const { kernel } = observer;
  const tolerance = checkPositive(OWNER, "tolerance", options.tolerance ?? 1e-10);
  checkConflicts(OWNER, observer, t);
  kernel.s.fill(0);
  const targets = options.guess instanceof Snapshot ? [] : findTargets(kernel, options.guess ?? {});
  steer(OWNER, kernel, t, targets);
  const first = new Float64Array(kernel.size);
  kernel.writeState(first);
  const derivative = new Float64Array(kernel.size);
  kernel.calcDerivative(t, first, derivative);
  checkForces(OWNER, kernel, t, derivative);
  const search = new Search(kernel, t, tolerance, algebra);
  let isFound = search.run(true);
  if (!isFound) {
    const { failure } = search;
    kernel.readState(first);
    isFound = search.run(false);
    if (!isFound) throw new ModelError(failure);
  }
  const y = new Float64Array(kernel.size);
  kernel.writeState(y);
  const notes = listNotes(kernel, t, targets.length > 0);
  const linearization = linearize(kernel, t, undefined);
  return new Equilibrium({
    t,
    coordinates: Object.fromEntries(
      listMotions(kernel).map(({ name, coordinate, coordinateCount: count }) => [
        name,
        count === 1 ? y[coordinate] : [...y.subarray(coordinate, coordinate + count)],
      ]),
    ),
    snapshot: new Snapshot(observer, t, y, kernel.getModes()),
    residual: search.residual,
    iterations: search.steps,
    linearization,
    notes,
  });
}

/** What rows that bind rates but not positions (rolling, sticking) say about the place that was found. */
function listNotes(kernel: Kernel, t: number, hasGuess: boolean): string[] {
  const names = kernel.rows.constraints
    .filter((c) => Array.from({ length: c.rowCount }, (_, row) => row).some((row) => !c.isHolonomic(row)))
    .map(({ label }) => label);
  const list = names.slice(0, 4).join(", ") + (names.length > 4 ? ", …" : "");
  const notes: string[] = [];
  if (names.length > 0 && hasGuess) {
    notes.push(
      `${list}: the guess was taken as a new place to begin at, wherever rolling would have led on the way to it`,
    );
  }
  if (isPathDependent(kernel, t)) {
    notes.push(`${list}: rolling and sticking lead to other places on other ways, so there are other rest positions`);
  }
  return notes;
}

function findTargets(kernel: Kernel, guess: Guess): Target[] {
  return checkEntries(OWNER, "guess", guess, "coordinates by name, such as { hinge: 0.5 }").map(([key, value]) => {
    const place = findMotion(OWNER, kernel, key);
    return { place, values: checkNumbers(OWNER, `the guess for "${key}"`, value, place.coordinateCount) };
  });
}

/** A search for a state of rest from where the kernel is. */
class Search {
  steps = 0;
  /** Largest acceleration at the last point. */
  residual = 0;
  /** Why the last run failed. */
  failure = "";
  private readonly kernel: Kernel;
  private readonly t: number;
  private readonly tolerance: number;
  private readonly algebra: DenseAlgebra;
  private readonly length: number;

  constructor(kernel: Kernel, t: number, tolerance: number, algebra: DenseAlgebra) {
    this.kernel = kernel;
    this.t = t;
    this.tolerance = tolerance;
    this.algebra = algebra;
    this.length = findLength(kernel);
  }

  run(isSettling: boolean): boolean {
    const { kernel, t, length, algebra } = this;
    let damping = 0;
    let last = 0;
    for (this.steps = 0; ; this.steps++) {
      const balance = new Balance(new Chart(kernel, t), length);
      const { norm } = balance;
      if (!Number.isFinite(norm)) {
        this.failure = balance.describeLoss(this.steps);
        return false;
      }
      balance.calcMatrix();
      let step = balance.solve(0, algebra);
      if (balance.isAtRest(step, this.tolerance)) {
        balance.move(step, 1);
        this.residual = new Balance(balance.chart, length).largest;
        return true;
      }
      if (isSettling) {
        damping = this.steps === 0 ? norm / 0.1 : (damping * Math.min(5, Math.max(0.2, norm / last))) / 1.5;
        // Faster than anything that grows, so that it leaves an unstable position on the falling side.
        step = balance.solve(Math.max(damping, 2 * balance.findGrowth()), algebra);
      }
      last = norm;
      let factor = Math.min(1, REACH / balance.measure(step));
      let isThere = false;
      for (let trial = 0; trial < 20 && !isThere && this.steps < MAX_STEPS; trial++, factor /= 2) {
        isThere = balance.move(step, factor) && (isSettling || new Balance(balance.chart, length).norm < norm);
      }
      if (isThere && !(this.steps > PATIENCE && balance.isHopeless())) continue;
      this.failure = balance.describe(this.steps);
      return false;
    }
  }
}

/** Accelerations of the free coordinates and rates of states around the middle of a chart. */
class Balance {
  readonly chart: Chart;
  /** At the state in the kernel. */
  readonly residuals: Float64Array;
  private readonly size: number;
  /** Units of the unknowns: 1 rad, the size of the model. */
  private readonly units: number[];
  /** Derivatives of the residuals, column by column. */
  private readonly columns: Float64Array[] = [];
  private readonly names: string[];

  constructor(chart: Chart, length: number) {
    this.chart = chart;
    const [, g, h] = chart.sizes;
    this.size = g + h;
    const list = listRates(chart.kernel);
    const free = chart.rates.independent.map((i) => list[i]);
    this.units = [...free.map(({ unit }) => (unit === "m" ? length : 1)), ...new Array<number>(h).fill(1)];
    this.names = [...free.map(({ label }) => label), ...listStates(chart.kernel)];
    this.residuals = this.evaluate();
  }

  private evaluate(): Float64Array {
    const { kernel, t, rates, sizes } = this.chart;
    const { coordinateCount: m, rateCount: n } = kernel;
    const y = new Float64Array(kernel.size);
    const out = new Float64Array(kernel.size);
    kernel.writeState(y);
    kernel.calcDerivative(t, y, out);
    const values = new Float64Array(this.size);
    values.set(rates.independent.map((i) => out[m + i]));
    values.set(out.subarray(m + n, m + n + sizes[2]), sizes[1]);
    return values;
  }

  get largest(): number {
    return this.residuals.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  }

  get norm(): number {
    return Math.hypot(...this.residuals.map((x, i) => x / this.units[i]));
  }

  /** Longest part of a step. */
  measure(step: Float64Array): number {
    return step.reduce((max, x, i) => Math.max(max, Math.abs(x) / this.units[i]), 0);
  }

  /**
   * Puts the state at `factor` times the step into the kernel; false if it cannot be assembled there. Where rows bind rates
   * but not positions it rolls there.
   */
  move(step: Float64Array, factor: number): boolean {
    const { chart } = this;
    if (chart.positions === chart.rates) return this.shift(step, factor);
    const [, g] = chart.sizes;
    const parts = step.map((x) => factor * x);
    const none = new Float64Array(chart.kernel.size);
    if (!chart.place(none, none, parts.subarray(g))) return false;
    return rollAlong(new Chart(chart.kernel, chart.t, chart.rates.independent), parts.subarray(0, g));
  }

  /** The same by a straight step, which rows of rolling allow to first order only: for differences. */
  private shift(step: Float64Array, factor: number): boolean {
    const { positions, rates, sizes } = this.chart;
    const [, g] = sizes;
    const parts = step.map((x) => factor * x);
    const x = positions.independent.map((i) =>
      rates.directions.reduce((sum, direction, k) => sum + parts[k] * direction[i], 0),
    );
    return this.chart.place(x, new Float64Array(g), parts.subarray(g));
  }

  calcMatrix(): void {
    const unit = new Float64Array(this.size);
    this.units.forEach((scale, k) => {
      const h = DIFFERENCE * scale;
      unit.fill(0);
      unit[k] = 1;
      const [before, after] = [-h, h].map((at) => (this.shift(unit, at) ? this.evaluate() : undefined));
      if (!before || !after) {
        throw new ModelError(
          `${OWNER}: the loops are at the end of their range at ${this.names[k]}, where they cannot be closed on one side; ` +
            "begin elsewhere: give a guess",
        );
      }
      this.columns.push(after.map((x, i) => (x - before[i]) / (2 * h)));
    });
  }

  /** `(damping − J)⁻¹ r` in the sense of least squares and the least step. */
  solve(damping: number, algebra: DenseAlgebra): Float64Array {
    const { columns, units, residuals } = this;
    const rows = units.map((unit, i) =>
      columns.map((column, k) => (-column[i] * units[k]) / unit + (i === k ? damping : 0)),
    );
    const step = algebra.solve(
      rows,
      residuals.map((x, i) => x / units[i]),
      1e-12,
    );
    return step.map((x, i) => x * units[i]);
  }

  /** The fastest growth that the derivatives allow, 1/s². */
  findGrowth(): number {
    const { size, columns } = this;
    const rows = Array.from({ length: size * size }, (_, i) => columns[i % size][Math.floor(i / size)]);
    return Math.max(0, ...eigenGeneral(rows, size).map(({ value }) => value.re));
  }

  /** Whether Newton's step is within the tolerance and would take away what is left of the accelerations. */
  isAtRest(step: Float64Array, tolerance: number): boolean {
    const { columns, units, residuals } = this;
    const floor = 1e-10;
    return (
      this.measure(step) <= tolerance &&
      residuals.every((x, i) => {
        const slope = columns.reduce((sum, column, k) => sum + Math.abs(column[i]) * units[k], 0);
        return Math.abs(x) <= 10 * tolerance * slope + floor * units[i];
      })
    );
  }

  /** The coordinate that accelerates most. */
  private get worst(): number {
    const sizes = [...this.residuals.map((x, i) => Math.abs(x) / this.units[i])];
    return sizes.indexOf(Math.max(...sizes));
  }

  /** Whether the worst acceleration would be the same elsewhere. */
  isHopeless(): boolean {
    const { worst } = this;
    const slope = this.columns.reduce((sum, column, k) => sum + Math.abs(column[worst]) * this.units[k], 0);
    return slope < 1e-6 * Math.abs(this.residuals[worst]);
  }

  /** Where the search came to accelerations that are no numbers. */
  describeLoss(steps: number): string {
    const i = this.residuals.findIndex((x) => !Number.isFinite(x));
    return (
      `${OWNER}: the search came to a place where ${this.names[i] ?? "the model"} accelerates at ${this.residuals[i] ?? this.norm} ` +
      `(m/s² or rad/s²), after ${steps} steps; look for a force that grows without bound, or give a guess nearer to the rest`
    );
  }

  /** Why there is no rest. */
  describe(steps: number): string {
    const { residuals, names, size, worst } = this;
    const cause = this.isHopeless()
      ? "wherever it is, so nothing holds it: add a spring or a constraint"
      : "still: there is no rest position, or it is too far away; give a guess near it, or add what holds it";
    return (
      `${OWNER}: no state of rest was found in ${steps} steps${size > 1 ? `; of ${size} unknowns the worst is` : ":"} ` +
      `${names[worst]}, which accelerates at ${Number(residuals[worst].toPrecision(3))} (m/s² or rad/s²) ${cause}`
    );
  }
}
