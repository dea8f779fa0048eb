import { types } from "node:util";
import { SimulationError, type System, type Trajectory, type UserEvent } from "../../../lib/index.ts";

/** So often events may be asked for in a short run before it is cancelled. */
const PATIENCE = 400;
/** So often a run may report its progress. */
const MOST_REPORTS = 40;

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

/**
 * Millions of short steps may be what was asked for: such a run is cancelled when what `add` adds to its options has called
 * too often.
 */
export function addPatience<T extends object>(
  options: T,
  add: (count: () => void) => object = (progress) => ({ progress }),
  most = MOST_REPORTS,
): T {
  if (!isOpen(options)) return options;
  const controller = new AbortController();
  let calls = 0;
  const added = {
    ...add(() => {
      if (++calls > most) controller.abort();
    }),
    signal: controller.signal,
  };
  if (Object.keys(added).some((name) => Object.hasOwn(options, name))) return options;
  // Getters stay what they are.
  return Object.assign(Object.defineProperties({}, Object.getOwnPropertyDescriptors(options)), added) as unknown as T;
}

/** An object that anything can be added to without changing what it is. */
function isOpen(options: unknown): options is object {
  if (typeof options !== "object" || options === null || types.isProxy(options)) return false;
  return [Object.prototype, null].includes(Object.getPrototypeOf(options));
}

/** What a user reads of a run first. */
export function readRun(run: Trajectory): unknown {
  const { last } = run;
  return { energy: last.energy, momentum: last.momentum, state: last.state, table: run.sample({ times: [run.end] }) };
}
