import { type SimulateOptions, SimulationError, type System, type Trajectory } from "../../lib/index.ts";

/**
 * Runs a model, but stops after about so many evaluations, counted by looks at the signal: the same in every run, and no
 * proof takes for ever where something crawls. Errors of the run itself come out as they are.
 */
export function simulateWithin(
  system: System,
  options: SimulateOptions,
  most: number,
): { run: Trajectory; isStopped: boolean } {
  let looks = 0;
  const signal = {
    get aborted() {
      return looks++ > most;
    },
  } as AbortSignal;
  try {
    return { run: system.simulateSync({ ...options, signal }), isStopped: false };
  } catch (error) {
    if (!(error instanceof SimulationError && error.name === "AbortError")) throw error;
    return { run: error.trajectory, isStopped: true };
  }
}
