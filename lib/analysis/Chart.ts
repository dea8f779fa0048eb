import type { Kernel } from "../kernel/Kernel.ts";
import type { Freedoms } from "../kernel/RowSpace.ts";
import { calcRateRows, type RateRow, spanRows, updateRows } from "../kernel/rateRows.ts";
import { RankRevealingSolver } from "../math/RankRevealingSolver.ts";

const MAX_STEPS = 40;
/** What is left of position and velocity errors when a state counts as lying on the rows. */
const LIMIT = 1e-9;

const isOfPositions = ({ constraint, index }: RateRow): boolean => constraint.isHolonomic(index);

/**
 * The states near a given one that obey all rows, by as many numbers as there are freedoms. Some of the coordinates and of
 * the rates are chosen freely (the others follow by Newton steps): a coordinate by what is added to it, a rotation by a
 * rotation vector ξ about the axes of the body, `q = q₀ ∘ (1, ξ/2)`, along which the rates are `ξ̇` to first order.
 */
export class Chart {
  readonly kernel: Kernel;
  readonly t: number;
  /** What positions leave free: holonomic rows only. */
  readonly positions: Freedoms;
  /** What all rows leave free of the rates. */
  readonly rates: Freedoms;
  /** The state in the middle. */
  readonly state: Float64Array;
  private readonly q: Float64Array;
  private readonly z: Float64Array;
  /** ξ of the state that was placed last. */
  readonly shift: Float64Array;

  /** At the state that the kernel holds; it has to lie on the rows. Some rates, or coordinates, are `preferred` as free. */
  constructor(kernel: Kernel, t: number, preferred: readonly number[] = [], preferredPositions = preferred) {
    this.kernel = kernel;
    this.t = t;
    this.q = kernel.q.slice();
    this.z = kernel.z.slice();
    this.shift = new Float64Array(kernel.rateCount);
    const rows = calcRateRows(kernel, t);
    this.rates = spanRows(kernel, rows).findFreedoms(preferred);
    const holonomic = rows.filter(isOfPositions);
    this.positions =
      holonomic.length === rows.length
        ? this.rates
        : spanRows(kernel, holonomic).findFreedoms([...preferredPositions, ...this.rates.independent]);
    this.state = new Float64Array(kernel.size);
    kernel.writeState(this.state);
  }

  /** Numbers of free coordinates, free rates and states of constraints. */
  get sizes(): [number, number, number] {
    return [this.positions.independent.length, this.rates.independent.length, this.z.length];
  }

  /**
   * Puts a state into the kernel: `x` is added to the free coordinates, `u` to the free rates, `z` to the states of
   * constraints. False if the rows cannot be met there.
   */
  place(x: ArrayLike<number>, u: ArrayLike<number>, z: ArrayLike<number>): boolean {
    const { kernel, shift, positions, rates } = this;
    kernel.readState(this.state);
    shift.fill(0);
    positions.directions.forEach((direction, k) => {
      if (x[k] !== 0) for (let i = 0; i < shift.length; i++) shift[i] += x[k] * direction[i];
    });
    rates.directions.forEach((direction, k) => {
      if (u[k] !== 0) for (let i = 0; i < shift.length; i++) kernel.s[i] += u[k] * direction[i];
    });
    for (let i = 0; i < this.z.length; i++) kernel.z[i] = this.z[i] + z[i];
    this.move();
    return kernel.rows.rowCount === 0 || (this.meetPositions() && this.meetVelocities());
  }

  /** `q = q₀ ⊕ ξ` */
  private move(): void {
    const { kernel } = this;
    kernel.q.set(this.q);
    for (const link of kernel.links) if (link.rateCount > 0) link.moveCoordinates(kernel.q, this.shift);
  }

  private meetPositions(): boolean {
    const { kernel, t, shift } = this;
    const { dependent } = this.positions;
    return improve(
      () => {
        this.move();
        updateRows(kernel, t);
        for (const constraint of kernel.rows.constraints) constraint.calcPositionErrors(t);
      },
      ({ constraint, index }) => constraint.positionErrors[index],
      () => calcRateRows(kernel, t).filter(isOfPositions),
      shift,
      dependent,
    );
  }

  private meetVelocities(): boolean {
    const { kernel, t } = this;
    return improve(
      () => updateRows(kernel, t),
      ({ constraint, index }) => constraint.getVelocityError(index),
      () => calcRateRows(kernel, t),
      kernel.s,
      this.rates.dependent,
    );
  }
}

/**
 * Newton steps of the numbers `values[dependent]` until the errors of the rows stop falling; with the matrix of the first
 * point as long as that helps. Rows that say the same count in the sense of least squares. False if errors are left.
 */
function improve(
  update: () => void,
  getError: (row: RateRow) => number,
  calcRows: () => RateRow[],
  values: Float64Array,
  dependent: readonly number[],
): boolean {
  const n = dependent.length;
  const solver = new RankRevealingSolver(n);
  const rhs = new Float64Array(n);
  const step = new Float64Array(n);
  let rows: RateRow[] = [];
  let last = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MAX_STEPS; count++) {
    let isSlow = count === 0;
    if (isSlow) rows = calcRows();
    update();
    const error = Math.max(0, ...rows.map((row) => Math.abs(getError(row))));
    if (error === 0 || (error < LIMIT && error > 0.5 * last)) return true;
    if (!Number.isFinite(error)) return false;
    if (error > 0.1 * last) {
      rows = calcRows();
      update();
      isSlow = true;
    }
    if (isSlow) {
      for (let a = 0; a < n; a++) {
        for (let b = 0; b < n; b++) {
          solver.matrix[a * n + b] = rows.reduce(
            (sum, row) => sum + row.values[dependent[a]] * row.values[dependent[b]],
            0,
          );
        }
      }
      solver.factor(n, 1e-14);
    }
    for (let a = 0; a < n; a++) rhs[a] = rows.reduce((sum, row) => sum - row.values[dependent[a]] * getError(row), 0);
    solver.solve(rhs, step);
    for (let a = 0; a < n; a++) values[dependent[a]] += step[a];
    last = error;
  }
  return last < LIMIT;
}
