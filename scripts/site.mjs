// Builds the notebooks and the API documentation to a static site in site/.
//   node scripts/site.mjs               builds
//   node scripts/site.mjs --if-needed   builds if something changed
//   node scripts/site.mjs --serve       the same, then opens it in the browser
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const inRoot = (...parts) => path.join(root, ...parts);
const configFile = inRoot("notebooks/vite.config.mjs");

const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};

/** What the site is made of. */
const SOURCES = [
  "lib",
  "notebooks",
  "scripts",
  "examples",
  "docs/api.css",
  "README.md",
  "typedoc.json",
  "package-lock.json",
];

function findNewest(name) {
  const place = inRoot(name);
  if (!fs.statSync(place).isDirectory()) return fs.statSync(place).mtimeMs;
  const inside = fs.readdirSync(place, { recursive: true });
  return Math.max(0, ...inside.map((file) => fs.statSync(path.join(place, file)).mtimeMs));
}

function isFresh() {
  // Written last.
  const last = inRoot("site/api/index.html");
  if (!fs.existsSync(last)) return false;
  const built = fs.statSync(last).mtimeMs;
  return SOURCES.every((name) => findNewest(name) < built);
}

/**
 * The picture of a chain beside every heading is a tenth of the documentation: a sign does as well. So are the arrows that
 * open and close lists (drawn by docs/api.css) and the pictures of kinds in lists whose headings name the kind; and brackets
 * and commas do without colours of their own.
 */
const ANCHOR = /<svg viewBox="0 0 24 24" aria-hidden="true"><use href="[^"]*#icon-anchor"><\/use><\/svg>/g;
const ARROW = /<svg [^>]*aria-hidden="true"><use href="[^"]*#icon-chevronDown"><\/use><\/svg>/g;
const KIND =
  /(<a href="[^"]*"(?: class="tsd-index-link[^"]*")?>)<svg class="tsd-kind-icon"[^>]*><use [^>]*><\/use><\/svg>/g;
const SYMBOL = /<span class="tsd-signature-symbol">([^<]*)<\/span>/g;
const shorten = (page) => page.replace(ANCHOR, "#").replace(ARROW, "").replace(KIND, "$1").replace(SYMBOL, "$1");

function copyApi() {
  fs.cpSync(inRoot("docs/api"), inRoot("site/api"), { recursive: true });
  for (const name of fs.readdirSync(inRoot("site/api"), { recursive: true })) {
    const file = inRoot("site/api", name);
    if (name.endsWith(".html")) fs.writeFileSync(file, shorten(fs.readFileSync(file, "utf8")));
  }
}

async function buildSite() {
  run("scripts/build.mjs");
  console.log("writing the API documentation …");
  run("node_modules/typedoc/bin/typedoc", "--logLevel", "Warn");
  console.log("building the notebooks …");
  await build({ configFile, logLevel: "error" });
  copyApi();
  console.log(`done: ${inRoot("site")}`);
}

const serves = process.argv.includes("--serve");
if (!(serves || process.argv.includes("--if-needed")) || !isFresh()) await buildSite();
if (serves) {
  const server = await preview({ configFile, preview: { open: true } });
  console.log(`\n  The notebooks are at ${server.resolvedUrls.local[0]}`);
  console.log("  If no browser opened, open this address. Press Ctrl+C to stop.");
}
