import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import test from "ava";
import { type Command, UsageError } from "../../lib/cli/Command.ts";
import { commands } from "../../lib/cli/commands.ts";
import { parseOptions } from "../../lib/cli/options.ts";
import { formatProgress, ProgressBar } from "../../lib/cli/progressBar.ts";
import { runCommand } from "../../lib/cli/runCommand.ts";
import { AppliedWrench, Inertia, RigidBody, System } from "../../lib/index.ts";
import { editDistance, nearest } from "../../lib/math/index.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { inRoot, packageFile } from "../helpers/project.ts";

const collect = (isTTY = false) => {
  const texts: string[] = [];
  return { isTTY, texts, write: (text: string) => texts.push(text) };
};

const swing: Command = {
  name: "swing",
  summary: "swings",
  help: "Usage: multibond swing [--times N]",
  run(args, { out }) {
    const { values } = parseOptions(args, { times: { type: "string", default: "1" } });
    out.write(`${values.times}\n`);
    return values.times === "13" ? 1 : undefined;
  },
};

async function run(...args: string[]) {
  const streams = { out: collect(), err: collect() };
  const code = await runCommand(args, { commands: [swing], version: "1.2.3", streams });
  return { code, out: streams.out.texts.join(""), err: streams.err.texts.join("") };
}

test("the overview lists the commands; no arguments and --help are the same", async (t) => {
  const { code, out, err } = await run("--help");
  t.is(code, 0);
  t.regex(out, /^ {2}swing {2}swings$/m);
  t.is(err, "");
  t.deepEqual(await run(), { code, out, err });
  t.deepEqual(await run("-h"), { code, out, err });
});

test("--version", async (t) => {
  t.deepEqual(await run("--version"), { code: 0, out: "1.2.3\n", err: "" });
});

test("a command gets its arguments and sets the exit code", async (t) => {
  t.deepEqual(await run("swing"), { code: 0, out: "1\n", err: "" });
  t.deepEqual(await run("swing", "--times", "13"), { code: 1, out: "13\n", err: "" });
  t.deepEqual(await run("swing", "--help"), { code: 0, out: `${swing.help}\n`, err: "" });
});

const wrongCalls: [args: string[], message: string][] = [
  [["swign"], "unknown command swign; did you mean swing?"],
  [["quux"], "unknown command quux; there is swing"],
  [["--verison"], "unknown option --verison; did you mean --version?"],
  [["-x"], "Unknown option '-x'"],
  [["swing", "--time=3"], "unknown option --time; did you mean --times?"],
  [["swing", "--times"], "Option '--times <value>' argument missing; give it one: --times VALUE"],
  [["swing", "high"], "Unexpected argument 'high'; leave it away, or name its option: --time 5"],
];
for (const [args, message] of wrongCalls) {
  test(`multibond ${args.join(" ")}: explained, exit code 2`, async (t) => {
    const { code, out, err } = await run(...args);
    t.is(code, 2);
    t.is(out, "");
    t.true(err.startsWith(`multibond: ${message}`), err);
  });
}

test("an error inside a command that is not the caller's fault is not swallowed", async (t) => {
  const broken: Command = { ...swing, run: () => Promise.reject(new RangeError("inside")) };
  const streams = { out: collect(), err: collect() };
  await t.throwsAsync(runCommand(["swing"], { commands: [broken], version: "", streams }), { instanceOf: RangeError });
});

test("usage errors have their own class", (t) => {
  t.throws(() => parseOptions(["--a"], {}), { instanceOf: UsageError, message: "unknown option --a; there are none" });
});

test("edit distance", (t) => {
  t.is(editDistance("", "abc"), 3);
  t.is(editDistance("kitten", "sitting"), 3);
  t.is(editDistance("tuor", "tour"), 1);
  t.is(editDistance("same", "same"), 0);
});

test("the nearest names: completions first, then few edits, nothing far", (t) => {
  t.deepEqual(nearest("chain/10", ["chain/50/forward", "chain/10/forward"], 2), ["chain/10/forward"]);
  t.deepEqual(nearest("toru", ["sweep", "tour"]), ["tour"]);
  t.deepEqual(nearest("zzz", ["sweep", "tour"]), []);
});

test("the text of a progress bar", (t) => {
  t.is(formatProgress({ time: 4, start: 0, end: 10 }, 10), "[████······]  40 %  t = 4.000 s of 10 s");
  t.is(formatProgress({ time: -1, start: -2, end: 0 }, 4), "[██··]  50 %  t = -1.000 s of 0 s");
  t.is(formatProgress({ time: 9.9999, start: 0, end: 10 }, 10), "[█████████·]  99 %  t = 10.00 s of 10 s");
  t.is(formatProgress({ time: 3, start: 3, end: 3 }, 2), "[██] 100 %  t = 3.000 s of 3 s");
});

test("a progress bar draws on a terminal only, and each text once", (t) => {
  const terminal = collect(true);
  const bar = new ProgressBar(terminal);
  bar.clear();
  bar.update({ time: 1, start: 0, end: 2 });
  bar.update({ time: 1, start: 0, end: 2 });
  bar.clear();
  t.is(terminal.texts.length, 2);
  t.true(terminal.texts[0].startsWith("\r\x1b[K["));
  t.is(terminal.texts[1], "\r\x1b[K");

  const file = collect(false);
  const silent = new ProgressBar(file);
  silent.update({ time: 1, start: 0, end: 2 });
  silent.clear();
  t.deepEqual(file.texts, []);
});

test("the command itself: version, help, unknown command", async (t) => {
  const main = fileURLToPath(new URL("../../lib/cli/main.js", import.meta.url));
  const call = (...args: string[]) => promisify(execFile)(process.execPath, [main, ...args]);
  t.is((await call("--version")).stdout, `${packageFile.version}\n`);
  t.regex((await call("--help")).stdout, /^ {2}tour {2}/m);
  const error = await t.throwsAsync<Error & { code: number; stderr: string }>(call("tuor"));
  t.is(error.code, 2);
  t.regex(error.stderr, /unknown command tuor; did you mean tour\?/);
});

const wrongTestbenches: [args: string[], message: RegExp][] = [
  [["--rollers", "two"], /--rollers is "two"; give a whole number from 3 to 60, such as 4/],
  [["--rollers", "2"], /--rollers is "2"; give a whole number from 3 to 60/],
  [["--rollers", "1e6"], /--rollers is "1e6"; give a whole number from 3 to 60/],
  [["--rollers", "4.5"], /--rollers is "4.5"; give a whole number from 3 to 60/],
  [["--time", "1e9"], /--time is "1e9"; give a number from 0\.001 to 1000, such as 10/],
  [["--tolerance", "1e-300"], /--tolerance is "1e-300"; give a number from 1e-14 to 0\.1/],
  [["--psi", "95"], /--psi is "95"; give degrees between -90 and 90/],
  [["--psi", "0,30,-0"], /--psi lists 0 twice; give it once/],
  [["--psi", Array.from({ length: 21 }, (_, i) => i).join()], /--psi lists 21 inclinations; give at most 20/],
  [["--tracker", "explicit,explicit"], /--tracker lists explicit twice; give it once/],
  [["--friction", "coulom"], /unknown friction coulom; did you mean coulomb\?/],
  [["--tracker", "implict"], /unknown tracker implict; did you mean implicit\?/],
  [["--accept", "1"], /--accept belongs to --case FILE/],
  [["--case", "nowhere.json"], /cannot read nowhere\.json/],
  [["--case", "nowhere.json", "--psi", "3"], /--psi does not go with --case/],
];
for (const [args, message] of wrongTestbenches) {
  test(`multibond testbench ${args.join(" ")}: explained, exit code 2`, async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-cli-"));
    const streams = { out: collect(), err: collect() };
    const more = args.includes("--case") || args.includes("--accept") ? [] : ["--out", folder];
    const code = await runCommand(["testbench", ...args, ...more], { commands, version: "", streams });
    t.is(code, 2);
    t.regex(streams.err.texts.join(""), message);
    fs.rmSync(folder, { recursive: true });
  });
}

test("multibond testbench: tables, a report and samples, the same in every run but for times", async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-cli-"));
  const call = async () => {
    const streams = { out: collect(), err: collect() };
    const args = ["testbench", "--time", "0.5", "--psi", "30", "--rollers", "6", "--out", folder, "--json"];
    t.is(await runCommand(args, { commands, version: "", streams }), 0);
    const result = JSON.parse(streams.out.texts.join(""));
    for (const { runs } of result.comparisons) for (const run of runs) run.cost = 0;
    return result;
  };
  const result = await call();
  const [{ runs }] = result.comparisons;
  t.deepEqual(
    runs.map(({ tracker }: { tracker: string }) => tracker),
    ["explicit", "implicit", "algebraic", "differential"],
  );
  for (const { divergence } of runs) isBelow(t, divergence.position, 1e-9);
  const report = fs.readFileSync(path.join(folder, "testbench.html"), "utf8");
  t.regex(report, /<svg[\s\S]*Path of the contact point/);
  t.regex(report, /Bond graph of the testbench[\s\S]*>wheel bearing 6</);
  t.notRegex(report, /(?:src|href)=/);
  t.is(fs.readFileSync(path.join(folder, "testbench-psi30.csv"), "utf8").trimEnd().split("\n").length, 502);
  t.deepEqual(await call(), result);
  fs.rmSync(folder, { recursive: true });
});

test("multibond testbench --case: exit code by the largest difference", async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-cli-"));
  const file = path.join(folder, "cases.json");
  const { "shared-psi30": entry } = JSON.parse(fs.readFileSync(inRoot("test/reference/data/omniwheel.json"), "utf8"));
  entry.case.t1 = 1;
  entry.times.length = entry.states.length = 2;
  entry.switches = [];
  const call = async (...args: string[]) => {
    fs.writeFileSync(file, JSON.stringify({ entry }));
    const streams = { out: collect(), err: collect() };
    const code = await runCommand(["testbench", "--case", file, ...args], { commands, version: "", streams });
    return { code, out: streams.out.texts.join(""), err: streams.err.texts.join("") };
  };
  const good = await call();
  t.is(good.code, 0);
  t.regex(good.out, /entry\n {2}t = 0 s\n[\s\S]*largest difference \d\.\d+e-1\d .*: accepted/);
  t.is((await call("--accept", "1e-15")).code, 1);
  t.true(JSON.parse((await call("--json")).out).pass);
  delete entry.switches;
  entry.states = [{}, {}];
  t.deepEqual(await call(), {
    code: 2,
    out: "",
    err: `multibond: ${file}: case "entry": it lists nothing to compare with; give states, one for each of its times, or switches\nTry multibond --help\n`,
  });
  entry.states = Array(100_001).fill({ x: 0 });
  entry.times = Array(100_001).fill(0);
  t.regex((await call()).err, /case "entry": the number of times is 100001; give a whole number from 0 to 100000/);
  entry.times.length = entry.states.length = 1;
  entry.case.t1 = 1e9;
  t.regex((await call()).err, /case "entry": t1 is 1000000000 s; give at most 1000 s/);
  entry.case.wheel.n = 1e9;
  entry.states[0] = { x: 0 };
  t.regex((await call()).err, /n, the number of rollers, is 1000000000; give a whole number from 3 to 200/);
  entry.case.wheel.colour = 1;
  t.regex((await call()).err, /unknown option "colour"/);
  fs.rmSync(folder, { recursive: true });
});

const hostileCases: [text: string, message: RegExp][] = [
  ["{}", /there is no case in the file; give one or more, \{ name: \{ case, g, times, states \}, … \}/],
  ["", /the cases are not JSON/],
  ["null", /the cases are null; give an object/],
  ["[".repeat(1e5), /the cases are not JSON/],
  ['{"__proto__":1}', /case "__proto__": it is 1; give an object with case, g/],
];
for (const [text, message] of hostileCases) {
  test(`multibond testbench --case with ${text.slice(0, 20)}: explained, exit code 2`, async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-cli-"));
    const file = path.join(folder, "cases.json");
    fs.writeFileSync(file, text);
    const streams = { out: collect(), err: collect() };
    const code = await runCommand(["testbench", "--case", file], { commands, version: "", streams });
    fs.rmSync(folder, { recursive: true });
    t.is(code, 2);
    t.regex(streams.err.texts.join(""), message);
  });
}

test("a run that stops is told without a stack, exit code 1", async (t) => {
  const streams = { out: collect(), err: collect() };
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 1 });
  const ball = system.add(new RigidBody("ball", { inertia }));
  system.add(new AppliedWrench("push", system.ground, ball, { force: (time) => [time > 0.5 ? Number.NaN : 0, 0, 0] }));
  const run = () => void system.simulateSync({ until: 1 });
  const failing = { name: "fail", summary: "", help: "", run };
  t.is(await runCommand(["fail"], { commands: [failing], version: "", streams }), 1);
  t.regex(streams.err.texts.join(""), /^multibond: the run stopped at t = \S+ s: [^\n]*\n$/);
  t.notRegex(streams.err.texts.join(""), /trajectory/);
});

/** Runs the command itself in a folder of its own. */
async function callWheel(...args: string[]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-cli-"));
  const streams = { out: collect(), err: collect() };
  const call = args.map((text) => text.replace("FOLDER", folder));
  const code = await runCommand(["wheel", ...call], { commands, version: "", streams });
  const files = new Map(fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name))]));
  fs.rmSync(folder, { recursive: true });
  return { code, out: streams.out.texts.join(""), err: streams.err.texts.join(""), files };
}

const COARSE = ["--deviation", "1e-2", "--psi", "-45", "--radius", "0.05", "--rollers", "12"];
const wheelFiles: [args: string[], file: string, content: RegExp, others?: string[]][] = [
  [["--text"], "wheel.stl", /^solid wheel\nfacet normal [\s\S]*endsolid wheel\n$/],
  [["--text", "--part", "roller", "--scale", "1000"], "roller.stl", /^solid roller\n/],
  [[], "wheel.obj", /^o wheel\nv [\s\S]*\nvn [\s\S]*\nf \d+\/\/\d+ /],
  [["--time", "0.2"], "wheel.gltf", /"animations":\[\{"name":"motion"/],
  [["--time", "0.2", "--up", "z"], "wheel.glb", /^glTF/],
  [["--prefix", "package://r/"], "a.urdf", /"package:\/\/r\/a_hub\.stl"/, ["a_hub.stl", "a_roller.stl"]],
  [["--mass", "0.7"], "front.left.urdf", /<mass value="0.7"\/>/, ["front_left_hub.stl", "front_left_roller.stl"]],
  [["--mount", "free", "--friction", "0.4"], "wheel.xml", /<freejoint name="wheel free"\/>[\s\S]*friction="0.4 0 0"/],
  [[], "wheel.xml", /<joint name="mount angle" type="hinge"/],
];
for (const [args, name, content, others = []] of wheelFiles) {
  test(`multibond wheel --out ${name} ${args.join(" ")}`, async (t) => {
    const { code, out, err, files } = await callWheel(...COARSE, ...args, "--out", `FOLDER/${name}`);
    t.is(code, 0, err);
    t.deepEqual([...files.keys()].sort(), [name, ...others].sort());
    t.regex(files.get(name)?.toString("latin1") ?? "", content);
    t.regex(out, new RegExp(`wrote .*${name} \\(\\d+ kB\\)`));
  });
}

test("multibond wheel: bytes of STL, millimetres, folders that are made", async (t) => {
  const read = async (...args: string[]) => {
    const { files } = await callWheel(...COARSE, ...args, "--out", "FOLDER/roller.stl", "--part", "roller");
    return files.get("roller.stl") as Buffer;
  };
  const [metres, millimetres] = [await read(), await read("--scale", "1000")];
  t.is(metres.length, 84 + 50 * metres.readUInt32LE(80));
  isClose(t, millimetres.readFloatLE(96) / metres.readFloatLE(96), 1000, 1e-3);
});

test("multibond wheel: an option that is accepted changes the file", async (t) => {
  const changes = {
    ...{ rollers: "10", psi: "30", radius: "0.06", "roller-distance": "0.044", rows: "2", deviation: "5e-3" },
    ...{ mass: "3", density: "3000", friction: "0.2", part: "roller", scale: "2", prefix: "x", mount: "free", up: "y" },
  };
  const formats = { stl: [], obj: [], glb: [], gltf: ["--time", "0.1"], urdf: [], xml: [] };
  for (const [format, more] of Object.entries(formats)) {
    const call = async (...args: string[]) => {
      const { code, files } = await callWheel("--deviation", "1e-2", ...more, ...args, "--out", `FOLDER/w.${format}`);
      return code === 0 ? [...files].map(([name, bytes]) => `${name}: ${bytes.toString("latin1")}`).join() : undefined;
    };
    const before = await call();
    for (const [name, value] of Object.entries(changes)) {
      // Upwards is z for robots, and y in glTF.
      const other = name === "up" && format.startsWith("gl") ? "z" : value;
      t.not(await call(`--${name}`, other), before, `--${name} ${other} in .${format}`);
    }
  }
});

const wrongWheels: [args: string[], message: RegExp][] = [
  [[], /--out is missing; give a file such as --out wheel\.stl/],
  [["--out", "wheel.step"], /--out is "wheel\.step"; its ending says the format: give one of \.stl, \.obj/],
  [["--out", "wheel"], /its ending says the format/],
  [
    ["--out", "/dev/null/wheel.stl"],
    /cannot write \/dev\/null\/wheel\.stl \(ENOTDIR: not a directory\); choose another place: --out FILE/,
  ],
  [["--out", "wheel.stl", "--time", "3"], /--time does not go with \.stl; it belongs to \.glb, \.gltf/],
  [["--out", "wheel.stl", "--rollers", "many"], /--rollers is "many"; give a whole number from 3 to 200, such as 12/],
  [["--out", "wheel.stl", "--rollers", "2"], /--rollers is "2"; give a whole number from 3 to 200/],
  [["--out", "wheel.stl", "--rollers", "1e6"], /--rollers is "1e6"; give a whole number from 3 to 200/],
  [["--out", "wheel.stl", "--psi", "95"], /--psi is "95"; give degrees between -90 and 90/],
  [["--out", "wheel.stl", "--radius", "-1"], /--radius is "-1"; give a number from 0\.0001 to 100, such as 0\.05/],
  [["--out", "wheel.stl", "--roller-distance", "1"], /leave gaps on the rim/],
  [["--out", "wheel.stl", "--rows", "3"], /--rows is "3"; give a whole number from 1 to 2/],
  [["--out", "wheel.stl", "--part", "rollr"], /unknown --part rollr; did you mean roller\?/],
  [
    ["--out", "wheel.stl", "--deviation", "0"],
    /--deviation is "0"; give a number from 0\.000001 to 0\.1, such as 0\.0001/,
  ],
  [["--out", "wheel.glb", "--time", "0"], /--time is "0"; give a number from 0\.001 to 1000, such as 2/],
  [["--out", "wheel.glb", "--time", "1e9"], /--time is "1e9"; give a number from 0\.001 to 1000/],
  [
    ["--out", "wheel.stl", "--deviation", "1e-6"],
    /the rollers would have \d+ triangles, more than 1000000; give a larger --deviation than 0\.000001/,
  ],
  [["--out", "wheel.urdf", "--up", "x"], /unknown --up x; /],
  [["--out", "wheel.stl", "--mass", "3"], /--mass does not go with \.stl; it belongs to \.glb, \.gltf, \.urdf, \.xml/],
  [["--out", "wheel.obj", "--density", "3"], /--density does not go with \.obj; it belongs to \.glb/],
  [
    ["--out", "wheel.urdf", "--friction", "1"],
    /--friction does not go with \.urdf; it belongs to \.glb, \.gltf, \.xml/,
  ],
  [["--out", "wheel.glb", "--mass", "3"], /--mass changes nothing in \.glb but the motion; give --time SECONDS, too/],
  [["--out", "wheel.stl", "--part", "roller", "--rows", "2"], /--rows does not go with --part roller: /],
  [["--out", "wheel.stl", "--roler", "3"], /unknown option --roler; did you mean --rollers\?/],
];
for (const [args, message] of wrongWheels) {
  test(`multibond wheel ${args.join(" ")}: explained, exit code 2`, async (t) => {
    const { code, err } = await callWheel(...args);
    t.is(code, 2);
    t.regex(err, message);
  });
}

const wrongDrives: [args: string[], message: RegExp][] = [
  [["--layout", "kiwii"], /unknown layout kiwii; did you mean kiwi\?/],
  [["--layout", "toString"], /unknown layout toString/],
  [["--command", "constructor=1"], /unknown motion constructor/],
  [["--command", "vx=0.5,vw=1"], /unknown motion vw; .*--command "vx=0.5,vy=0.2,wz=0.3"/],
  [["--command", "vx=fast"], /vx = "fast", which is not a finite number/],
  [["--command", "vx=Infinity"], /vx = "Infinity", which is not a finite number/],
  [["--command", ""], /--command is empty; give some of vx, vy/],
  [["--command", "vx"], /vx = "", which is not a finite number/],
  [["--time", "0"], /--time is "0"; give a number from 0\.001 to 1000, such as 5/],
  [["--friction=-1"], /--friction is "-1"; give Coulomb's coefficient/],
  [["--kinematics", "some"], /unknown kinematics some/],
  [["--layout", "constructor"], /unknown layout constructor/],
  [["--constructor", "1"], /unknown option --constructor/],
  [["--rollers", "2"], /--rollers is "2"; give a whole number from 3 to 200, such as 9/],
  [["--rollers", "1e6"], /--rollers is "1e6"; give a whole number from 3 to 200/],
  [["--time", "1e9"], /--time is "1e9"; give a number from 0\.001 to 1000/],
  [["--speed", "1"], /unknown option --speed/],
  [
    ["--out", "/dev/null/x"],
    /cannot write \/dev\/null\/x\/vehicle\.html \(ENOTDIR: not a directory\); choose another place: --out FOLDER/,
  ],
];
for (const [args, message] of wrongDrives) {
  test(`multibond vehicle ${args.join(" ")}: explained, exit code 2`, async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-vehicle-"));
    const streams = { out: collect(), err: collect() };
    const more = args.includes("--out") ? [] : ["--out", folder];
    const code = await runCommand(["vehicle", ...args, ...more], { commands, version: "", streams });
    fs.rmSync(folder, { recursive: true });
    t.is(code, 2);
    t.regex(streams.err.texts.join(""), message);
  });
}

test("multibond vehicle: a table or JSON, a report and samples", async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-vehicle-"));
  const drive = async (...more: string[]) => {
    const streams = { out: collect(), err: collect() };
    const args = ["--layout", "kiwi", "--command", "vx=0.3,wz=0.5", "--time", "0.3", "--friction", "rolling"];
    const code = await runCommand(["vehicle", ...args, "--out", folder, ...more], { commands, version: "", streams });
    t.is(code, 0);
    return streams.out.texts.join("");
  };
  t.regex(await drive(), /path error, largest +\d[\s\S]*slip, mean[\s\S]*power, mean[\s\S]*wrote .*vehicle.html/);
  const { layout, distance, peakSlip, files } = JSON.parse(await drive("--json"));
  t.is(layout, "kiwi");
  isAbove(t, distance, 0.01);
  isBelow(t, peakSlip, 1e-9);
  t.deepEqual(
    files,
    ["vehicle.html", "vehicle.csv"].map((name) => path.join(folder, name)),
  );
  t.regex(fs.readFileSync(files[0], "utf8"), /<svg[\s\S]*Path from above[\s\S]*Power of the motors/);
  t.is(fs.readFileSync(files[1], "utf8").trimEnd().split("\n").length, 102);
  fs.rmSync(folder, { recursive: true });
});
