import type { Problem } from "./Problem.ts";

/** The error that is tolerable in each component where it is of size one, as part of it; one where there is no limit. */
export function findTolerances(problem: Problem): Float64Array {
  const { size, tolerance } = problem;
  const scale = new Float64Array(size);
  problem.calcErrorScale(new Float64Array(size).fill(1), scale);
  return scale.map((error) => {
    const part = tolerance ?? error;
    return part > 0 && part < Number.POSITIVE_INFINITY ? part : 1;
  });
}
