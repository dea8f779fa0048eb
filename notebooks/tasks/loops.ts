import type { TaskContext } from "../../lib/worker/index.ts";
import { LOOPS, type LoopRow, reportLoop, reportRow } from "../models/loopReport.ts";
import type { LoopParameters } from "../models/loops.ts";

/** Reports on a loop. */
export async function sendReport(parameters: LoopParameters, { report }: TaskContext): Promise<void> {
  report({ done: 1, value: await reportLoop(parameters) });
}

/** Reports on all mechanisms of the table, one after the other. */
export async function sendTable(_: object, { report, signal }: TaskContext): Promise<void> {
  const names = Object.keys(LOOPS);
  const rows: LoopRow[] = [];
  for (const name of names) {
    if (signal.aborted) return;
    rows.push(await reportRow(name));
    report({ done: rows.length / names.length, value: rows });
  }
}
