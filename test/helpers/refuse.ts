import type { ExecutionContext } from "ava";
import { ModelError } from "../../lib/index.ts";

/** What the types forbid and JavaScript does not. */
export const wrong = (value: unknown): never => value as never;

/** A call and the message it is refused with: a text, or a pattern. */
export type Case = readonly [() => unknown, string | RegExp];

/** Each call is refused with a ModelError that says exactly this: object, value, cause, remedy. */
export function refuse(t: ExecutionContext, cases: readonly Case[]): void {
  for (const [work, message] of cases) judge(t, t.throws(work, { instanceOf: ModelError }, String(message)), message);
}

/** The same of calls that may answer with a promise. */
export async function refuseAsync(t: ExecutionContext, cases: readonly Case[]): Promise<void> {
  for (const [work, message] of cases) {
    judge(t, await t.throwsAsync(async () => work(), { instanceOf: ModelError }, String(message)), message);
  }
}

function judge(t: ExecutionContext, error: Error | undefined, message: string | RegExp): void {
  if (typeof message === "string") t.is(error?.message, message);
  else t.regex(error?.message ?? "", message);
  // One line, no trailing full stop, nothing that was not turned into text.
  t.notRegex(error?.message ?? "", /\n|\.$|\[object|undefined undefined/);
}
