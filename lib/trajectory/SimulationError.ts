import type { Trajectory } from "./Trajectory.ts";

/**
 * A run that could not go on. Nothing that was computed is lost: `trajectory` holds it up to the failure, a `Trajectory` of
 * a system or a `CircuitRun` of a circuit.
 */
export class SimulationError<Run extends object = Trajectory> extends Error {
  override readonly name: string;
  declare readonly trajectory: Run;

  constructor(message: string, trajectory: Run, options: { name?: string; cause?: unknown } = {}) {
    super(message, { cause: options?.cause });
    this.name = options?.name ?? "SimulationError";
    // Not enumerable: a printed error stays short.
    Object.defineProperty(this, "trajectory", { value: trajectory });
  }
}
