#!/usr/bin/env node
import fs from "node:fs";
import { commands } from "./commands.ts";
import { runCommand } from "./runCommand.ts";

// The compiled file lies in dist/cli (or build/lib/cli): the package file is the first one upwards.
function readVersion(): string {
  for (const up of ["../../package.json", "../../../package.json"]) {
    const file = new URL(up, import.meta.url);
    if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, "utf8")).version;
  }
  throw new Error(`multibond: no package.json above ${import.meta.url}; install the package again`);
}

const streams = { out: process.stdout, err: process.stderr };
process.exitCode = await runCommand(process.argv.slice(2), { commands, version: readVersion(), streams });
