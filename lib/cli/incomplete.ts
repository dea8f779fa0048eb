import path from "node:path";
import { SimulationError, type Trajectory } from "../system/index.ts";
import { escapeText } from "./reportPage.ts";
import { findSignalCode } from "./signals.ts";

/** Why a run ended early, with what it has computed, and the exit code. */
export interface Stop {
  readonly text: string;
  readonly run: Trajectory;
  readonly code: number;
}

/** What of the API's advice is of no use on a command line. */
const OF_API = /^simulate: |[.;] what was computed before is in the error's trajectory$/gi;

/** What an error says of a run that was interrupted or failed; undefined if it is another one. */
export function findStop(error: unknown): Stop | undefined {
  if (!(error instanceof SimulationError)) return undefined;
  const run = error.trajectory as Trajectory;
  const code = findSignalCode(error.cause);
  if (code !== undefined) return { text: `interrupted at t = ${run.end} s`, run, code };
  return { text: error.message.replaceAll(OF_API, ""), run, code: 1 };
}

/** `vehicle.incomplete.csv`: a file that is there from a complete run stays what it is. */
export function nameIncomplete(file: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}.incomplete${ext}`);
}

/** What a report says first where its runs ended early. */
export const writeIncomplete = (text: string | undefined): string =>
  text === undefined ? "" : `<p><strong>Incomplete:</strong> ${escapeText(text)}.</p>\n`;

/** One line for the user: what happened, where the files are, and what to try. */
export function formatStop({ text, code }: Stop, files: readonly string[], remedy: string): string {
  const written = files.length > 0 ? `what was computed is in ${files.join(", ")}` : "nothing was computed before";
  return `multibond: ${text}; ${written}${code === 1 ? `. Try ${remedy}` : ""}\n`;
}
