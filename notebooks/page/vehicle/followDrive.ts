import type { Followed } from "../../../lib/worker/index.ts";
import { createRunReader, followReports, type KnownRun } from "../../../lib/worker/index.ts";
import { createVehicle, type VehicleParameters } from "../../models/vehicle/createVehicle.ts";
import { DriveTape } from "../../models/vehicle/DriveTape.ts";
import type { DriveReport } from "../../tasks/drive.ts";
import { client, follow, type Result } from "../client.ts";
import type { DrivePad } from "./DrivePad.ts";

/** A model of a vehicle in the page. */
export type VehicleModel = ReturnType<typeof createVehicle> & { options: { until: number } };

/** What a page knows of a drive. */
export type DriveResult = Followed &
  KnownRun<VehicleModel> & {
    /** Simulated seconds in a second of computing, if somebody drives. */
    speed?: number;
  };

/** Radians that the vehicle turns at full speed in the time in which it goes a metre straight. */
const TURNS = 2.5;

/** Lets the worker drive as the pad says, or a drive that is known beforehand. */
export function followDrive(
  parameters: VehicleParameters,
  drive: string,
  pad: DrivePad,
): AsyncIterableIterator<DriveResult> {
  if (drive === "hand") return followHand(parameters, pad);
  return follow("vehicle", { ...parameters, drive }) as AsyncIterableIterator<Result & DriveResult>;
}

function followHand(parameters: VehicleParameters, pad: DrivePad): AsyncIterableIterator<DriveResult> {
  type Known = Omit<DriveResult, keyof Followed>;
  const unknown: Known = { model: undefined, run: undefined };
  return followReports<Known>(client, { name: "drive", parameters }, unknown, () => {
    const tape = new DriveTape();
    const model = { ...createVehicle(parameters, tape), options: { until: 0 } };
    const inner = createRunReader<VehicleModel>(model);
    let send = () => {};
    const reader = {
      known: inner.known as Known,
      restart: () => {
        inner.restart();
        tape.twists.length = 1;
        reader.known = inner.known;
        // Once the new worker has the task.
        setTimeout(() => send());
      },
      read: (report: DriveReport) => {
        tape.twists.push(report.command);
        inner.read(report as never);
        reader.known = { ...inner.known, speed: report.speed };
      },
      start: ({ tell, result }: { tell(message: unknown): void; result: Promise<unknown> }) => {
        send = () => {
          const { vx, vy, wz } = pad.value;
          const { speed } = parameters;
          tell({ vx: speed * vx, vy: speed * vy, wz: TURNS * speed * wz });
        };
        pad.element.addEventListener("input", send);
        const stop = () => pad.element.removeEventListener("input", send);
        result.then(stop, stop);
        send();
      },
    };
    return reader;
  });
}
