import path from "node:path";
import { Inertia, PrismaticJoint, RevoluteJoint, RigidBody, System, type Trajectory, type Vector3 } from "../index.ts";
import { type LinePlotOptions, linePlot } from "../view/index.ts";
import type { Command, Streams } from "./Command.ts";
import { OutputFiles } from "./OutputFiles.ts";
import { parseOptions } from "./options.ts";
import { ProgressBar } from "./progressBar.ts";

/** One stop of the tour: a model, what is printed, and what is plotted. */
interface Stop {
  name: string;
  title: string;
  system: System;
  until: number;
  /** Columns of the table on the screen: heading, column of the trajectory, digits. */
  table: readonly (readonly [heading: string, column: string, digits: number])[];
  plot: { columns: readonly (readonly [name: string, column: string])[]; yLabel: string };
}

const Z: Vector3 = [0, 0, 1];

function createDoublePendulum(): Stop {
  const system = new System();
  const inertia = Inertia.rod({ mass: 1, length: 1, axis: "x" });
  const upper = system.add(new RigidBody("upper", { inertia, position: [0.5, 0, 0] }));
  const lower = system.add(new RigidBody("lower", { inertia, position: [1.5, 0, 0] }));
  system.add(new RevoluteJoint("shoulder", system.ground, upper, { point: [0, 0, 0], axis: Z }));
  system.add(new RevoluteJoint("elbow", upper, lower, { point: [1, 0, 0], axis: Z }));
  return {
    name: "double-pendulum",
    title: "Double pendulum: two rods of 1 kg and 1 m, released from the horizontal",
    system,
    until: 10,
    table: [
      ["shoulder (rad)", "shoulder.angle", 5],
      ["elbow (rad)", "elbow.angle", 5],
      ["shoulder Fx (N)", "shoulder.reaction.force.x", 4],
      ["shoulder Fy (N)", "shoulder.reaction.force.y", 4],
    ],
    plot: {
      columns: [
        ["shoulder", "shoulder.angle"],
        ["elbow", "elbow.angle"],
      ],
      yLabel: "angle (rad)",
    },
  };
}

function createSliderCrank(): Stop {
  const speed = 10;
  const system = new System();
  const rod = (name: string, mass: number, length: number, x: number) =>
    system.add(new RigidBody(name, { inertia: Inertia.rod({ mass, length, axis: "x" }), position: [x, 0, 0] }));
  const crank = rod("crank", 0.5, 0.1, 0.05);
  const link = rod("rod", 0.8, 0.3, 0.25);
  const inertia = Inertia.box({ mass: 1, size: [0.06, 0.05, 0.05] });
  const piston = system.add(new RigidBody("piston", { inertia, position: [0.4, 0, 0] }));
  const motion = (t: number) => [speed * t, speed, 0] as const;
  system.add(new RevoluteJoint("motor", system.ground, crank, { point: [0, 0, 0], axis: Z, motion }));
  system.add(new RevoluteJoint("pin", crank, link, { point: [0.1, 0, 0], axis: Z }));
  system.add(new RevoluteJoint("wrist", link, piston, { point: [0.4, 0, 0], axis: Z }));
  system.add(new PrismaticJoint("guide", system.ground, piston, { point: [0.4, 0, 0], axis: [1, 0, 0] }));
  return {
    name: "slider-crank",
    title: "Slider-crank: a closed loop, driven at 10 rad/s",
    system,
    until: 1.25,
    table: [
      ["piston (m)", "piston.position.x", 6],
      ["motor (Nm)", "motor.angle.effort", 5],
      ["wrist Fx (N)", "wrist.reaction.force.x", 4],
      ["guide Fy (N)", "guide.reaction.force.y", 4],
    ],
    plot: {
      columns: [["motor torque", "motor.angle.effort"]],
      yLabel: "torque of the motor (Nm)",
    },
  };
}

const ROWS = 5;
const SAMPLES = 500;
const TOLERANCE = 1e-9;

export const tour: Command = {
  name: "tour",
  summary: "simulate two small mechanisms, print a table and plot them",
  help: `Usage: multibond tour [--out FOLDER]

Simulates a double pendulum and a driven slider-crank, prints a small table of each, and writes
their motion as CSV and a plot as SVG.

Options:
  --out FOLDER  where to write (default: out)
  -h, --help    this text
`,
  async run(args, streams) {
    const { values } = parseOptions(args, { out: { type: "string" } });
    const folder = values.out ?? "out";
    const stops = [createDoublePendulum(), createSliderCrank()];
    const output = new OutputFiles(
      "--out FOLDER",
      stops.flatMap((stop) => Object.values(nameFiles(stop, folder))),
    );
    for (const stop of stops) await visit(stop, nameFiles(stop, folder), output, streams);
    return 0;
  },
};

const nameFiles = ({ name }: Stop, folder: string) => ({
  samples: path.join(folder, `${name}.csv`),
  plot: path.join(folder, `${name}.svg`),
});

async function visit(
  stop: Stop,
  files: ReturnType<typeof nameFiles>,
  output: OutputFiles,
  { out, err }: Streams,
): Promise<void> {
  const bar = new ProgressBar(err);
  const { system, until, title } = stop;
  const run = await system.simulate({
    until,
    tolerance: TOLERANCE,
    progress: (_done, time) => bar.update({ time, start: 0, end: until }),
  });
  bar.clear();
  out.write(`${title}\n\n${formatTable(run, stop)}\n\n`);
  const { drift } = run.energy;
  const { steps, evaluations } = run.statistics;
  const violation = run.violation.position;
  out.write(`  ${steps} steps, ${evaluations} evaluations at tolerance ${TOLERANCE}; `);
  const isDriven = stop.name === "slider-crank";
  out.write(isDriven ? "" : `energy drift ${drift.toExponential(1)} J; `);
  out.write(`joints open by at most ${violation.toExponential(1)} m or rad\n`);
  const every = until / SAMPLES;
  output.write([
    [files.samples, run.toCSV({ every })],
    [files.plot, plot(run, stop, every)],
  ]);
  for (const file of Object.values(files)) out.write(`  wrote ${file}\n`);
  out.write("\n");
}

function formatTable(run: Trajectory, { table, until }: Stop): string {
  const times = Array.from({ length: ROWS + 1 }, (_, i) => (i * until) / ROWS);
  const samples = run.sample({ times, columns: table.map(([, column]) => column) });
  const widths = table.map(([heading]) => Math.max(12, heading.length));
  const lines = [["  t (s)", ...table.map(([heading], k) => heading.padStart(widths[k]))].join("  ")];
  times.forEach((t, i) => {
    const cells = table.map(([, column, digits], k) => samples[column][i].toFixed(digits).padStart(widths[k]));
    lines.push([t.toFixed(2).padStart(7), ...cells].join("  "));
  });
  return lines.join("\n");
}

function plot(run: Trajectory, { plot, title }: Stop, every: number): string {
  const samples = run.sample({ every, columns: plot.columns.map(([, column]) => column) });
  const options: LinePlotOptions = {
    title,
    xLabel: "time (s)",
    yLabel: plot.yLabel,
    series: plot.columns.map(([name, column]) => ({ name, x: samples.time, y: samples[column] })),
  };
  return linePlot(options);
}
