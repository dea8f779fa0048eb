import { SimulationError, type System, type Trajectory, type UserEvent } from "../../../lib/index.ts";

/** So often events may be asked for in a short run before it is cancelled. */
const PATIENCE = 400;

/**
 * A run of a hundredth of a second that gives up after a while: what is very stiff is not wrong. What was computed comes back
 * all the same.
 */
export function runShort(system: System, until = 0.01, others: readonly UserEvent[] = []): Trajectory {
  const controller = new AbortController();
  let asked = 0;
  const value = () => {
    if (++asked > PATIENCE) controller.abort();
    return 1;
  };
  try {
    return system.simulateSync({
      until,
      tolerance: 1e-6,
      events: [{ name: "patience", value }, ...others],
      signal: controller.signal,
    });
  } catch (error) {
    if (error instanceof SimulationError && error.name === "AbortError") return error.trajectory;
    throw error;
  }
}

/** What a user reads of a run first. */
export function readRun(run: Trajectory): unknown {
  const { last } = run;
  return { energy: last.energy, momentum: last.momentum, state: last.state, table: run.sample({ times: [run.end] }) };
}
