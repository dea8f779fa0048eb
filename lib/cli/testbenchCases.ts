import fs from "node:fs";
import { checkCount, describe, ModelError } from "../math/index.ts";
import {
  type CaseResult,
  ROLLER_TRACKERS,
  type RollerTrackerName,
  runCase,
  TestbenchCase,
} from "../omniwheel/index.ts";
import { type Streams, UsageError } from "./Command.ts";
import { explainRefusal } from "./explainRefusal.ts";
import { findStop } from "./incomplete.ts";
import { LIMITS, readNumber } from "./numbers.ts";
import { unknown } from "./options.ts";
import { ProgressBar } from "./progressBar.ts";
import { interruptible } from "./signals.ts";
import type { TestbenchArguments } from "./testbenchArguments.ts";

/** Simulates every case of a file and compares it with what it lists. Exit code 1 if one differs by too much. */
export async function runCases(values: TestbenchArguments, { out, err }: Streams): Promise<number> {
  const tolerance = readNumber("tolerance", values.tolerance, 1e-11, LIMITS.tolerance);
  const accept = readNumber("accept", values.accept, 1e-8, [1e-16, 1e6]);
  const tracker = (values.tracker ?? "explicit") as RollerTrackerName;
  if (!ROLLER_TRACKERS.includes(tracker)) throw new UsageError(unknown("tracker", tracker, ROLLER_TRACKERS));
  const cases = readCases(values.case as string);
  const bar = new ProgressBar(err);
  let isAccepted = true;
  for (const entry of cases) {
    const end = entry.parameters.t1;
    let result: CaseResult;
    try {
      const progress = (_: number, time: number) => bar.update({ time, start: 0, end });
      result = await explainRefusal(() =>
        interruptible((signal) => runCase(entry, { tracker, tolerance, progress, signal })),
      );
    } catch (error) {
      const stop = findStop(error);
      if (!stop) throw error;
      bar.clear();
      err.write(`multibond: case ${describe(entry.name)}: ${stop.text}\n`);
      return stop.code;
    }
    bar.clear();
    const pass = result.difference <= accept;
    isAccepted &&= pass;
    if (values.json)
      out.write(`${JSON.stringify({ ...result, times: entry.times, tracker, tolerance, accept, pass })}\n`);
    else out.write(formatResult(entry, result, accept));
  }
  return isAccepted ? 0 : 1;
}

function readCases(file: string): TestbenchCase[] {
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (cause) {
    throw new UsageError(`cannot read ${file} (${(cause as Error).message}); give a file of cases: --case FILE`);
  }
  try {
    const cases = TestbenchCase.parse(text);
    checkCases(cases);
    return cases;
  } catch (cause) {
    if (!(cause instanceof ModelError)) throw cause;
    throw new UsageError(`${file}: ${cause.message}`, { cause });
  }
}

const MOST_CASES = 1000;
const MOST_TIMES = 100_000;

/** Refuses what would take for ever, and what would be accepted without a look. */
function checkCases(cases: readonly TestbenchCase[]): void {
  if (cases.length === 0) {
    throw new ModelError("there is no case in the file; give one or more, { name: { case, g, times, states }, … }");
  }
  checkCount("the file", "the number of cases", cases.length, 1, MOST_CASES);
  for (const { name, parameters, times, states, switches = [] } of cases) {
    const owner = `case ${describe(name)}`;
    checkCount(owner, "n, the number of rollers,", parameters.wheel.n, ...LIMITS.rollers);
    checkCount(owner, "the number of times", times.length, 0, MOST_TIMES);
    const longest = LIMITS.time[1];
    if (parameters.t1 > longest) throw new ModelError(`${owner}: t1 is ${parameters.t1} s; give at most ${longest} s`);
    if (switches.length > 0 || states.some((state) => Object.keys(state).length > 0)) continue;
    throw new ModelError(
      `${owner}: it lists nothing to compare with; give states, one for each of its times, or switches`,
    );
  }
}

function formatResult(entry: TestbenchCase, result: CaseResult, accept: number): string {
  const lines = [entry.name];
  const write = (value: number) => value.toPrecision(12).padStart(19);
  entry.times.forEach((t, i) => {
    const state = result.states[i];
    const { chi, chiDot, ...scalars } = state;
    lines.push(`  t = ${t} s`);
    for (const [name, value] of Object.entries(scalars)) lines.push(`    ${name.padEnd(9)}${write(value)}`);
    lines.push(`    chi      ${chi.map(write).join("")}`);
    lines.push(`    chiDot   ${chiDot.map(write).join("")}`);
  });
  lines.push(`  hand-overs at ${result.switches.map((t) => t.toPrecision(12)).join(", ") || "no time"}`);
  const verdict = result.difference <= accept ? "accepted" : "NOT accepted";
  const of = result.worst ? ` (${result.worst})` : "";
  lines.push(`  largest difference ${result.difference.toExponential(2)}${of}: ${verdict}, the limit is ${accept}`);
  return `${lines.join("\n")}\n\n`;
}
