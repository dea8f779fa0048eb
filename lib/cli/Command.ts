/** One subcommand of `multibond`; each lives in a file of its own and is listed in `commands.ts`. */
export interface Command {
  readonly name: string;
  /** One line for the overview. */
  readonly summary: string;
  /** The text of `multibond <name> --help`. */
  readonly help: string;
  /** Gets the arguments after the name; throw {@link UsageError} for wrong ones. Returns the exit code, 0 if nothing. */
  run(args: string[], streams: Streams): number | undefined | Promise<number | undefined>;
}

/** Where a command writes: results to `out`, messages and progress to `err`. */
export interface Streams {
  out: TextStream;
  err: TextStream;
}

/** The part of a Node stream that commands use. */
export interface TextStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A wrong call: the message goes to the user without a stack, the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
