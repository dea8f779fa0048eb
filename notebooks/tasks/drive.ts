import type { Twist } from "../../lib/omniwheel/index.ts";
import type { RunParts, TaskContext } from "../../lib/worker/index.ts";
import type { VehicleParameters } from "../models/vehicle/createVehicle.ts";
import { PART } from "../models/vehicle/DriveTape.ts";
import { LiveDrive } from "../models/vehicle/LiveDrive.ts";
import { Pace } from "../models/vehicle/Pace.ts";

/** No drive is longer, s: its run has to fit into memory. */
export const LONGEST = 60;

export interface DriveReport {
  done: number;
  parts: RunParts;
  /** The command at the end of this part. */
  command: Twist;
  /** Simulated seconds in a second of computing. */
  speed: number;
}

/**
 * Drives a vehicle in step with the clock, by wishes (twists) that the page tells. While it stands and nobody wants
 * anything, time stands still as well.
 */
export async function drive(parameters: VehicleParameters, { report, signal, listen }: TaskContext): Promise<void> {
  const live = new LiveDrive(parameters);
  const pace = new Pace(() => performance.now() / 1000);
  let wish: Twist = { vx: 0, vy: 0, wz: 0 };
  let wake = () => {};
  listen((message) => {
    wish = message as Twist;
    wake();
  });
  signal.addEventListener("abort", () => wake());
  const rest = () => wish.vx === 0 && wish.vy === 0 && wish.wz === 0 && live.isStanding;
  // The first part shows the vehicle where it stands.
  for (let isFirst = true; live.time < LONGEST && !signal.aborted; isFirst = false) {
    if (rest() && !isFirst) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (!rest() || signal.aborted) resolve();
      });
      pace.restart(live.time);
      continue;
    }
    pace.begin();
    const parts = await live.advance(wish, signal);
    const pause = pace.end(live.time, PART);
    report({
      done: live.time / LONGEST,
      parts,
      command: live.tape.last,
      speed: pace.speed,
    } satisfies DriveReport);
    // Also without a pause the messages of the page have to be heard.
    await new Promise((resolve) => setTimeout(resolve, 1000 * pause));
  }
}
