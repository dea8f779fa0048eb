import type { TaskContext } from "../../lib/worker/index.ts";
import { type ComparedDrive, type DriveKind, driveAs, KINDS } from "../models/vehicle/compareDrives.ts";
import type { VehicleParameters } from "../models/vehicle/createVehicle.ts";
import type { DriveTape } from "../models/vehicle/DriveTape.ts";

/** How much of the work each of them is, about. */
const SHARES: Record<DriveKind, number> = { textbook: 0.02, massless: 0.03, rolling: 0.2, friction: 0.75 };

/** The same commands for four models. */
export async function compareDrives(
  { twists, ...parameters }: VehicleParameters & { twists: DriveTape["twists"] },
  { report, signal }: TaskContext,
): Promise<void> {
  const value: ComparedDrive[] = [];
  let before = 0;
  for (const kind of KINDS) {
    const share = SHARES[kind];
    const progress = (done: number) => report({ done: before + share * done, value });
    value.push(await driveAs(kind, parameters, twists, { signal, progress }));
    before += share;
    report({ done: before, value });
  }
}
