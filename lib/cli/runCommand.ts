import { type Command, type Streams, UsageError } from "./Command.ts";
import { findStop } from "./incomplete.ts";
import { parseOptions, unknown } from "./options.ts";

/** Runs `multibond` with `args` (without node and the script) and returns the exit code: 0 done, 1 failed, 2 wrong call. */
export async function runCommand(
  args: string[],
  { commands, version, streams }: { commands: readonly Command[]; version: string; streams: Streams },
): Promise<number> {
  try {
    const [first, ...rest] = args;
    const command = commands.find(({ name }) => name === first);
    if (command) {
      if (rest.includes("--help") || rest.includes("-h")) {
        streams.out.write(`${command.help.trimEnd()}\n`);
        return 0;
      }
      return (await command.run(rest, streams)) ?? 0;
    }
    if (first !== undefined && !first.startsWith("-")) {
      throw new UsageError(
        unknown(
          "command",
          first,
          commands.map(({ name }) => name),
        ),
      );
    }
    const { values } = parseOptions(args, {
      help: { type: "boolean", short: "h" },
      version: { type: "boolean", short: "v" },
    });
    if (values.version) streams.out.write(`${version}\n`);
    else streams.out.write(overview(commands));
    return 0;
  } catch (error) {
    // A run that could not go on is no mistake in the call, and not one of the command either.
    const stop = findStop(error);
    if (stop) {
      streams.err.write(`multibond: ${stop.text}\n`);
      return stop.code;
    }
    if (!(error instanceof UsageError)) throw error;
    streams.err.write(`multibond: ${error.message}\nTry multibond --help\n`);
    return 2;
  }
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "multibond: multibody dynamics as bond graphs",
    "",
    "Usage: multibond <command> [options]",
    "",
    "Commands:",
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "Options:",
    "  -h, --help     this text; after a command, its own help",
    "  -v, --version  the version",
    "",
  ].join("\n");
}
