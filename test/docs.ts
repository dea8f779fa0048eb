import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "ava";
import ts from "typescript";
import { UsageError } from "../lib/cli/Command.ts";
import { commands } from "../lib/cli/commands.ts";
import { isAbove } from "./helpers/compare.ts";
import { inRoot, listPrograms } from "./helpers/project.ts";

/** Runs a program with the built package in reach and returns what it prints. */
function run(code: string, extension = "mjs"): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-docs-"));
  try {
    fs.mkdirSync(path.join(folder, "node_modules"));
    fs.symlinkSync(inRoot("."), path.join(folder, "node_modules", "multibond"), "dir");
    for (const name of ["three", "@mujoco"]) {
      fs.symlinkSync(inRoot("node_modules", name), path.join(folder, "node_modules", name), "dir");
    }
    const file = path.join(folder, `program.${extension}`);
    fs.writeFileSync(file, code);
    return execFileSync(process.execPath, [file], { encoding: "utf8", cwd: folder });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const pages = [
  "README.md",
  ...[
    "analyses",
    "appearance",
    "bondgraph-pictures",
    "bondgraphs",
    "collision",
    "contact",
    "extending",
    "objects",
    "omniwheel",
    "right-wheel",
    "tracking",
    "vehicles",
  ].map((name) => `docs/${name}.md`),
];

for (const page of pages) {
  test(`the programs of ${page} run`, (t) => {
    const programs = listPrograms(page);
    isAbove(t, programs.length, 1);
    for (const program of programs) {
      const { outputText } = ts.transpileModule(program, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      });
      const output = run(outputText);
      t.regex(output, /\d/);
      t.notRegex(output, /NaN|undefined/);
    }
  });
}

for (const file of fs.readdirSync(inRoot("examples")).filter((name) => name.endsWith(".js"))) {
  test(`examples/${file} runs and prints the same twice`, (t) => {
    const once = () => execFileSync(process.execPath, [inRoot("examples", file)], { encoding: "utf8" });
    const output = once();
    t.regex(output, /\d/);
    t.notRegex(output, /NaN|undefined/);
    t.is(once(), output);
  });
}

test("every call of the command in the documentation names a command and options that its help tells", (t) => {
  const files = ["README.md", "CHANGELOG.md", ...fs.readdirSync(inRoot("docs")).map((name) => `docs/${name}`)];
  const calls = files
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => fs.readFileSync(inRoot(name), "utf8").match(/npx multibond [^`#\n]*/g) ?? []);
  isAbove(t, calls.length, 10);
  for (const call of calls) {
    const [, , name, ...rest] = call.trim().split(/\s+/);
    const help = commands.find((command) => command.name === name)?.help ?? "";
    for (const word of rest.filter((part) => part.startsWith("--"))) {
      t.true(help.includes(`${word.split("=")[0]} `), `${call}: ${word}`);
    }
    t.not(help, "", call);
  }
});

test("every option of a command is in its help, and its help has no other", async (t) => {
  for (const { name, help, run } of commands) {
    const streams = { out: { write: () => {} }, err: { write: () => {} } };
    // Far from every name, so that all of them are listed.
    const refusal = await t.throwsAsync(async () => run(["--0123456789"], streams), { instanceOf: UsageError });
    const known = refusal.message.match(/--[a-z-]+/g) ?? [];
    const told = [...new Set(help.match(/--[a-z][a-z-]*/g))].filter((option) => option !== "--help");
    t.deepEqual(told.sort(), known.sort(), name);
  }
});
