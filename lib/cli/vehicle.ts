import path from "node:path";
import { DriveRecord, type DriveSample, Vehicle } from "../omniwheel/index.ts";
import { type SimulateOptions, System, type Trajectory } from "../system/index.ts";
import type { Command } from "./Command.ts";
import { explainRefusal } from "./explainRefusal.ts";
import { findStop, formatStop, nameIncomplete, type Stop } from "./incomplete.ts";
import { OutputFiles } from "./OutputFiles.ts";
import { parseOptions } from "./options.ts";
import { ProgressBar } from "./progressBar.ts";
import { interruptible } from "./signals.ts";
import { readVehicleCall, VEHICLE_COMMAND_OPTIONS, type VehicleCall } from "./vehicleArguments.ts";
import { listResults, writeVehicleReport } from "./vehicleReport.ts";

export const vehicle: Command = {
  name: "vehicle",
  summary: "drives a vehicle on omni or mecanum wheels by a commanded twist: path error, slip, power",
  help: `Usage: multibond vehicle [options]

Drives a vehicle of 12 kg on omni wheels of 5 cm with every roller a body of its own. Motors on the axles bring about a
commanded motion. Prints path error, odometry error, slip and power, and writes a report (HTML) and the samples (CSV).

Options:
  --layout NAME       kiwi (three wheels at 120°), four (at 90°) or mecanum (default: mecanum)
  --command MOTION    vx ahead and vy to the left in m/s, wz counterclockwise in rad/s, at most 100 (default: vx=0.5)
  --time SECONDS      simulated time, at most 1000 (default: 5)
  --friction LAW      Coulomb's coefficient, smooth:COEFFICIENT, or rolling: no slip at all (default: 0.6)
  --rollers N         on each wheel, 3 to 200 (default: 9)
  --kinematics KIND   exact: the controller knows the angle of the touching roller; mean: the textbook's (default: exact)
  --tolerance T       of the integration (default: 1e-5)
  --out FOLDER        where to write (default: out)
  --json              one JSON object instead of the table
  -h, --help          this text

A run that fails, or is interrupted (Ctrl-C), leaves what it has computed in vehicle.incomplete.html and .csv.

Example: multibond vehicle --layout mecanum --command "vx=0.5,vy=0.2,wz=0.3" --time 5
`,
  async run(args, { out, err }) {
    const { values } = parseOptions(args, VEHICLE_COMMAND_OPTIONS);
    const call = readVehicleCall(values);
    const [report, samples] = ["vehicle.html", "vehicle.csv"].map((name) => path.join(call.folder, name));
    const output = new OutputFiles("--out FOLDER", [report, samples]);
    const bar = new ProgressBar(err);
    const start = performance.now();
    const { run, cart, stop } = await explainRefusal(() =>
      interruptible((signal) =>
        simulateCall(call, { signal, progress: (_, time) => bar.update({ time, start: 0, end: call.until }) }),
      ),
    );
    bar.clear();
    const seconds = (performance.now() - start) / 1000;
    const remedy = "another --command, --friction or --tolerance";
    if (stop && !(run.end > run.start)) {
      err.write(formatStop(stop, [], remedy));
      return stop.code;
    }
    const record = new DriveRecord(cart, run, { samples: Math.min(1001, Math.max(101, Math.ceil(100 * run.end) + 1)) });
    const files = stop ? [report, samples].map(nameIncomplete) : [report, samples];
    output.write([
      [files[0], writeVehicleReport(call, record, stop?.text)],
      [files[1], writeSamples(record.samples)],
    ]);
    const { layout, command, until, friction, kinematics, tolerance } = call;
    if (values.json) {
      const setting = { layout, command, until, friction, kinematics, tolerance };
      const incomplete = stop && { incomplete: stop.text };
      out.write(`${JSON.stringify({ ...setting, ...incomplete, ...record.summary, files })}\n`);
    }
    if (stop) {
      err.write(formatStop(stop, files, remedy));
      return stop.code;
    }
    if (values.json) return 0;
    const width = Math.max(...listResults(record).map(([name]) => name.length));
    for (const [name, value] of listResults(record)) out.write(`  ${name.padEnd(width)}  ${value}\n`);
    for (const file of files) out.write(`wrote ${file}\n`);
    out.write(`${seconds.toFixed(1)} s\n`);
    return 0;
  },
};

/** The run, and why it ended early if it did. */
async function simulateCall(
  { options, until, tolerance }: VehicleCall,
  following: Pick<SimulateOptions, "progress" | "signal">,
): Promise<{ cart: Vehicle; run: Trajectory; stop?: Stop }> {
  const system = new System();
  const cart = new Vehicle("vehicle", system.ground, options).addTo(system);
  // Between hand-overs steps are short anyway: a method of few stages is the fastest.
  const method = tolerance >= 1e-7 ? "dopri5" : "auto";
  try {
    return { cart, run: await system.simulate({ until, tolerance, method, ...following }) };
  } catch (error) {
    const stop = findStop(error);
    if (!stop) throw error;
    return { cart, run: stop.run, stop };
  }
}

function writeSamples(samples: readonly DriveSample[]): string {
  const head = ["time", "x", "y", "heading", "vx", "vy", "wz", "targetX", "targetY", "odometryX", "odometryY", "power"];
  const wheels = samples[0].slips.flatMap((_, i) => [`slip${i + 1}`, `load${i + 1}`, `rate${i + 1}`]);
  const lines = samples.map(({ t, pose, twist, target, odometry, power, slips, loads, rates }) => [
    ...[t, pose.x, pose.y, pose.heading, twist.vx, twist.vy, twist.wz],
    ...[target.x, target.y, odometry.x, odometry.y, power],
    ...slips.flatMap((slip, i) => [slip, loads[i], rates[i]]),
  ]);
  return `${[[...head, ...wheels], ...lines].map((cells) => cells.join(",")).join("\n")}\n`;
}
