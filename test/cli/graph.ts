import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "ava";
import { commands } from "../../lib/cli/commands.ts";
import { GRAPH_FORMATS } from "../../lib/cli/graphFormats.ts";
import { runCommand } from "../../lib/cli/runCommand.ts";
import { inRoot } from "../helpers/project.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-graph-"));
test.after.always(() => fs.rmSync(folder, { recursive: true, force: true }));

async function call(...args: string[]) {
  const texts = { out: [] as string[], err: [] as string[] };
  const streams = {
    out: { write: (text: string) => texts.out.push(text) },
    err: { write: (text: string) => texts.err.push(text) },
  };
  const code = await runCommand(["graph", ...args], { commands, version: "", streams });
  return { code, out: texts.out.join(""), err: texts.err.join("") };
}

/** A module in the folder; it finds the package where the tests do. */
function writeModule(name: string, text: string): string {
  const file = path.join(folder, name);
  const library = JSON.stringify(`file://${inRoot("dist/index.js")}`);
  fs.writeFileSync(file, text.replace('"multibond"', library));
  return file;
}

const inFolder = (name: string) => path.join(folder, name);
const FOUR_BAR = inRoot("examples/four-bar.js");

test("the four-bar in words, as the help says", async (t) => {
  const out = inFolder("four-bar.svg");
  t.deepEqual(await call(FOUR_BAR, "--detail", "word", "--out", out), {
    code: 0,
    out: `wrote ${out}: 58 elements, 58 bonds\n`,
    err: "",
  });
  const svg = fs.readFileSync(out, "utf8");
  t.is(svg.match(/<g class="element"/g)?.length, 8);
  t.is(svg.match(/<g class="bond"/g)?.length, 8);
});

const BEGINNINGS: Record<(typeof GRAPH_FORMATS)[number], RegExp> = {
  svg: /^<svg /,
  png: /^.PNG/,
  html: /^<!doctype html>/,
  tex: /^\\documentclass/,
  dot: /^digraph /,
  graphml: /^<\?xml/,
  json: /^\{/,
};

for (const format of GRAPH_FORMATS) {
  test(`the ending .${format} says the format`, async (t) => {
    for (const detail of ["full", "word"]) {
      const out = inFolder(`${detail}.${format}`);
      const { code, err } = await call(FOUR_BAR, "--detail", detail, "--out", out);
      t.is(code, 0, err);
      t.regex(fs.readFileSync(out, "latin1"), BEGINNINGS[format]);
    }
  });
}

test("values, power at a time of the run, groups to fold, title, no strokes", async (t) => {
  const out = inFolder("options.svg");
  const options = [
    "--values",
    "--power",
    "width",
    "--time",
    "0.7",
    "--fold",
    "A,B",
    "--title",
    "a <b>",
    "--no-strokes",
  ];
  const { code, err } = await call(FOUR_BAR, ...options, "--out", out);
  t.is(code, 0, err);
  const svg = fs.readFileSync(out, "utf8");
  t.regex(svg, /<title>a &lt;b&gt;<\/title>/);
  t.regex(svg, />mass = 0\.1</);
  t.regex(svg, /the most is [\d.]+ W/);
  t.is(svg.match(/<g class="group"/g)?.length, 6);
});

test("every example can be drawn", async (t) => {
  for (const file of fs.readdirSync(inRoot("examples")).filter((name) => name.endsWith(".js"))) {
    const out = inFolder(`${file}.svg`);
    const { code, err } = await call(inRoot("examples", file), "--out", out);
    t.is(code, 0, err);
    t.regex(fs.readFileSync(out, "utf8"), /<g class="bond"/);
  }
});

test("a graph under any name, or as the default, is found", async (t) => {
  const make =
    'import { BondGraph } from "multibond";\nconst g = new BondGraph();\ng.connect(g.create("Se", "u"), g.create("R", "r"));\n';
  for (const [name, text] of [
    ["default", "export default g;"],
    ["named", "export { g as circuit };"],
  ]) {
    const out = inFolder(`${name}.dot`);
    const { code, err } = await call(writeModule(`${name}.mjs`, make + text), "--out", out);
    t.is(code, 0, err);
    t.regex(fs.readFileSync(out, "utf8"), /Se:u/);
  }
});

const wrongCalls: [name: string, args: () => string[], message: RegExp][] = [
  ["no module", () => [], /graph needs a module: multibond graph examples/],
  ["two modules", () => ["a.js", "b.js"], /takes one module, not 2: a\.js, b\.js/],
  ["a missing file", () => ["nowhere.js"], /there is no file nowhere\.js; give a module that exports/],
  ["a folder", () => [folder], /is a folder; give a module inside it/],
  [
    "a module without a model",
    () => [writeModule("none.mjs", "export const a = 1;")],
    /exports no System and no BondGraph \(only a\); add a line such as: export \{ system \};/,
  ],
  ["a module without exports", () => [writeModule("empty.mjs", "")], /it exports nothing/],
  [
    "a module that throws",
    () => [writeModule("broken.mjs", 'throw new RangeError("inside");')],
    /cannot be run \(RangeError: inside\); try it alone: node /,
  ],
  ["a module that is no JavaScript", () => [writeModule("syntax.mjs", "const = 3;")], /cannot be run \(SyntaxError/],
  [
    "an unknown format",
    () => [FOUR_BAR, "--out", "a.gif"],
    /the ending \.gif of a\.gif is no known format; end it with \.svg, \.png/,
  ],
  ["no ending", () => [FOUR_BAR, "--out", "a"], /a has no ending; end it with/],
  [
    "a place that cannot be written",
    () => [FOUR_BAR, "--out", path.join(writeModule("no", ""), "a.svg")],
    /cannot write .*a\.svg \(ENOTDIR: not a directory\); choose another place: --out FILE/,
  ],
  ["an unknown detail", () => [FOUR_BAR, "--detail", "words"], /unknown detail words; did you mean word\?/],
  ["an unknown power", () => [FOUR_BAR, "--power", "colour"], /unknown power colour; did you mean color\?/],
  ["an unknown group", () => [FOUR_BAR, "--fold", "crnk"], /a group to fold is "crnk"; did you mean "crank"\?/],
  [
    "words and groups",
    () => [FOUR_BAR, "--fold", "crank", "--detail", "word"],
    /--fold does not go with --detail word/,
  ],
  [
    "values in a file without them",
    () => [FOUR_BAR, "--values", "--out", "a.dot"],
    /--values does not go with \.dot; it belongs to \.svg, \.png, \.html, \.tex/,
  ],
  [
    "strokes that JSON has not",
    () => [FOUR_BAR, "--no-strokes", "--out", "a.json"],
    /--no-strokes does not go with \.json; it belongs to /,
  ],
  ["no time", () => [FOUR_BAR, "--time", "soon"], /--time is "soon"; give seconds/],
  ["a time outside of the run", () => [FOUR_BAR, "--time", "99"], /--time 99: /],
  [
    "a time without a run",
    () => [
      writeModule("still.mjs", 'import { System } from "multibond";\nexport const system = new System();'),
      "--time",
      "1",
    ],
    /--time needs a run, and .* exports none/,
  ],
  [
    "words of a graph for another program",
    () => [inRoot("examples/rlc.js"), "--detail", "word", "--out", "a.dot"],
    /--detail word is for pictures, or for modules that export a System/,
  ],
];
for (const [name, args, message] of wrongCalls) {
  test(`multibond graph with ${name}: explained, exit code 2`, async (t) => {
    const list = args();
    const target = list.includes("--out") || list.length === 0 ? [] : ["--out", inFolder("wrong.svg")];
    const { code, err } = await call(...list, ...target);
    t.is(code, 2);
    t.regex(err, message);
    t.false(fs.existsSync(inFolder("wrong.svg")));
  });
}

test("the help tells what a module exports", (t) => {
  const help = commands.find(({ name }) => name === "graph")?.help ?? "";
  t.regex(help, /exports a System or a BondGraph/);
  for (const format of GRAPH_FORMATS) t.true(help.includes(format));
});
