import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { BondGraph, BondReadings } from "../bondgraph/index.ts";
import { describe } from "../math/index.ts";
import { UsageError } from "./Command.ts";
import { withoutHandlers } from "./signals.ts";

/** What a module offers: known by its methods, since the module may use another copy of the library than the command. */
export type GraphModel = { readonly system: SystemLike } | { readonly graph: BondGraph; readonly at?: BondReadings };

export interface SystemLike {
  bondGraph(options?: { detail?: "word" | "full" }): BondGraph;
}

interface RunLike {
  at(t: number): { show(): void } & Partial<BondReadings>;
}

const hasMethods = (value: unknown, names: readonly string[]): boolean =>
  typeof value === "object" &&
  value !== null &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === "function");

const isSystem = (value: unknown): value is SystemLike => hasMethods(value, ["bondGraph", "simulate"]);
const isGraph = (value: unknown): value is BondGraph => hasMethods(value, ["bondsOf", "toSVG"]);
const isRun = (value: unknown): value is RunLike => hasMethods(value, ["at"]);

/** Runs a module and finds the model in what it exports; at a time of its run if one is given. */
export async function loadModel(file: string, time?: number): Promise<GraphModel> {
  const { exported, at } = await withoutHandlers(async () => {
    const exported = await loadModule(file);
    return { exported, at: time === undefined ? undefined : showTime(file, exported, time) };
  });
  const names = ["default", "system", "graph", ...Object.keys(exported)];
  for (const name of names) {
    const value = exported[name];
    if (isSystem(value)) return { system: value };
    if (isGraph(value)) return { graph: value, ...(at && { at }) };
  }
  const found = Object.keys(exported);
  throw new UsageError(
    `${file} exports no System and no BondGraph (${found.length > 0 ? `only ${found.join(", ")}` : "it exports nothing"}); ` +
      "add a line such as: export { system };",
  );
}

async function loadModule(file: string): Promise<Record<string, unknown>> {
  const address = path.resolve(file);
  if (!fs.existsSync(address)) {
    throw new UsageError(`there is no file ${file}; give a module that exports a System or a BondGraph`);
  }
  if (fs.statSync(address).isDirectory()) throw new UsageError(`${file} is a folder; give a module inside it`);
  try {
    return await untilSettled(file, () => import(pathToFileURL(address).href));
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    if (isError(cause) && cause.code === "ERR_UNKNOWN_FILE_EXTENSION") {
      throw new UsageError(
        `${file} is no JavaScript module, by its ending; give a .js or .mjs file that exports a System or a BondGraph`,
        { cause },
      );
    }
    const reason = isError(cause) ? `${cause.name}: ${cause.message}` : `it threw ${describe(cause)}`;
    throw new UsageError(`${file} cannot be run (${reason}); try it alone: node ${file}`, { cause });
  }
}

const isError = (value: unknown): value is NodeJS.ErrnoException => value instanceof Error;

/** Loads a module; one that waits for ever, with nothing left to do, or ends the process is told instead. */
async function untilSettled<T>(file: string, load: () => Promise<T>): Promise<T> {
  let giveUp: () => void = () => {};
  const idle = new Promise<never>((_, reject) => {
    giveUp = () =>
      reject(
        new UsageError(
          `${file} never finishes: it waits for something that does not come; look at its await at top level`,
        ),
      );
  });
  const tell = () => {
    process.exitCode = 1;
    fs.writeSync(
      2,
      `multibond: ${file} ends the process (process.exit) before its model can be drawn; leave that away\n`,
    );
  };
  process.once("beforeExit", giveUp);
  process.once("exit", tell);
  try {
    return await Promise.race([load(), idle]);
  } finally {
    process.off("beforeExit", giveUp);
    process.off("exit", tell);
  }
}

/** Brings the model into a state of its run; that of a circuit is read from the run itself. */
function showTime(file: string, { run }: Record<string, unknown>, time: number): BondReadings | undefined {
  if (!isRun(run)) throw new UsageError(`--time needs a run, and ${file} exports none; add: export { run };`);
  try {
    const now = run.at(time);
    now.show();
    return hasMethods(now, ["effort", "flow"]) ? (now as BondReadings) : undefined;
  } catch (cause) {
    throw new UsageError(`--time ${time}: ${(cause as Error).message}`, { cause });
  }
}
