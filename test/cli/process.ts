import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test, { type ExecutionContext } from "ava";
import { UsageError } from "../../lib/cli/Command.ts";
import { OutputFiles } from "../../lib/cli/OutputFiles.ts";
import { inRoot } from "../helpers/project.ts";

// The command as a process of its own: pipes that close, signals, places that cannot be written to.

const MAIN = inRoot("build/lib/cli/main.js");

function makeFolder(t: ExecutionContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-process-"));
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Progress is shown on a terminal only: let the process take its messages for one. */
const AS_TERMINAL = ["--import", "data:text/javascript,process.stderr.isTTY = true"];

function start(args: readonly string[], flags: readonly string[] = []) {
  const child = spawn(process.execPath, [...flags, MAIN, ...args]);
  const texts = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    texts.out += data;
  });
  child.stderr.on("data", (data) => {
    texts.err += data;
  });
  return { child, texts };
}

const finish = async (child: ChildProcess) => {
  const [code, signal] = await once(child, "close");
  return { code, signal };
};

async function call(...args: string[]) {
  const { child, texts } = start(args);
  return { ...(await finish(child)), ...texts };
}

test("nobody reads what is printed: the files are complete, and nothing is said", async (t) => {
  const folder = makeFolder(t);
  const { child, texts } = start(["tour", "--out", folder]);
  child.stdout.destroy();
  t.deepEqual(await finish(child), { code: 0, signal: null });
  t.is(texts.err, "");
  t.deepEqual(fs.readdirSync(folder).sort(), [
    "double-pendulum.csv",
    "double-pendulum.svg",
    "slider-crank.csv",
    "slider-crank.svg",
  ]);
  for (const name of ["double-pendulum", "slider-crank"]) {
    const lines = fs
      .readFileSync(path.join(folder, `${name}.csv`), "utf8")
      .trimEnd()
      .split("\n");
    t.is(lines.length, 502);
    t.is(lines.at(-1)?.split(",").length, lines[0].split(",").length);
    t.true(
      fs
        .readFileSync(path.join(folder, `${name}.svg`), "utf8")
        .trimEnd()
        .endsWith("</svg>"),
    );
  }
});

test("nobody reads the messages either: a refusal still has its exit code", async (t) => {
  const { child } = start(["tuor"]);
  child.stdout.destroy();
  child.stderr.destroy();
  t.deepEqual(await finish(child), { code: 2, signal: null });
});

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  for (const command of [
    ["vehicle", "--time", "1000"],
    ["testbench", "--time", "1000", "--psi", "0"],
  ]) {
    test(`${signal} during ${command[0]}: exit code ${code}, what was there stays, what was computed is written beside it`, async (t) => {
      const folder = makeFolder(t);
      const old = path.join(folder, `${command[0]}.html`);
      fs.writeFileSync(old, "old");
      const { child, texts } = start([...command, "--out", folder], AS_TERMINAL);
      await once(child.stderr, "data");
      child.kill(signal);
      t.deepEqual(await finish(child), { code, signal: null });
      const [, time, written] = /multibond: interrupted at t = (\S+) s; (.*)\n$/.exec(texts.err) ?? [];
      t.not(time, undefined, texts.err);
      const files = fs.readdirSync(folder).filter((name) => name !== path.basename(old));
      for (const name of files) {
        t.regex(name, /\.incomplete\.(?:html|csv)$/);
        t.true(written.includes(path.join(folder, name)));
      }
      const report = files.find((name) => name.endsWith(".html"));
      // So soon that there may be nothing yet.
      if (report === undefined) t.is(written, "nothing was computed before");
      else
        t.true(read(path.join(folder, report)).includes(`<strong>Incomplete:</strong> interrupted at t = ${time} s`));
      t.is(fs.readFileSync(old, "utf8"), "old");
    });
  }
}

test("a module that never ends is ended by a signal at once", async (t) => {
  const folder = makeFolder(t);
  const file = path.join(folder, "endless.mjs");
  fs.writeFileSync(file, 'console.log("here");\nfor (;;);\n');
  const { child } = start(["graph", file, "--out", path.join(folder, "a.svg")]);
  t.teardown(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  child.kill("SIGINT");
  t.deepEqual(await finish(child), { code: null, signal: "SIGINT" });
  t.deepEqual(fs.readdirSync(folder), ["endless.mjs"]);
});

/** With so much to compute that a command which finds out afterwards would not end. */
const inTheWay: [name: string, args: string[]][] = [
  ["testbench.html", ["testbench", "--time", "1000"]],
  ["testbench-psi30.csv", ["testbench", "--time", "1000"]],
  ["vehicle.csv", ["vehicle", "--time", "1000"]],
  ["slider-crank.svg", ["tour"]],
];
for (const [name, args] of inTheWay) {
  test(`a folder in the place of ${name}: found out before anything is computed`, async (t) => {
    const folder = makeFolder(t);
    fs.mkdirSync(path.join(folder, name));
    t.deepEqual(await call(...args, "--out", folder), {
      ...{ code: 2, signal: null, out: "" },
      err: `multibond: cannot write ${path.join(folder, name)} (it is a folder); choose another place: --out FOLDER\nTry multibond --help\n`,
    });
    t.deepEqual(fs.readdirSync(folder), [name]);
  });
}

test("a folder that does not exist is made when there is something to write, not before", async (t) => {
  const folder = path.join(makeFolder(t), "a", "b");
  const { err } = await call("vehicle", "--layout", "none", "--out", folder);
  t.regex(err, /unknown layout/);
  t.false(fs.existsSync(path.dirname(folder)));
  t.is((await call("vehicle", "--time", "0.01", "--out", folder)).code, 0);
  t.deepEqual(fs.readdirSync(folder).sort(), ["vehicle.csv", "vehicle.html"]);
});

const read = (file: string) => fs.readFileSync(file, "utf8");

test("all files are written, or none", (t) => {
  const folder = makeFolder(t);
  const [a, b] = ["a.txt", "b.txt"].map((name) => path.join(folder, name));
  fs.writeFileSync(a, "old");
  const files = new OutputFiles("--out FILE", [a, b]);
  const broken = 3 as unknown as string;
  t.throws(
    () =>
      files.write([
        [a, "new"],
        [b, broken],
      ]),
    { instanceOf: UsageError, message: /^cannot write .*b\.txt \(.*\); choose another place: --out FILE$/ },
  );
  t.deepEqual(fs.readdirSync(folder), ["a.txt"]);
  t.is(read(a), "old");
  files.write([
    [a, "new"],
    [b, Uint8Array.of(65)],
  ]);
  t.deepEqual([read(a), read(b)], ["new", "A"]);
  t.deepEqual(fs.readdirSync(folder), ["a.txt", "b.txt"]);
});

test("links stay links, permissions stay, devices are written to", (t) => {
  const folder = makeFolder(t);
  const [real, link] = ["real.txt", "link.txt"].map((name) => path.join(folder, name));
  fs.writeFileSync(real, "old");
  fs.chmodSync(real, 0o640);
  fs.symlinkSync("real.txt", link);
  new OutputFiles("--out FILE", [link]).write([[link, "new"]]);
  t.is(read(real), "new");
  t.true(fs.lstatSync(link).isSymbolicLink());
  t.is(fs.statSync(real).mode & 0o777, 0o640);
  t.notThrows(() => new OutputFiles("--out FILE", [os.devNull]).write([[os.devNull, "x"]]));
  t.false(fs.statSync(os.devNull).isFile());
});

test("a place below a file, and a name that is too long", (t) => {
  const file = path.join(makeFolder(t), "file");
  fs.writeFileSync(file, "");
  const check = (name: string) => () => new OutputFiles("--out FILE", [name]);
  t.throws(check(path.join(file, "x")), { message: /\(ENOTDIR: not a directory\)/ });
  t.throws(check(`${file}${"x".repeat(300)}`), { message: /\(ENAMETOOLONG: name too long\)/ });
});
