import { type TextStream, UsageError } from "../lib/cli/Command.ts";
import { parseOptions } from "../lib/cli/options.ts";
import { nearest } from "../lib/math/index.ts";
import type { BenchRow, Bound, Timing } from "./BenchRow.ts";
import { NotMeasured } from "./NotMeasured.ts";

const help = `Usage: npm run bench -- [--json] [--only NAME] [--list]

  --json       one JSON object a line: name, value, unit, promised, pass, and ratio for speeds; pass is null, with a
               note, where a row needs something that is not here, such as a browser
  --only NAME  the row of this name, or all rows whose name begins so
  --list       the names of the rows
`;

/** What came out for one row. */
export interface Result {
  name: string;
  /** Null when the measurement failed, or could not be made. */
  value: number | null;
  unit: string;
  promised: string;
  /** Null when it could not be made: nothing is known then. */
  pass: boolean | null;
  /** Speeds only: the time in units of the yardstick. */
  ratio?: number;
  error?: string;
  /** Why it could not be made. */
  note?: string;
}

/**
 * Runs the rows that `args` ask for. Returns the exit code: 0 all that could be measured kept their promise, 1 some did not,
 * or none could be measured. A wrong call throws a {@link UsageError}.
 */
export async function runRows(args: string[], allRows: readonly BenchRow[], out: TextStream): Promise<number> {
  const { values: options } = parseOptions(args, {
    json: { type: "boolean" },
    only: { type: "string" },
    list: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  if (options.help) {
    out.write(help);
    return 0;
  }
  const rows = options.only === undefined ? allRows : select(options.only, allRows);
  if (options.list) {
    for (const { name } of rows) out.write(`${name}\n`);
    return 0;
  }
  const width = Math.max(...rows.map(({ name }) => name.length));
  const counts = { kept: 0, broken: 0, unknown: 0 };
  for (const row of rows) {
    const result = await measure(row);
    counts[result.pass === null ? "unknown" : result.pass ? "kept" : "broken"]++;
    out.write(`${options.json ? JSON.stringify(result) : format(result, width)}\n`);
  }
  const { kept, broken, unknown } = counts;
  const rest = unknown > 0 ? `, ${unknown} not measured` : "";
  if (!options.json) out.write(`\n${kept} of ${rows.length} promises kept${rest}\n`);
  return broken > 0 || kept === 0 ? 1 : 0;
}

function select(text: string, rows: readonly BenchRow[]): readonly BenchRow[] {
  const exact = rows.filter(({ name }) => name === text);
  const chosen = exact.length > 0 ? exact : rows.filter(({ name }) => name.startsWith(text));
  if (chosen.length > 0) return chosen;
  const names = rows.map(({ name }) => name);
  const near = nearest(text, names, 3);
  throw new UsageError(
    `--only ${text}: no row has this name; ${near.length > 0 ? `near are ${near.join(", ")}` : `there are ${names.join(", ")}`}`,
  );
}

async function measure({ name, unit, promised, measure }: BenchRow): Promise<Result> {
  const promisedText = "max" in promised ? `<= ${promised.max}` : `>= ${promised.min}`;
  try {
    const measured: number | Timing = await measure();
    const value = typeof measured === "number" ? measured : measured.value;
    const result: Result = {
      name,
      value: Number.isFinite(value) ? value : null,
      unit,
      promised: promisedText,
      pass: keeps(value, promised),
    };
    if (typeof measured !== "number") result.ratio = measured.ratio;
    if (result.value === null) result.error = `measured ${value}`;
    return result;
  } catch (error) {
    const nothing = { name, value: null, unit, promised: promisedText };
    if (error instanceof NotMeasured) return { ...nothing, pass: null, note: error.message };
    return { ...nothing, pass: false, error: String(error) };
  }
}

const keeps = (value: number, promised: Bound) => ("max" in promised ? value <= promised.max : value >= promised.min);

function format({ name, value, unit, promised, pass, ratio, error, note }: Result, width: number): string {
  const shown = value === null ? "-" : value.toPrecision(4);
  const yardsticks = ratio === undefined ? "" : `  ${ratio.toPrecision(3)} yardsticks`;
  return [
    pass === null ? "-   " : pass ? "ok  " : "FAIL",
    name.padEnd(width),
    `${shown.padStart(10)} ${unit.padEnd(4)}`,
    `promised ${promised}${yardsticks}${error ? `  ${error}` : ""}${note ? `  not measured: ${note}` : ""}`,
  ].join("  ");
}
