import type { Rows } from "../constraints/index.ts";
import type { Kernel } from "./Kernel.ts";

/** Rows whose errors of position, or of velocity, are above a limit at the present state; five at most, worst first. */
export function rankMisfits(kernel: Kernel, limit: number, ofRates: boolean): { row: Rows; error: number }[] {
  return kernel.rows.constraints
    .map((row) => {
      const errors = [...row.positionErrors.subarray(0, row.rowCount)].map((error, i) => {
        if (ofRates) return Math.abs(row.getVelocityError(i));
        return row.isHolonomic(i) ? Math.abs(error) : 0;
      });
      return { row, error: Math.max(...errors) };
    })
    .filter(({ error }) => !(error <= limit))
    .sort((a, b) => b.error - a.error)
    .slice(0, 5);
}

/** What is missing, worst first: `what is missing (m or rad): DistanceRod "rod" by 0.0123`. */
export function listMisfits(kernel: Kernel, limit: number, ofRates = false): string {
  const list = rankMisfits(kernel, limit, ofRates).map(({ row, error }) => `${row.label} by ${error.toPrecision(3)}`);
  return `what is missing (${ofRates ? "m/s or rad/s" : "m or rad"}): ${list.join(", ")}`;
}
