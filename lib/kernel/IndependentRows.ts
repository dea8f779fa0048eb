import type { Rows } from "../constraints/index.ts";
import { LU } from "../math/LU.ts";
import type { Kernel } from "./Kernel.ts";
import type { RowIsland } from "./RowIsland.ts";

/** Solutions of least squares, each of what the one before has left. */
const PASSES = 3;

/** A row that is in force, and its place in its constraint. */
interface ChosenRow {
  readonly constraint: Rows;
  readonly row: number;
  readonly island: RowIsland;
}

/**
 * The rows in force that are independent of one another, with multipliers that come from outside: what redundant rows ask for
 * follows from these, and their multipliers are zero. Only where friction comes with rows that depend on one another, as with
 * four feet that slide, it matters to the motion who carries what: there the multipliers stand for those of the least norm,
 * of all rows, with which the elimination works.
 */
export class IndependentRows {
  /** Each has a multiplier. */
  readonly all: readonly ChosenRow[];
  /** Those of them that come from positions. */
  readonly holonomic: readonly ChosenRow[];
  private readonly kernel: Kernel;

  /** At the state in the kernel. */
  constructor(kernel: Kernel, t: number) {
    this.kernel = kernel;
    kernel.prepareProjection(t);
    this.all = kernel.rows.islands.flatMap((island) => {
      const isIndependent = island.operator.findIndependent();
      island.isShared = island.operator.hasColumns && isIndependent.includes(false);
      return island.operator.blocks.flatMap(({ constraint, size, first }) =>
        Array.from({ length: size }, (_, row) => ({ constraint: constraint as Rows, row, island })).filter(
          ({ row }) => isIndependent[first + row],
        ),
      );
    });
    this.holonomic = this.all.filter(({ constraint, row }) => constraint.isHolonomic(row));
  }

  /** Gives `rows` multipliers, from `offset` on, and all others zero. */
  setMultipliers(rows: readonly ChosenRow[], values: Float64Array, offset: number): void {
    this.clear();
    for (let i = 0; i < rows.length; i++) rows[i].constraint.multipliers[rows[i].row] = values[offset + i];
  }

  private clear(): void {
    const { constraints } = this.kernel.rows;
    for (let i = 0; i < constraints.length; i++) {
      const { multipliers } = constraints[i];
      for (let row = 0; row < multipliers.length; row++) multipliers[row] = 0;
    }
  }

  /** What a unit multiplier of one row changes of the rates as an impulse; rows and inertias as they were evaluated last. */
  calcUnitChange({ constraint, row, island }: ChosenRow, hasFriction: boolean, out: Float64Array): void {
    this.clear();
    constraint.multipliers[row] = 1;
    this.kernel.rows.calcChange(hasFriction, out, island);
  }

  /** What the multipliers that all rows have, redundant ones too, change of the rates as impulses. */
  calcFullChange(out: Float64Array): void {
    const { rows } = this.kernel;
    const shared = rows.islands.filter(({ isShared }) => isShared);
    for (const island of shared) island.isShared = false;
    rows.calcChange(true, out);
    for (const island of shared) island.isShared = true;
  }

  /** The multipliers of these rows that do what was found for all; by least squares, which leave nothing. It allocates. */
  findMultipliers(change: Float64Array): Float64Array {
    const columns = this.all.map((row) => {
      const column = new Float64Array(change.length);
      this.calcUnitChange(row, true, column);
      return column;
    });
    const count = columns.length;
    const lu = new LU(count);
    const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, i) => sum + x * b[i], 0);
    const lengths = columns.map((column) => Math.sqrt(dot(column, column)));
    columns.forEach((column, i) => {
      columns.forEach((other, j) => {
        lu.matrix[i * count + j] = dot(column, other) / (lengths[i] * lengths[j]);
      });
    });
    const found = new Float64Array(count);
    if (lu.factor() >= 0) return found;
    // The conditions are squared: what is left is solved for once more.
    const rest = change.slice();
    for (let pass = 0; pass < PASSES; pass++) {
      const part = Float64Array.from(columns, (column, i) => dot(column, rest) / lengths[i]);
      lu.solve(part);
      columns.forEach((column, i) => {
        const value = part[i] / lengths[i];
        found[i] += value;
        for (let k = 0; k < rest.length; k++) rest[k] -= value * column[k];
      });
    }
    return found;
  }

  /** Velocity errors of all, from `offset` on, then position errors of those that have some. */
  readErrors(t: number, out: Float64Array, offset: number): void {
    const { all, holonomic } = this;
    const { constraints } = this.kernel.rows;
    for (let i = 0; i < constraints.length; i++) constraints[i].calcPositionErrors(t);
    for (let i = 0; i < all.length; i++) out[offset + i] = all[i].constraint.getVelocityError(all[i].row);
    const place = offset + all.length;
    for (let i = 0; i < holonomic.length; i++) {
      out[place + i] = holonomic[i].constraint.positionErrors[holonomic[i].row];
    }
  }
}
