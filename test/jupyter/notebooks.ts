import fs from "node:fs";
import path from "node:path";
import test from "ava";
import ts from "typescript";
import { isAtLeast } from "../helpers/compare.ts";
import { createNotebook, executeNotebook, findNotebook, listNotebooks, parseNotebook } from "../helpers/notebooks.ts";
import { inRoot } from "../helpers/project.ts";

const read = (name: string) => fs.readFileSync(findNotebook(name), "utf8");

/** A change of the model in each notebook, small but beyond its tolerances. */
const SABOTAGE: Record<string, [string, string]> = {
  pendulum: ["gravity: [0, -gravity, 0]", "gravity: [0, -gravity * 1.000001, 0]"],
  tumbling: ["Inertia.box({ mass, size })", "Inertia.box({ mass: mass * 1.000001, size })"],
  "four-bar": ["gravity: [0, -gravity, 0]", "gravity: [0, -gravity * 1.000001, 0]"],
  loops: ["Inertia.box({ mass: 1,", "Inertia.box({ mass: 1 + 1e-6 * k,"],
};

test("there is a change to try for every notebook", (t) => {
  t.deepEqual(listNotebooks(), Object.keys(SABOTAGE).sort());
});

for (const name of listNotebooks()) {
  test.serial(`${name}.ipynb gives the outputs that are stored in it`, (t) => {
    const stored = parseNotebook(read(name));
    t.deepEqual(parseNotebook(executeNotebook(read(name))), stored, "run npm run jupyter after a meant change");
  });

  test.serial(`${name}.ipynb stops where its numbers are wrong`, (t) => {
    const [from, to] = SABOTAGE[name].map((text) => JSON.stringify(text).slice(1, -1));
    t.true(read(name).includes(from));
    const error = t.throws(() => executeNotebook(read(name).replace(from, to)));
    t.regex(error?.message ?? "", /cell verify: Error: \d+ of \d+ numbers are not what they have to be: .+ expected/);
  });

  test(`${name}.ipynb begins with its parameters, shows pictures and no raw values`, (t) => {
    const cells = parseNotebook(read(name));
    t.regex(cells[0].source, /^# /);
    t.deepEqual(cells.find(({ kind }) => kind === "code")?.tags, ["parameters"]);
    const outputs = cells.flatMap((cell) => cell.outputs);
    isAtLeast(t, outputs.filter((output) => output["image/svg+xml"]?.startsWith("<svg")).length, 3);
    t.true(cells.find(({ id }) => id === "verify")?.outputs[0]["text/markdown"]?.startsWith("| quantity |"));
    for (const output of outputs) {
      t.deepEqual(
        Object.keys(output).filter((type) => type === "error" || type === "stderr"),
        [],
      );
      for (const text of Object.values(output)) {
        t.false(text.includes("\u001b"), "colours of a terminal");
        t.notRegex(text, /NaN|undefined|\[object|https?:\/\/(?!www\.w3\.org)/);
      }
    }
  });
}

test("cells are sound TypeScript, also where they are not run", (t) => {
  const config = ts.readConfigFile(inRoot("tsconfig.base.json"), ts.sys.readFile).config.compilerOptions;
  const { options } = ts.convertCompilerOptionsFromJson(config, inRoot("."));
  Object.assign(options, { noEmit: true, composite: false, noUnusedLocals: false, types: [], typeRoots: [] });
  options.allowImportingTsExtensions = true;
  options.rewriteRelativeImportExtensions = false;
  const sources = new Map(
    listNotebooks().map((name) => {
      const cells = parseNotebook(read(name)).filter(({ kind }) => kind === "code");
      return [
        path.resolve(inRoot("notebooks/jupyter"), `${name}.cells.ts`),
        cells.map((cell) => cell.source).join("\n"),
      ];
    }),
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => sources.get(path.resolve(file)) ?? readFile.call(host, file);
  host.fileExists = (file) => sources.has(path.resolve(file)) || fileExists.call(host, file);
  const types = fs.readdirSync(inRoot("lib/types")).map((name) => inRoot("lib/types", name));
  const program = ts.createProgram([...sources.keys(), ...types], options, host);
  for (const file of sources.keys()) {
    const source = program.getSourceFile(file);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    t.deepEqual(
      found.map(({ messageText }) => `${path.basename(file)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
      [],
    );
  }
});

test.serial("the kernel knows TypeScript, keeps all outputs, and reaches nothing beyond the machine", (t) => {
  const cells = parseNotebook(
    executeNotebook(
      createNotebook(
        'const say = (what: string) => console.log(what); say("one"); say("two"); 1 + 2',
        // An address for documentation: nobody answers there, and without the lock this would wait.
        'await fetch("http://192.0.2.1/").then(() => "reached", (error) => "refused: " + error.cause)',
        'await import("https://192.0.2.1/module.ts").then(() => "reached", (error) => "refused: " + error.message)',
        'await import("npm:left-pad").then(() => "reached", (error) => "refused: " + error.message)',
        ...Array.from({ length: 30 }, (_, i) => `console.log(${i}); "${i}".repeat(9)`),
      ),
    ),
  );
  t.is(cells[0].outputs.length, 2);
  t.is(cells[0].outputs[0].stdout, "one\ntwo\n");
  for (const cell of cells.slice(1, 4))
    t.regex(cell.outputs[0]["text/plain"], /refused: .*(Connection refused|node_modules)/s);
  cells.slice(4).forEach(({ outputs }, i) => {
    t.is(outputs.length, 2, `${i}`);
    t.is(outputs[0].stdout, `${i}\n`);
    t.true(outputs[1]["text/plain"].includes(`${i}`.repeat(9)));
  });
});

test.serial("a cell that throws is an error with its name and message", (t) => {
  const text = createNotebook("1", 'throw new RangeError("too far")', "2");
  const error = t.throws(() => executeNotebook(text));
  t.regex(error?.message ?? "", /cell cell-1: RangeError: too far/);
});

test("files of the kernel name no path of a machine", (t) => {
  for (const name of ["kernel.json", "kernel.mjs"]) {
    const text = fs.readFileSync(inRoot("notebooks/jupyter/kernels/deno", name), "utf8");
    t.notRegex(text, /\/(home|usr|root|tmp|work)\//);
  }
});
