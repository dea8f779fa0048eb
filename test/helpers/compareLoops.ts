import { assemble, compare, compareKinematics, compareResultants, Errors, read } from "./compareModels.ts";
import { RandomSource } from "./random.ts";
import { drawLoop, drawRedundantLoop } from "./randomLoops.ts";

/**
 * Relative error allowed. Loops are closed to about 1e-14 and their equations are worse conditioned than those of trees
 * by two or three digits (a mechanism can come near a dead point): 1e-8 where trees get 1e-9. Seen: 5e-10 in two
 * thousand, where the condition of the dense equations is 1e6; it is 60 in half of them, with errors of 1e-14.
 */
export const TOLERANCE = 1e-8;

/** Singular values of the dense equations below `LOW` of the largest are zero, above `HIGH` they are not. */
const LOW = 1e-11;
const HIGH = 1e-6;

/** What came out of loops: how many were of each kind, what went beyond the tolerance, and the largest errors. */
export class LoopReport {
  readonly failures: string[] = [];
  readonly worst = new Errors();
  /**
   * `nearSingular`: singular values between `LOW` and `HIGH`; the dense rank is doubtful, accelerations and resultants are
   * not. `contradictory`: a given motion of something that cannot move, or a pose that can only be passed at rest; the
   * dense equations have no solution, so there is nothing to compare with.
   */
  readonly counts = { independent: 0, redundant: 0, nearSingular: 0, contradictory: 0 };
  /** Systems by the number of rows too many. */
  readonly redundancies = new Map<number, number>();

  /** Systems that were compared. */
  get compared(): number {
    const { independent, redundant, nearSingular } = this.counts;
    return independent + redundant + nearSingular;
  }

  /** Draws a system and compares accelerations, and reactions or, where those are not unique, their resultants. */
  add(seed: number, draw: typeof drawLoop): void {
    const { counts, redundancies } = this;
    const twin = draw(new RandomSource(seed));
    const reading = read(twin, twin.system.evaluate(0));
    const { solution, redundancy, residual } = assemble(twin, reading).solveSingular(LOW, HIGH);
    if (residual > 1e-9) {
      counts.contradictory++;
      return;
    }
    let errors = new Errors();
    if (redundancy === 0) {
      errors = compare(twin, reading, solution);
      counts.independent++;
    } else {
      compareKinematics(twin, reading, solution, errors);
      compareResultants(twin, reading, solution, errors);
      counts[redundancy === undefined ? "nearSingular" : "redundant"]++;
    }
    if (redundancy !== undefined) redundancies.set(redundancy, (redundancies.get(redundancy) ?? 0) + 1);
    const bad = errors.above(TOLERANCE);
    if (bad.length > 0) this.failures.push(`${draw.name} ${seed}, ${redundancy} redundant rows: ${bad.join("; ")}`);
    this.worst.merge(errors);
  }
}

/** Compares so many systems, one in four a mechanism with redundant rows, the others left to chance. */
export function compareLoops(count: number): LoopReport {
  const report = new LoopReport();
  for (let seed = 1; report.compared < count; seed++) {
    report.add(seed, seed % 4 === 0 ? drawRedundantLoop : drawLoop);
  }
  return report;
}
