import { ModelError } from "../math/index.ts";

/** Steps of a fixed size that a run may take. */
export const MOST_STEPS = 1e9;

/** Refuses a fixed step that would never get through a run of this length. */
export function checkStepCount(owner: string, span: number, step: number): void {
  const count = span / step;
  if (count <= MOST_STEPS) return;
  throw new ModelError(
    `${owner}: step ${step} s makes ${count < Number.POSITIVE_INFINITY ? count.toExponential(1) : "more than 1e308"} steps ` +
      `of ${span} s; give at least ${(span / MOST_STEPS).toPrecision(3)} s, for ${MOST_STEPS.toExponential()} steps`,
  );
}
