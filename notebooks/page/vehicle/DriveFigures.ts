import * as Plot from "@observablehq/plot";
import {
  type DriveSample,
  DriveSampler,
  listHandOvers,
  summarizeDrive,
  type Vehicle,
} from "../../../lib/omniwheel/index.ts";
import type { Trajectory } from "../../../lib/system/index.ts";
import { PART } from "../../models/vehicle/DriveTape.ts";
import { equalDomains } from "../equalDomains.ts";
import { facts } from "../facts.ts";
import type { Lab } from "../Lab.ts";
import type { DriveResult } from "./followDrive.ts";
import { LiveFigure } from "./LiveFigure.ts";

const HEIGHT = 230;

/** Path, odometry, motors and loads of a drive, while it goes on. */
export class DriveFigures {
  readonly path = new LiveFigure({ wide: false, height: 330 });
  readonly odometry = new LiveFigure({ wide: false, height: 330 });
  readonly torques = new LiveFigure({ wide: false, height: HEIGHT });
  readonly loads = new LiveFigure({ wide: false, height: HEIGHT });
  readonly summary = new LiveFigure({ wide: true, height: 80 });
  private readonly lab: Lab;
  private sampler: DriveSampler | undefined;
  private sampled: DriveResult["run"];

  constructor(lab: Lab) {
    this.lab = lab;
  }

  /** Samples what is new of a drive, and draws it. */
  show({ model, run }: DriveResult): void {
    if (!model || !run) return;
    if (!this.sampler || this.sampled !== run) {
      this.sampler = new DriveSampler(model.vehicle);
      this.sampled = run;
    }
    const { samples } = this.sampler;
    // The last part may end a rounding error away from a multiple.
    while (samples.length * PART <= run.end + 1e-9) this.sampler.add(run, Math.min(run.end, samples.length * PART));
    this.drawAll([...samples]);
    this.summary.show(() => writeSummary(model.vehicle, samples, run));
  }

  private drawAll(samples: readonly DriveSample[]): void {
    this.path.show((width) => drawPath(width, samples));
    const error = (guess: "odometry" | "textbook") => (sample: DriveSample) =>
      1000 * Math.hypot(sample.pose.x - sample[guess].x, sample.pose.y - sample[guess].y);
    this.odometry.show((width) =>
      this.drawOverTime(width, samples, {
        title: "How far odometry is off",
        label: "error (mm)",
        height: 330,
        lines: { "knows its rollers": error("odometry"), textbook: error("textbook") },
        colors: [GREEN, ORANGE],
      }),
    );
    const wheels = samples[0]?.rates.map((_, i) => i) ?? [];
    const perWheel = (read: (sample: DriveSample, i: number) => number) =>
      Object.fromEntries(wheels.map((i) => [`wheel ${i + 1}`, (sample: DriveSample) => read(sample, i)]));
    this.torques.show((width) =>
      this.drawOverTime(width, samples, {
        title: "Torques of the motors",
        label: "torque (Nm)",
        lines: perWheel(({ torques }, i) => torques[i]),
      }),
    );
    this.loads.show((width) =>
      this.drawOverTime(width, samples, {
        title: "What each wheel carries",
        label: "normal force (N)",
        lines: perWheel(({ loads }, i) => loads[i]),
      }),
    );
  }

  private drawOverTime(
    width: number,
    samples: readonly DriveSample[],
    {
      title,
      label,
      lines,
      colors,
      height = HEIGHT,
    }: {
      title: string;
      label: string;
      lines: Record<string, (sample: DriveSample) => number>;
      colors?: readonly string[];
      height?: number;
    },
  ): HTMLElement {
    const rows = Object.entries(lines).flatMap(([name, read]) =>
      samples.map((sample) => ({ t: sample.t, name, value: read(sample) })),
    );
    const figure = Plot.plot({
      title,
      width,
      height,
      marginLeft: 48,
      x: { label: "time (s)", domain: [0, Math.max(1, samples[samples.length - 1]?.t ?? 1)] },
      y: { label, grid: true, nice: true },
      color: { legend: true, domain: Object.keys(lines), ...(colors && { range: [...colors] }) },
      marks: [
        Plot.ruleY([0], { strokeOpacity: 0.2 }),
        Plot.lineY(rows, { x: "t", y: "value", stroke: "name", z: "name", strokeWidth: 1.5 }),
      ],
    }) as HTMLElement & Plot.Plot;
    this.lab.addCursor(figure);
    return figure;
  }
}

/** In numbers. */
function writeSummary(vehicle: Vehicle, samples: readonly DriveSample[], run: Trajectory): HTMLElement {
  if (samples.length < 2) return facts({});
  const { distance, odometryError, textbookError, peakSlip, peakPower } = summarizeDrive(vehicle, samples);
  return facts({
    "way driven": { value: distance, unit: "m" },
    "odometry off at the end": { value: 1000 * odometryError, unit: "mm", digits: 3 },
    "textbook odometry off": { value: 1000 * textbookError, unit: "mm", digits: 3 },
    "fastest slip of a roller": { value: 1000 * peakSlip, unit: "mm/s", digits: 3 },
    "largest power of all motors": { value: peakPower, unit: "W", digits: 3 },
    "changes of rollers": { value: listHandOvers(run).length, digits: 6 },
  });
}

const GREEN = "#3ca951";
const ORANGE = "#ff8800";

/** Seen from above: x ahead of the start to the top, y to the left, as the driver has it. */
function drawPath(width: number, samples: readonly DriveSample[]): HTMLElement {
  const guesses = [
    ["driven", "pose"],
    ["knows its rollers", "odometry"],
    ["textbook", "textbook"],
  ] as const;
  const rows = guesses.flatMap(([name, key]) =>
    samples.map((sample) => ({ name, left: sample[key].y, ahead: sample[key].x })),
  );
  const height = 290;
  const ahead = findRange(rows.map((row) => row.ahead));
  const left = findRange(rows.map((row) => row.left));
  const corners = [0, 1].map((k) => ({ x: left[k], y: ahead[k] }));
  const domains = equalDomains(corners, { width, height });
  return Plot.plot({
    title: "Seen from above: where it is, and where its wheels say it is",
    width,
    height,
    marginLeft: 56,
    x: { label: "to the left (m)", domain: [domains.x[1], domains.x[0]], grid: true, labelAnchor: "center" },
    y: { label: "ahead (m)", domain: domains.y, grid: true },
    color: { legend: true, domain: guesses.map(([name]) => name), range: ["var(--line)", GREEN, ORANGE] },
    marks: [
      Plot.line(rows, {
        x: "left",
        y: "ahead",
        stroke: "name",
        strokeWidth: (row: { name: string }) => (row.name === "driven" ? 3 : 1.5),
        z: "name",
      }),
      Plot.dot(rows.slice(0, 1), { x: "left", y: "ahead", r: 4, fill: "currentColor" }),
    ],
  }) as HTMLElement;
}

/** From the start, and never narrower than the vehicle is long. */
function findRange(values: readonly number[]): [number, number] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const margin = Math.max(0, 0.5 - (high - low)) / 2;
  return [low - margin, high + margin];
}
