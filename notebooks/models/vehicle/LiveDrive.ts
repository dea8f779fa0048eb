import type { Twist } from "../../../lib/omniwheel/index.ts";
import type { Trajectory } from "../../../lib/system/index.ts";
import { type RunParts, takeParts } from "../../../lib/worker/index.ts";
import { createVehicle, RUN, type VehicleParameters } from "./createVehicle.ts";
import { DriveTape } from "./DriveTape.ts";

/** Slower than this counts as standing, m/s and rad/s. */
const STANDS = 1e-3;

/** A vehicle that is driven part by part: each goes on where the last one ended. It knows no clock. */
export class LiveDrive {
  readonly tape = new DriveTape();
  private readonly model: ReturnType<typeof createVehicle>;
  private last: Trajectory | undefined;
  private readonly counts = { modeLists: 0, steps: 0, rejected: 0, evaluations: 0 };

  constructor(parameters: VehicleParameters) {
    this.model = createVehicle(parameters, this.tape);
  }

  /** How far it is, s. */
  get time(): number {
    return this.tape.end;
  }

  /** Whether it stands, and is meant to. */
  get isStanding(): boolean {
    const { vx, vy, wz } = this.tape.last;
    if (vx !== 0 || vy !== 0 || wz !== 0) return false;
    if (!this.last) return true;
    this.last.last.show();
    const twist = this.model.vehicle.drive.present.getTwist();
    return Math.hypot(twist.vx, twist.vy, twist.wz) < STANDS;
  }

  /** Drives for one part more, and returns what the run has gained by it. */
  async advance(wish: Twist, signal?: AbortSignal): Promise<RunParts> {
    const { tape, model, last } = this;
    tape.steer(wish);
    const options = { ...RUN, ...(last && { from: last }), ...(signal && { signal }), until: tape.end };
    this.last = await model.system.simulate(options);
    return this.join(this.last, last !== undefined);
  }

  /** What continues a run, as a part of it: its start is known, its lists of modes come behind those before. */
  private join(run: Trajectory, isContinued: boolean): RunParts {
    const { counts } = this;
    const parts = takeParts(run, { points: isContinued ? 1 : 0, steps: 0, modeLists: 0, events: 0 });
    const shift = <T extends { modes: number }>(entry: T): T => ({ ...entry, modes: entry.modes + counts.modeLists });
    const points = parts.points.map(shift);
    const steps = parts.steps.map(shift);
    counts.modeLists += parts.modeLists.length;
    for (const key of ["steps", "rejected", "evaluations"] as const) counts[key] += parts.statistics[key];
    const { steps: taken, rejected, evaluations } = counts;
    return { ...parts, points, steps, statistics: { ...parts.statistics, steps: taken, rejected, evaluations } };
  }
}
