import { assemble, compare, Errors, read } from "./compareModels.ts";
import { RandomSource } from "./random.ts";
import { drawTree } from "./randomModels.ts";

/**
 * Relative error allowed between the library and the dense solve. Bodies of 0.5 … 3 kg and about a metre, joints a
 * metre apart and independent rows keep the condition of the dense equations below about 1e6, so that elimination in
 * double precision loses six of sixteen digits at most: 1e-10, seen 6e-11 in ten thousand models and 1e-12 in nearly
 * all. A wrong sign or a forgotten term is of the order of one.
 */
export const TOLERANCE = 1e-9;

/** Compares the trees drawn from the seeds `first … last`; what went beyond the tolerance, one line per tree. */
export function compareTrees(first: number, last: number): { failures: string[]; worst: Errors; withRows: number } {
  const failures: string[] = [];
  const worst = new Errors();
  let withRows = 0;
  for (let seed = first; seed <= last; seed++) {
    const { twin, time } = drawTree(new RandomSource(seed), { rows: 0.4, forces: true });
    const reading = read(twin, twin.system.evaluate(time));
    const errors = compare(twin, reading, assemble(twin, reading).solve());
    const bad = errors.above(TOLERANCE);
    if (bad.length > 0) failures.push(`seed ${seed}: ${bad.join("; ")}`);
    worst.merge(errors);
    if (twin.hasRows) withRows++;
  }
  return { failures, worst, withRows };
}
