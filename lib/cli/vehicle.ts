import path from "node:path";
import { DriveRecord, type DriveSample, Vehicle } from "../omniwheel/index.ts";
import { System } from "../system/index.ts";
import type { Command } from "./Command.ts";
import { explainRefusal } from "./explainRefusal.ts";
import { OutputFiles } from "./OutputFiles.ts";
import { parseOptions } from "./options.ts";
import { ProgressBar } from "./progressBar.ts";
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
  --command MOTION    vx ahead and vy to the left in m/s, wz counterclockwise in rad/s (default: vx=0.5)
  --time SECONDS      simulated time, at most 1000 (default: 5)
  --friction LAW      Coulomb's coefficient, smooth:COEFFICIENT, or rolling: no slip at all (default: 0.6)
  --rollers N         on each wheel, 3 to 200 (default: 9)
  --kinematics KIND   exact: the controller knows the angle of the touching roller; mean: the textbook's (default: exact)
  --tolerance T       of the integration (default: 1e-5)
  --out FOLDER        where to write (default: out)
  --json              one JSON object instead of the table
  -h, --help          this text

Example: multibond vehicle --layout mecanum --command "vx=0.5,vy=0.2,wz=0.3" --time 5
`,
  async run(args, { out, err }) {
    const { values } = parseOptions(args, VEHICLE_COMMAND_OPTIONS);
    const call = readVehicleCall(values);
    const [report, samples] = ["vehicle.html", "vehicle.csv"].map((name) => path.join(call.folder, name));
    const output = new OutputFiles("--out FOLDER", [report, samples]);
    const bar = new ProgressBar(err);
    const start = performance.now();
    const record = await explainRefusal(() =>
      simulateCall(call, (_, time) => bar.update({ time, start: 0, end: call.until })),
    );
    bar.clear();
    const seconds = (performance.now() - start) / 1000;
    output.write([
      [report, writeVehicleReport(call, record)],
      [samples, writeSamples(record.samples)],
    ]);
    const { layout, command, until, friction, kinematics, tolerance } = call;
    if (values.json) {
      const setting = { layout, command, until, friction, kinematics, tolerance };
      out.write(`${JSON.stringify({ ...setting, ...record.summary, files: [report, samples] })}\n`);
      return 0;
    }
    const width = Math.max(...listResults(record).map(([name]) => name.length));
    for (const [name, value] of listResults(record)) out.write(`  ${name.padEnd(width)}  ${value}\n`);
    for (const file of [report, samples]) out.write(`wrote ${file}\n`);
    out.write(`${seconds.toFixed(1)} s\n`);
    return 0;
  },
};

async function simulateCall(call: VehicleCall, progress: (done: number, t: number) => void): Promise<DriveRecord> {
  const system = new System();
  const cart = new Vehicle("vehicle", system.ground, call.options).addTo(system);
  const { until, tolerance } = call;
  // Between hand-overs steps are short anyway: a method of few stages is the fastest.
  const method = tolerance >= 1e-7 ? "dopri5" : "auto";
  const run = await system.simulate({ until, tolerance, method, progress });
  return new DriveRecord(cart, run, { samples: Math.min(1001, Math.max(101, Math.ceil(100 * until) + 1)) });
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
