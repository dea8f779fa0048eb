import type { DriveRecord, DriveSample } from "../omniwheel/index.ts";
import { linePlot } from "../view/index.ts";
import { writeIncomplete } from "./incomplete.ts";
import { escapeText, REPORT_STYLE } from "./reportPage.ts";
import type { VehicleCall } from "./vehicleArguments.ts";

/** What is to say about a drive, as name and value with its unit. */
export function listResults({ summary: s }: DriveRecord): [name: string, value: string][] {
  const millimetres = (value: number) => `${(1000 * value).toPrecision(3)} mm`;
  return [
    ["length of the path", `${s.distance.toPrecision(4)} m`],
    ["path error, largest", millimetres(s.pathError)],
    ["path error, at the end", millimetres(s.endError)],
    ["heading error, at the end", `${(1000 * s.headingError).toPrecision(3)} mrad`],
    ["twist error once settled", `${(100 * s.twistError).toPrecision(3)} % of the command`],
    ["odometry error, rollers known", millimetres(s.odometryError)],
    ["odometry error, textbook", millimetres(s.textbookError)],
    ["slip, largest sampled", `${(1000 * s.peakSlip).toPrecision(3)} mm/s`],
    ["slip, mean", `${(1000 * s.meanSlip).toPrecision(3)} mm/s`],
    ["power, largest", `${s.peakPower.toPrecision(3)} W`],
    ["power, mean", `${s.meanPower.toPrecision(3)} W`],
    ["work", `${s.work.toPrecision(3)} J`],
  ];
}

/** The page: what was asked for, a table and plots, with nothing that has to be loaded. */
export function writeVehicleReport(call: VehicleCall, record: DriveRecord, incomplete?: string): string {
  const { vx, vy, wz } = call.command;
  const rows = listResults(record).map(
    ([name, value]) => `<tr><td>${escapeText(name)}</td><td>${escapeText(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Vehicle on omni wheels</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<h1>Vehicle on omni wheels: ${escapeText(call.layout)}</h1>
${writeIncomplete(incomplete)}<p>Commanded: ${vx} m/s ahead, ${vy} m/s to the left, ${wz} rad/s counterclockwise, for ${call.until} s.
Friction ${escapeText(call.friction)}, ${call.kinematics === "exact" ? "inverse kinematics with the angle of the touching roller" : "inverse kinematics of the textbook"}, tolerance ${call.tolerance}.</p>
<table><tbody>
${rows.join("\n")}
</tbody></table>
<div class="plots">
${listPlots(record.samples).join("\n")}
</div>
</body>
</html>
`;
}

function listPlots(samples: readonly DriveSample[]): string[] {
  const times = samples.map(({ t }) => t);
  const xLabel = "time (s)";
  const over = (title: string, yLabel: string, series: [name: string, read: (sample: DriveSample) => number][]) =>
    linePlot({
      title,
      xLabel,
      yLabel,
      series: series.map(([name, read]) => ({ name, x: times, y: samples.map(read) })),
    });
  const wheels = samples[0].slips.map((_, i) => i);
  const millimetres = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    1000 * Math.hypot(a.x - b.x, a.y - b.y);
  return [
    linePlot({
      ...{ title: "Path from above", xLabel: "x, ahead at the start (m)", yLabel: "y, to the left (m)", equal: true },
      series: (["target", "pose", "textbook"] as const).map((key) => ({
        name: { target: "commanded", pose: "driven", textbook: "textbook odometry" }[key],
        x: samples.map((sample) => sample[key].x),
        y: samples.map((sample) => sample[key].y),
      })),
    }),
    over("Twist", "m/s, rad/s", [
      ["vx", ({ twist }) => twist.vx],
      ["vy", ({ twist }) => twist.vy],
      ["wz", ({ twist }) => twist.wz],
      ["vx wanted", ({ command }) => command.vx],
      ["vy wanted", ({ command }) => command.vy],
      ["wz wanted", ({ command }) => command.wz],
    ]),
    over("Distance from where the vehicle is", "mm", [
      ["commanded", ({ pose, target }) => millimetres(pose, target)],
      ["odometry, rollers known", ({ pose, odometry }) => millimetres(pose, odometry)],
      ["odometry, textbook", ({ pose, textbook }) => millimetres(pose, textbook)],
    ]),
    over(
      "Rates of the wheels",
      "rad/s",
      wheels.map((i) => [`wheel ${i + 1}`, ({ rates }) => rates[i]]),
    ),
    over(
      "Slip of the touching rollers",
      "m/s",
      wheels.map((i) => [`wheel ${i + 1}`, ({ slips }) => slips[i]]),
    ),
    over(
      "Normal forces",
      "N",
      wheels.map((i) => [`wheel ${i + 1}`, ({ loads }) => loads[i]]),
    ),
    over("Power of the motors", "W", [["power", ({ power }) => power]]),
  ];
}
