import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { inRoot, packageFile, readmeExample, root } from "./helpers/project.ts";

// Packs the tarball, installs it into an empty folder as a user would, and uses it from there.

const env: NodeJS.ProcessEnv = { ...process.env };
delete env.npm_config_local_prefix; // Set by `npm test`: it would make npm work on this project instead of the folder.

/** Runs a program and returns what it printed; fails with all of its output. */
async function call(program: string, args: string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env });
    return stdout;
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout: string; stderr: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}
const node = (script: string, args: string[], cwd: string) => call(process.execPath, [script, ...args], cwd);

let folder: string;
let tarball: string;

test.before(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "multibond-package-"));
  await call("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], root);
  tarball = path.join(folder, `multibond-${packageFile.version}.tgz`);
  await fs.writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await call("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball], folder);
});

test.after.always(() => folder && fs.rm(folder, { recursive: true, force: true }));

test("the README's first example runs as JavaScript", async (t) => {
  await fs.writeFile(path.join(folder, "example.js"), readmeExample());
  t.regex(await node("example.js", [], folder), /\S/, "it prints something");
});

for (const [module, moduleResolution] of [
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
]) {
  test(`the README's first example is right TypeScript with moduleResolution ${moduleResolution}`, async (t) => {
    const file = `example-${moduleResolution}.ts`;
    await fs.writeFile(path.join(folder, file), readmeExample());
    const config = path.join(folder, `tsconfig.${moduleResolution}.json`);
    const compilerOptions = {
      ...{ module, moduleResolution, target: "es2022", lib: ["es2022", "dom"], types: [], noEmit: true },
      ...{ strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    };
    await fs.writeFile(config, JSON.stringify({ compilerOptions, files: [file] }));
    await t.notThrowsAsync(node(inRoot("node_modules/@typescript/native/bin/tsc"), ["-p", config], folder));
  });
}

test("every entry point can be imported and its types stand alone", async (t) => {
  const names = Object.keys(packageFile.exports).filter((key) => !key.endsWith(".json"));
  const lines = names.map((key, i) => `import * as m${i} from "${key.replace(/^\./, "multibond")}";`);
  const text = `${lines.join("\n")}\nconsole.log([${names.map((_, i) => `m${i}`)}].every((m) => Object.keys(m).length > 0));\n`;
  await fs.writeFile(path.join(folder, "entries.js"), text);
  t.is(await node("entries.js", [], folder), "true\n");
  await fs.writeFile(path.join(folder, "entries.ts"), text);
  const compilerOptions = {
    module: "nodenext",
    target: "es2022",
    lib: ["es2022", "dom"],
    types: [],
    noEmit: true,
    strict: true,
  };
  const config = path.join(folder, "tsconfig.entries.json");
  await fs.writeFile(config, JSON.stringify({ compilerOptions, files: ["entries.ts"] }));
  await t.notThrowsAsync(node(inRoot("node_modules/@typescript/native/bin/tsc"), ["-p", config], folder));
});

test("users install what the library imports, and nothing else", async (t) => {
  const installed = await fs.readdir(path.join(folder, "node_modules"));
  for (const name of Object.keys(packageFile.dependencies)) t.true(installed.includes(name), name);
  for (const name of ["d3", "three", "rolldown", "terser"]) t.false(installed.includes(name), name);
});

test("the bundle of the core finds its parts in the package", async (t) => {
  const text = `
    import { Inertia, RigidBody, System } from "./node_modules/multibond/dist/multibond.js";
    const system = new System();
    system.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 1, radius: 1 }) }));
    const graph = system.bondGraph();
    console.log((await graph.toSVG()).slice(0, 4), (await graph.toPNG()).length > 100);`;
  await fs.writeFile(path.join(folder, "bundle.js"), text);
  t.is(await node("bundle.js", [], folder), "<svg true\n");
});

test("the schema of bond graphs is in the package", async (t) => {
  const text = `
    import { createRequire } from "node:module";
    console.log(createRequire(import.meta.url)("multibond/schema/bondgraph.schema.json").title);`;
  await fs.writeFile(path.join(folder, "schema.js"), text);
  t.is(await node("schema.js", [], folder), "multibond bond graph\n");
});

test("the command is installed", async (t) => {
  t.is(await call(path.join(folder, "node_modules/.bin/multibond"), ["--version"], folder), `${packageFile.version}\n`);
});

test("publint has nothing to say", async (t) => {
  await t.notThrowsAsync(node(inRoot("node_modules/publint/src/cli.js"), [tarball, "--strict"], root));
});

test("the types are not wrong", async (t) => {
  const attw = inRoot("node_modules/@arethetypeswrong/cli/dist/index.js");
  await t.notThrowsAsync(node(attw, [tarball, "--profile", "esm-only"], root));
});
