#!/usr/bin/env node
import fs from "node:fs";
import { commands } from "./commands.ts";
import { openStream } from "./openStream.ts";
import { runCommand } from "./runCommand.ts";
import { endOnSignals } from "./signals.ts";

// The compiled file lies in dist/cli (or build/lib/cli): the package file is the first one upwards.
function readVersion(): string {
  for (const up of ["../../package.json", "../../../package.json"]) {
    const file = new URL(up, import.meta.url);
    if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, "utf8")).version;
  }
  throw new Error(`multibond: no package.json above ${import.meta.url}; install the package again`);
}

endOnSignals();
const streams = { out: openStream(process.stdout), err: openStream(process.stderr) };
const code = await runCommand(process.argv.slice(2), { commands, version: readVersion(), streams });
if (code !== 0) process.exitCode = code;
// A module of the user's may have left timers or sockets behind: what is printed is awaited, they are not.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.writable) await new Promise((resolve) => stream.write("", resolve));
}
process.exit();
