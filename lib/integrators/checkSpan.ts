import { ModelError } from "../math/index.ts";

/** Shorter runs would end within the shortest step. */
const SHORTEST = 1e-250;

/** Refuses a run that is shorter than steps can be. */
export function checkSpan(owner: string, from: number, until: number): void {
  if (until - from >= SHORTEST) return;
  throw new ModelError(`${owner}: until is ${until} s, ${until - from} s after the start; give ${SHORTEST} s or more`);
}
