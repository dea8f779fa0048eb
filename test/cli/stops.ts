import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test, { type ExecutionContext } from "ava";
import { findStop, formatStop, nameIncomplete } from "../../lib/cli/incomplete.ts";
import { Inertia, RevoluteJoint, RigidBody, System } from "../../lib/index.ts";
import { isAtMost } from "../helpers/compare.ts";
import { inRoot } from "../helpers/project.ts";

// Commands that are interrupted, fail, or run modules that misbehave, as processes of their own.

const MAIN = inRoot("build/lib/cli/main.js");

function makeFolder(t: ExecutionContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-stops-"));
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const finish = async (child: ChildProcess) => {
  const [code] = await once(child, "close");
  return code as number | null;
};

function start(t: ExecutionContext, args: readonly string[], flags: readonly string[] = []) {
  const child = spawn(process.execPath, [...flags, MAIN, ...args]);
  t.teardown(() => child.kill("SIGKILL"));
  const texts = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    texts.out += data;
  });
  child.stderr.on("data", (data) => {
    texts.err += data;
  });
  return { child, texts };
}

test("Ctrl-C during a drive: report and samples as far as it came, in files of their own", async (t) => {
  const folder = makeFolder(t);
  // Its messages are taken for a terminal, so that progress shows when there is something to lose.
  const isTerminal = ["--import", "data:text/javascript,process.stderr.isTTY = true"];
  const { child, texts } = start(t, ["vehicle", "--time", "1000", "--out", folder], isTerminal);
  while (!/t = (?!0\.000 )\S+ s of/.test(texts.err)) await once(child.stderr, "data");
  child.kill("SIGINT");
  t.is(await finish(child), 130);
  const end = Number(/interrupted at t = (\S+) s; what was computed is in /.exec(texts.err)?.[1]);
  isAtMost(t, 1e-6, end);
  t.deepEqual(fs.readdirSync(folder).sort(), ["vehicle.incomplete.csv", "vehicle.incomplete.html"]);
  const lines = fs.readFileSync(path.join(folder, "vehicle.incomplete.csv"), "utf8").trimEnd().split("\n");
  t.is(Number(lines.at(-1)?.split(",")[0]), end);
});

test("a run that fails is told in words of the command line", (t) => {
  const system = new System();
  const inertia = Inertia.rod({ mass: 1, length: 1, axis: "x" });
  const rod = system.add(new RigidBody("rod", { inertia, position: [0.5, 0, 0] }));
  const torque = (time: number) => (time > 0.5 ? Number.NaN : 0);
  system.add(new RevoluteJoint("hinge", system.ground, rod, { point: [0, 0, 0], axis: [0, 0, 1], torque }));
  const error = t.throws(() => system.simulateSync({ until: 1 }));
  const stop = findStop(error);
  t.is(stop?.code, 1);
  isAtMost(t, 0.4, stop?.run.end as number);
  const text = formatStop(stop as never, [nameIncomplete("out/vehicle.csv")], "another --command");
  t.regex(
    text,
    /^multibond: the run stopped at t = \S+ s: .*; what was computed is in out\/vehicle\.incomplete\.csv\. Try /,
  );
  t.notRegex(text, /trajectory/);
  t.is(findStop(new Error("another")), undefined);
});

for (const [command, message] of [
  ["vx=1e300", "--command has vx = 1e300; give at most 100 m/s either way"],
  ["wz=-101", "--command has wz = -101; give at most 100 rad/s either way"],
  ["vx=1,vx=2", "--command gives vx twice; give it once"],
]) {
  test(`--command ${command} is refused`, async (t) => {
    const { child, texts } = start(t, ["vehicle", "--command", command, "--out", makeFolder(t)]);
    t.is(await finish(child), 2);
    t.is(texts.err, `multibond: ${message}\nTry multibond --help\n`);
  });
}

for (const [args, message] of [
  [["vehicle", "--bogus", "1"], /^multibond: unknown option --bogus; there is --layout, --command, /],
  [["vehicle", "fast"], /^multibond: Unexpected argument 'fast'.*; leave it away, or name its option: --time 5\n/],
  [["vehicle", "--time"], /^multibond: Option '--time <value>' argument missing; give it one: --time VALUE\n/],
  [["vehicle", "--json=yes"], /^multibond: Option '--json' does not take an argument; give --json alone\n/],
  [["vehicle", "--friction", "1e300"], /^multibond: --friction is "1e300"; give a coefficient of at most 100/],
] as const) {
  test(`${args.join(" ")}: a remedy`, async (t) => {
    const { child, texts } = start(t, args);
    t.is(await finish(child), 2);
    t.regex(texts.err, message);
  });
}

const MODEL = `import { Inertia, RigidBody, System } from ${JSON.stringify(new URL("../../lib/index.js", import.meta.url).href)};
export const system = new System();
system.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 1, radius: 1 }) }));
`;

for (const [name, text, code, message] of [
  ["null.mjs", "throw null;", 2, /null\.mjs cannot be run \(it threw null\); try it alone: node /],
  [
    "waiting.mjs",
    "await new Promise(() => {});",
    2,
    /waiting\.mjs never finishes: it waits for something that does not/,
  ],
  [
    "exit.mjs",
    "process.exit(0);",
    1,
    /^multibond: .*exit\.mjs ends the process \(process\.exit\) before its model can be/,
  ],
  ["README.md", "# Title", 2, /README\.md is no JavaScript module, by its ending; give a \.js or \.mjs file/],
  ["timer.mjs", `${MODEL}setInterval(() => {}, 1000);`, 0, /^$/],
] as const) {
  test(`graph ${name}: ends, with one line if it must`, async (t) => {
    const folder = makeFolder(t);
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    const { child, texts } = start(t, ["graph", file, "--out", path.join(folder, "a.svg")]);
    t.is(await finish(child), code, texts.err);
    t.regex(texts.err, message);
    t.is(fs.existsSync(path.join(folder, "a.svg")), code === 0);
  });
}
