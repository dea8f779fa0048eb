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
import { explainRefusal } from "./explainRefusal.ts";
import { findStop, formatStop, nameIncomplete, type Stop } from "./incomplete.ts";
import { LIMITS, readCount, readInclination, readNumber } from "./numbers.ts";
import { OutputFiles } from "./OutputFiles.ts";
import { unknown } from "./options.ts";
import { ProgressBar } from "./progressBar.ts";
import { interruptible } from "./signals.ts";
import type { TestbenchArguments } from "./testbenchArguments.ts";
import { drawTestbench } from "./testbenchGraph.ts";
import { writeReport } from "./testbenchReport.ts";
import { formatComparison } from "./testbenchTable.ts";

const COEFFICIENT = 0.1;
const VELOCITY = 0.05;

/** The general trackers take a while for each roller before they start. */
const ROLLERS = [3, 60] as const;

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
  const until = readNumber("time", values.time, 10, LIMITS.time);
  const tolerance = readNumber("tolerance", values.tolerance, 1e-11, LIMITS.tolerance);
  const rollers = readCount("rollers", values.rollers, 4, ROLLERS);
  const inclinations = readInclinations(values.psi);
  const trackers = readTrackers(values.tracker);
  const law = values.friction ?? "smooth";
  if (!Object.hasOwn(LAWS, law)) throw new UsageError(unknown("friction", law, Object.keys(LAWS)));
  const folder = values.out ?? "out";
  const names = {
    report: path.join(folder, "testbench.html"),
    samples: inclinations.map((psi) => nameSamples(folder, psi)),
  };
  const output = new OutputFiles("--out FOLDER", [names.report, ...names.samples]);
  const bar = new ProgressBar(err);
  const start = performance.now();
  const comparisons: TestbenchComparison[] = [];
  let stop: Stop | undefined;
  for (const [i, psi] of inclinations.entries()) {
    let compare: (() => TestbenchComparison) | undefined;
    const options = {
      ...{ rollers, trackers, until, tolerance, friction: LAWS[law]() },
      psi: (psi * Math.PI) / 180,
      clock: () => process.cpuUsage().user / 1000,
      progress: (done: number, _: number, soFar: () => TestbenchComparison) => {
        compare = soFar;
        bar.update({ time: (i + done) * until, start: 0, end: inclinations.length * until });
      },
    };
    try {
      comparisons.push(
        await explainRefusal(() => interruptible((signal) => compareOnTestbench({ ...options, signal }))),
      );
    } catch (error) {
      stop = findStop(error);
      if (!stop) throw error;
      if (compare) comparisons.push(cutComparison(compare()));
    }
    bar.clear();
    if (stop) break;
    if (!values.json) out.write(formatComparison(comparisons[i], { until, law, tolerance }));
  }
  const found = comparisons.filter(({ times }) => times.length > 0);
  const remedy = "another --friction, --psi or --tolerance";
  if (stop && found.length === 0) {
    err.write(formatStop(stop, [], remedy));
    return stop.code;
  }
  const psi = (inclinations[0] * Math.PI) / 180;
  const graph = await drawTestbench({ rollers, psi, friction: LAWS[law]() });
  const places = [names.report, ...found.map((_, i) => names.samples[i])];
  const files = stop ? places.map(nameIncomplete) : places;
  output.write([
    [files[0], writeReport(found, { until, law, tolerance }, graph, stop?.text)],
    ...found.map((comparison, i) => [files[i + 1], writeCSV(comparison)] as const),
  ]);
  if (values.json) {
    const incomplete = stop && { incomplete: stop.text };
    out.write(`${JSON.stringify({ until, tolerance, friction: law, ...incomplete, comparisons: found, files })}\n`);
  }
  if (stop) {
    err.write(formatStop(stop, files, remedy));
    return stop.code;
  }
  if (!values.json) {
    for (const file of files) out.write(`wrote ${file}\n`);
    out.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  }
  return 0;
}

/** As far as all trackers have come. */
function cutComparison(comparison: TestbenchComparison): TestbenchComparison {
  const count = Math.min(...comparison.runs.map(({ roller }) => roller.length));
  const runs = comparison.runs.map((run) => ({
    ...run,
    roller: run.roller.slice(0, count),
    height: run.height.slice(0, count),
    normal: run.normal.slice(0, count),
    path: run.path.slice(0, count),
  }));
  return { ...comparison, times: comparison.times.slice(0, count), runs };
}

const nameSamples = (folder: string, psi: number): string => path.join(folder, `testbench-psi${psi}.csv`);

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

const MOST_INCLINATIONS = 20;

function readInclinations(text = "0,30"): number[] {
  const inclinations = text.split(",").map((part) => readInclination(part, "0,30"));
  if (inclinations.length > MOST_INCLINATIONS) {
    throw new UsageError(`--psi lists ${inclinations.length} inclinations; give at most ${MOST_INCLINATIONS}`);
  }
  return checkTwice("psi", inclinations);
}

function readTrackers(text?: string): RollerTrackerName[] {
  const names = text === undefined ? ROLLER_TRACKERS : text.split(",");
  for (const name of names) {
    if (!ROLLER_TRACKERS.includes(name as RollerTrackerName))
      throw new UsageError(unknown("tracker", name, ROLLER_TRACKERS));
  }
  return checkTwice("tracker", names as RollerTrackerName[]);
}

function checkTwice<T>(name: string, list: T[]): T[] {
  const twice = list.find((entry, i) => list.indexOf(entry) < i);
  if (twice === undefined) return list;
  throw new UsageError(`--${name} lists ${twice} twice; give it once`);
}
