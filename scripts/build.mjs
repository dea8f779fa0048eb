// Compiles lib, test, bench and examples into build/, copies the compiled library to dist/ and bundles it there.
//   node scripts/build.mjs             all of that
//   node scripts/build.mjs --library   lib and dist only, which is what the command needs, and says so
// Files are only written when they change and removed when their source is gone, so that a running test is not disturbed.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const inRoot = (...parts) => path.join(root, ...parts);

const list = (folder) =>
  fs.existsSync(folder)
    ? fs.readdirSync(folder, { recursive: true }).filter((name) => fs.statSync(path.join(folder, name)).isFile())
    : [];

const remove = (folder, name) => {
  fs.rmSync(path.join(folder, name), { force: true });
  for (let up = path.dirname(name); up !== "." && fs.readdirSync(path.join(folder, up)).length === 0; ) {
    fs.rmdirSync(path.join(folder, up));
    up = path.dirname(up);
  }
};

function removeStaleOutput() {
  for (const part of ["lib", "notebooks", "test", "bench", "examples"]) {
    for (const name of list(inRoot("build", part))) {
      const source = name.replace(/\.(js|js\.map|d\.ts)$/, ".ts");
      if (!fs.existsSync(inRoot(part, source))) remove(inRoot("build", part), name);
    }
  }
}

function compile(...projects) {
  const tsc = inRoot("node_modules/@typescript/native/bin/tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-b", ...projects], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/** dist lies one folder higher than build/lib: the way from a source map to its source is one step shorter. */
const toDist = (name, text) => (name.endsWith(".map") ? text.replace('"sources":["../', '"sources":["') : text);

async function fillDist() {
  const texts = new Map();
  for (const name of list(inRoot("build/lib"))) {
    // Imports three.js, which users do not have: it comes as a bundle.
    if (name.startsWith(path.join("view", "viewer", "stage"))) continue;
    texts.set(name, toDist(name, fs.readFileSync(inRoot("build/lib", name), "utf8")));
  }
  for (const [name, text] of await bundle(inRoot("build/lib"))) texts.set(name, text);
  for (const name of list(inRoot("dist"))) {
    if (!texts.has(name)) remove(inRoot("dist"), name);
  }
  for (const [name, text] of texts) {
    const file = inRoot("dist", name);
    if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === text) continue;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  const command = inRoot("dist/cli/main.js");
  if (fs.existsSync(command)) fs.chmodSync(command, 0o755);
}

removeStaleOutput();
const isLibrary = process.argv.includes("--library");
if (isLibrary) console.error("compiling the library …");
compile(...(isLibrary ? ["lib"] : []));
await fillDist();
