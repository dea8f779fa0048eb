import { type Command, UsageError } from "./Command.ts";
import { parseOptions } from "./options.ts";
import { TESTBENCH_OPTIONS } from "./testbenchArguments.ts";
import { runCases } from "./testbenchCases.ts";
import { showTrackers } from "./testbenchTrackers.ts";

/** Options that belong to one of the two ways to call. */
const OF_CASES = ["accept"] as const;
const OF_TRACKERS = ["rollers", "psi", "time", "friction", "out"] as const;

export const testbench: Command = {
  name: "testbench",
  summary: "an omni wheel with four ways of contact tracking, or checked against reference cases",
  help: `Usage: multibond testbench [options]
       multibond testbench --case FILE [options]

Runs one omni wheel, kept upright, with all four contact trackers side by side. Prints how far roller 1's centre diverges
between them, the normal reaction, the ripple and the times, and writes a report (HTML) and the samples (CSV).

Options:
  --rollers N        number of rollers, 3 to 60 (default: 4)
  --psi DEGREES      inclinations, at most 20, separated by commas (default: 0,30)
  --time SECONDS     simulated time, at most 1000 (default: 10)
  --friction LAW     smooth, tanh, linear, coulomb, rolling or none (default: smooth)
  --tracker NAMES    some of explicit, implicit, algebraic, differential, separated by commas; the first is what the others
                     are compared with (default: all)
  --tolerance T      of the integration (default: 1e-11)
  --out FOLDER       where to write (default: out)
  --json             one JSON object instead of the tables
  -h, --help         this text

A run that fails, or is interrupted (Ctrl-C), leaves what it has computed in testbench.incomplete.html and .csv files.

With --case the runs of a file are simulated instead, each case of it, and compared with the states it lists:
  --case FILE        cases as JSON: { name: { case: { wheel, start, t1 }, g, times, states, switches }, … }
  --tracker NAME     one tracker (default: explicit)
  --tolerance T      of the integration (default: 1e-11)
  --accept D         exit code 1 if a difference exceeds this (default: 1e-8)
  --json             one JSON object for each case
`,
  async run(args, streams) {
    const { values } = parseOptions(args, TESTBENCH_OPTIONS);
    const [wrong, remedy] =
      values.case === undefined
        ? [OF_CASES, "belongs to --case FILE"]
        : [OF_TRACKERS, "does not go with --case: the file says it"];
    for (const name of wrong) if (values[name] !== undefined) throw new UsageError(`--${name} ${remedy}`);
    return values.case === undefined ? showTrackers(values, streams) : runCases(values, streams);
  },
};
