import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { minify } from "terser";

/**
 * The implicit method and its linear algebra stay outside the bundle, which is the explicit core: `auto` then keeps to
 * dop853 and says so in the notes.
 */
const withoutRadau = {
  name: "without-radau",
  setup({ onLoad }) {
    onLoad({ filter: /integrators[\\/]Radau\.js$/ }, () => ({
      contents: `export class Radau {
        static isAvailable = false;
        constructor() {
          throw new Error('method "radau" is not in this bundle; import the package multibond');
        }
      }`,
    }));
  },
};

/** Classes whose names stand in messages. */
const isNamed = (name) => /^[A-Z].*(?:Joint|Rod|Line|Coupler|Gear|Damper|Bushing|Wrench|Body|Ground)$/.test(name);

const words = (text) => text.match(/\b[A-Za-z_]\w*\b/g) ?? [];

/**
 * Names of private members that are nothing else anywhere in the files that are `isOwn`: no public name, no word of a text,
 * nothing of JavaScript.
 */
function listPrivateNames(folder, isOwn) {
  const names = new Set();
  const others = new Set();
  for (const file of fs.readdirSync(folder, { recursive: true })) {
    if (file.startsWith("cli") || file === "multibond.js" || !isOwn(path.join(folder, file))) continue;
    const text = file.endsWith(".d.ts") || file.endsWith(".js") ? fs.readFileSync(path.join(folder, file), "utf8") : "";
    if (file.endsWith(".d.ts")) {
      for (const line of text.split("\n")) {
        const name = line.match(/^\s+private (?:static )?(?:readonly )?(?:get |set )?(\w+)/)?.[1];
        if (name) names.add(name);
        else for (const word of words(line)) others.add(word);
      }
    } else
      for (const [, , quoted] of text.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/gs))
        for (const word of words(quoted)) others.add(word);
  }
  for (const key of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[key];
    for (const holder of [value, value?.prototype]) {
      if (typeof holder !== "object" && typeof holder !== "function") continue;
      for (const name of holder === null ? [] : Object.getOwnPropertyNames(holder)) others.add(name);
    }
  }
  return [...names].filter((name) => !others.has(name));
}

/** The core, and the part of the library that is loaded on first use: a file of its own next to it. */
const CORE = "multibond.js";
const ANALYSIS = "multibond.analysis.js";

/**
 * The texts of two minified ES modules with the packages they use inside, by name: the core, with everything that the
 * compiled library in `folder` exports, and the analyses, which the core imports when the first of them is asked for.
 */
export async function bundle(folder) {
  const analysis = path.join(folder, "system/analysis") + path.sep;
  const math = path.join(folder, "math") + path.sep;
  const isCore = (file) => !file.startsWith(analysis);
  // Classes come from the core: they are its own, not copies of them.
  const isAnalysis = (file) => file.startsWith(analysis) || (file.startsWith(math) && file !== `${math}ModelError.js`);
  return new Map([
    [CORE, await bundleFile(path.join(folder, "index.js"), isCore, ANALYSIS, listPrivateNames(folder, isCore))],
    [
      ANALYSIS,
      await bundleFile(
        path.join(analysis, "Analyses.js"),
        isAnalysis,
        CORE,
        listPrivateNames(folder, () => true),
      ),
    ],
  ]);
}

/** Bundles `entry`; files that are not its own are imported from the file `other` next to it. */
async function bundleFile(entry, isOwn, other, privateNames) {
  const outside = {
    name: "outside",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path: name, resolveDir }) =>
        isOwn(path.resolve(resolveDir, name)) ? undefined : { path: `./${other}`, external: true },
      );
    },
  };
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    plugins: [withoutRadau, outside],
    mangleProps: new RegExp(`^(?:${privateNames.join("|")})$`),
    format: "esm",
    platform: "browser",
    target: "es2022",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "eof",
    metafile: true,
    write: false,
    // Large, and only needed for symbolic surfaces: never part of the core bundle.
    external: ["algebrite"],
    logLevel: "warning",
  });
  // Names of bodies and constraints stand in messages, so they are kept.
  const { code } = await minify(result.outputFiles[0].text, {
    module: true,
    ecma: 2022,
    compress: { passes: 3, keep_fargs: false, pure_getters: true, sequences: false },
    mangle: { reserved: result.metafile.outputs[Object.keys(result.metafile.outputs)[0]].exports.filter(isNamed) },
  });
  return `/*! ${notice(Object.keys(result.metafile.inputs))} */\n${code}\n`;
}

/** Names the packages inside the bundle with their licences. */
function notice(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const folder = input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
    if (folder) folders.add(folder);
  }
  const inside = [...folders].sort().map((folder) => {
    const { name, version, license, author } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    const by = typeof author === "string" ? author.replace(/\s*[<(].*$/, "") : author?.name;
    return `${name} ${version} (${license}${by ? `, ${by}` : ""})`;
  });
  const { name, version, license } = JSON.parse(fs.readFileSync("package.json", "utf8"));
  return [`${name} ${version} (${license})`, ...inside].join("; ");
}
