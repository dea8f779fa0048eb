import fs from "node:fs";
import path from "node:path";
import {
  CoulombFriction,
  type FrictionLaw,
  Frictionless,
  IdealRolling,
  LinearFriction,
  SmoothFriction,
  TanhFriction,
} from "../constraints/contact/index.ts";
import {
  compareOnTestbench,
  ROLLER_TRACKERS,
  type RollerTrackerName,
  type TestbenchComparison,
} from "../omniwheel/index.ts";
import { type Streams, UsageError } from "./Command.ts";
import { unknown } from "./options.ts";
import { ProgressBar } from "./progressBar.ts";
import { explainRefusal, readPositive, type TestbenchArguments } from "./testbenchArguments.ts";
import { drawTestbench } from "./testbenchGraph.ts";
import { writeReport } from "./testbenchReport.ts";
import { type ComparisonSetting, formatComparison, toDegrees } from "./testbenchTable.ts";

const COEFFICIENT = 0.1;
const VELOCITY = 0.05;

const LAWS: Record<string, () => FrictionLaw> = {
  smooth: () => new SmoothFriction({ coefficient: COEFFICIENT, velocity: VELOCITY }),
  tanh: () => new TanhFriction({ coefficient: COEFFICIENT }),
  linear: () => new LinearFriction({ coefficient: COEFFICIENT }),
  coulomb: () => new CoulombFriction({ coefficient: COEFFICIENT }),
  rolling: () => new IdealRolling(),
  none: () => new Frictionless(),
};

/** The testbench with several trackers side by side: tables, a report and samples. */
export async function showTrackers(values: TestbenchArguments, { out, err }: Streams): Promise<number> {
  const until = readPositive("time", values.time, 10);
  const tolerance = readPositive("tolerance", values.tolerance, 1e-11);
  const rollers = readPositive("rollers", values.rollers, 4);
  const inclinations = readInclinations(values.psi);
  const trackers = readTrackers(values.tracker);
  const law = values.friction ?? "smooth";
  if (!Object.hasOwn(LAWS, law)) throw new UsageError(unknown("friction", law, Object.keys(LAWS)));
  const folder = values.out ?? "out";
  makeFolder(folder);
  const bar = new ProgressBar(err);
  const start = performance.now();
  const comparisons: TestbenchComparison[] = [];
  for (const [i, psi] of inclinations.entries()) {
    const comparison = await explainRefusal(() =>
      compareOnTestbench({
        ...{ rollers, trackers, until, tolerance, friction: LAWS[law]() },
        psi: (psi * Math.PI) / 180,
        clock: () => process.cpuUsage().user / 1000,
        progress: (done) => bar.update({ time: (i + done) * until, start: 0, end: inclinations.length * until }),
      }),
    );
    comparisons.push(comparison);
    bar.clear();
    if (!values.json) out.write(formatComparison(comparison, { until, law, tolerance }));
  }
  const psi = (inclinations[0] * Math.PI) / 180;
  const graph = await drawTestbench({ rollers, psi, friction: LAWS[law]() });
  const files = writeFiles(folder, comparisons, { until, law, tolerance }, graph);
  if (values.json) out.write(`${JSON.stringify({ until, tolerance, friction: law, comparisons, files })}\n`);
  else {
    for (const file of files) out.write(`wrote ${file}\n`);
    out.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  }
  return 0;
}

function writeFiles(
  folder: string,
  comparisons: readonly TestbenchComparison[],
  setting: ComparisonSetting,
  graph: string,
): string[] {
  const files: [string, string][] = [["testbench.html", writeReport(comparisons, setting, graph)]];
  for (const comparison of comparisons) {
    files.push([`testbench-psi${toDegrees(comparison.psi)}.csv`, writeCSV(comparison)]);
  }
  return files.map(([name, text]) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
  });
}

function writeCSV({ times, runs }: TestbenchComparison): string {
  const names = ["x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az"];
  const head = runs.flatMap(({ tracker }) =>
    [...names, "height", "normal", "contactX", "contactZ"].map((n) => `${tracker}.${n}`),
  );
  const lines = [["time", ...head].join(",")];
  times.forEach((t, i) => {
    const cells = runs.flatMap(({ roller, height, normal, path: points }) => [
      ...roller[i],
      height[i],
      normal[i],
      ...points[i].map((x) => (Number.isNaN(x) ? "" : x)),
    ]);
    lines.push([t, ...cells].join(","));
  });
  return `${lines.join("\n")}\n`;
}

function readInclinations(text = "0,30"): number[] {
  return text.split(",").map((part) => {
    const value = Number(part);
    if (part.trim() !== "" && Math.abs(value) < 90) return value;
    throw new UsageError(`--psi is "${text}"; give degrees between -90 and 90, separated by commas, such as 0,30`);
  });
}

function readTrackers(text?: string): RollerTrackerName[] {
  const names = text === undefined ? ROLLER_TRACKERS : text.split(",");
  for (const name of names) {
    if (!ROLLER_TRACKERS.includes(name as RollerTrackerName))
      throw new UsageError(unknown("tracker", name, ROLLER_TRACKERS));
  }
  return names as RollerTrackerName[];
}

function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new UsageError(
      `cannot write to the folder ${folder} (${(cause as Error).message}); choose another: --out FOLDER`,
    );
  }
}
