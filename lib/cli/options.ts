import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "../math/index.ts";
import { UsageError } from "./Command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: boolean }>>;

/** `parseArgs` of Node whose errors are {@link UsageError}s; an unknown option is answered with the nearest known one. */
export function parseOptions<const T extends Options>(
  args: string[],
  options: T,
  { positionals = false } = {},
): Parsed<T> {
  for (const text of args) {
    if (text === "--") break;
    if (!text.startsWith("--")) continue;
    const name = text.slice(2).split("=")[0];
    if (!Object.hasOwn(options, name)) throw new UsageError(unknown("option", name, Object.keys(options), "--"));
  }
  try {
    return parseArgs({ args: joinNegatives(args), options, allowPositionals: positionals });
  } catch (error) {
    throw new UsageError(explainArguments(error as NodeJS.ErrnoException), { cause: error });
  }
}

/** `--psi -45` as `--psi=-45`: the value is no option. */
function joinNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const text of args) {
    const last = joined[joined.length - 1];
    if (/^-\.?\d/.test(text) && last?.startsWith("--") && !last.includes("=")) joined[joined.length - 1] += `=${text}`;
    else joined.push(text);
  }
  return joined;
}

/** What Node says of arguments, with what to do instead. */
function explainArguments({ code, message }: NodeJS.ErrnoException): string {
  const [reason] = message.split(/\.\s/);
  const [flag] = /--[\w-]+/.exec(reason) ?? [];
  if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") return `${reason}; leave it away, or name its option: --time 5`;
  if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE" && flag) {
    return /does not take/.test(reason) ? `${reason}; give ${flag} alone` : `${reason}; give it one: ${flag} VALUE`;
  }
  return `${reason}; --help lists what there is`;
}

/** "unknown option --hepl; did you mean --help?", or the list of what there is when nothing is near; all begin with `prefix`. */
export function unknown(kind: string, text: string, names: readonly string[], prefix = ""): string {
  const [near] = nearest(text, names);
  const list = names.map((name) => `${prefix}${name}`);
  const remedy =
    near !== undefined
      ? `did you mean ${prefix}${near}?`
      : names.length > 0
        ? `there is ${list.join(", ")}`
        : "there are none";
  return `unknown ${kind} ${prefix}${text}; ${remedy}`;
}

/** Refuses options that have no effect in files of an ending. */
export function checkEnding(
  values: { readonly [name: string]: unknown },
  ending: string,
  ofEndings: { readonly [name: string]: readonly string[] },
): void {
  for (const [name, endings] of Object.entries(ofEndings)) {
    if (values[name] === undefined || endings.includes(ending)) continue;
    throw new UsageError(`--${name} does not go with ${ending}; it belongs to ${endings.join(", ")}`);
  }
}
