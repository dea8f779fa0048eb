import type { Rows } from "../constraints/index.ts";
import { findLength } from "./findLength.ts";
import type { Kernel } from "./Kernel.ts";
import { RowSpace } from "./RowSpace.ts";

/** Rows as a matrix on the rates, with the constraint each one belongs to. */
export interface RateRow {
  readonly constraint: Rows;
  readonly index: number;
  readonly values: Float64Array;
}

/** Velocities are linear in the rates: `J s = ν`; here is J, at the coordinates of the kernel. Leaves the rates alone. */
export function calcRateRows(kernel: Kernel, t: number): RateRow[] {
  const rates = kernel.s.slice();
  kernel.s.fill(0);
  updateRows(kernel, t);
  const rows = kernel.rows.constraints.flatMap((constraint) =>
    Array.from({ length: constraint.rowCount }, (_, index) => ({
      constraint,
      index,
      values: new Float64Array(rates.length),
    })),
  );
  const still = rows.map(({ constraint, index }) => constraint.getVelocityError(index));
  for (let i = 0; i < rates.length; i++) {
    kernel.s.fill(0);
    kernel.s[i] = 1;
    kernel.calcKinematics(t, true);
    rows.forEach(({ constraint, index, values }, k) => {
      values[i] = constraint.getVelocityError(index) - still[k];
    });
  }
  kernel.s.set(rates);
  return rows;
}

/** Kinematics and rows at the coordinates and rates of the kernel. */
export function updateRows(kernel: Kernel, t: number): void {
  kernel.calcKinematics(t, true);
  for (const entry of kernel.treeJoints) kernel.readPair(entry);
  for (const constraint of kernel.rows.constraints) constraint.calcRows(t);
}

/** The space that rows span. */
export function spanRows(kernel: Kernel, rows: readonly RateRow[]): RowSpace {
  const space = createSpace(kernel, rows);
  space.add(rows.map(({ values }) => values));
  return space;
}

/**
 * A space to add rows to. Rows are velocities per rate, of the size of the model per radian; all of them may be zero but
 * for rounding.
 */
export function createSpace(kernel: Kernel, rows: readonly RateRow[], cutoff?: number): RowSpace {
  const longest = Math.max(Math.min(1, findLength(kernel)), ...rows.map(({ values }) => Math.hypot(...values)));
  return new RowSpace(kernel.rateCount, longest, cutoff);
}
