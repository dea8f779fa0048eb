import { ModelError } from "../math/index.ts";
import { UsageError } from "./Command.ts";

export const TESTBENCH_OPTIONS = {
  case: { type: "string" },
  accept: { type: "string" },
  tolerance: { type: "string" },
  tracker: { type: "string" },
  rollers: { type: "string" },
  psi: { type: "string" },
  time: { type: "string" },
  friction: { type: "string" },
  out: { type: "string" },
  json: { type: "boolean" },
} as const;

/** What was given on the command line, as text. */
export type TestbenchArguments = { [K in keyof typeof TESTBENCH_OPTIONS]?: K extends "json" ? boolean : string };

/** A number greater than zero from the command line. */
export function readPositive(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value > 0) return value;
  throw new UsageError(`--${name} is "${text}"; give a number greater than zero, such as ${otherwise}`);
}

/** What the model refuses is a wrong call. */
export async function explainRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ModelError)) throw cause;
    throw new UsageError(cause.message, { cause });
  }
}
