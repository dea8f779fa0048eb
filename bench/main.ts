import fs from "node:fs";
import { UsageError } from "../lib/cli/Command.ts";
import { openStream } from "../lib/cli/openStream.ts";
import type { BenchRow } from "./BenchRow.ts";
import { runRows } from "./runRows.ts";

const folder = new URL("./rows/", import.meta.url);
const rows: BenchRow[] = [];
for (const file of fs.readdirSync(folder).sort()) {
  if (file.endsWith(".js")) rows.push(...((await import(new URL(file, folder).href)) as { rows: BenchRow[] }).rows);
}

try {
  process.exitCode = await runRows(process.argv.slice(2), rows, openStream(process.stdout));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`bench: ${error.message}\n`);
  process.exitCode = 1;
}
