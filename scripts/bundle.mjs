import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/**
 * What is heavy and needed by few is imported on first use, and lies beside the bundles as a file of its own: what the library
 * imports (a module of its own, a package, or one of the `imports` of package.json), and the name of the file. Such a part
 * shares no class with the rest, or there would be two of it.
 */
const PARTS = new Map([
  // Layout and files of bond graphs.
  ["drawing/files/pictures.js", "pictures.js"],
  // With the outlines of all letters.
  ["drawing/files/writePNG.js", "png.js"],
  // Drawings that can be moved and folded, with the zoom of d3.
  ["drawing/live/mountDrawing.js", "live.js"],
  // The same as the text of a script, for the pages that bond graphs are written to.
  ["#live-page", "live-page.js"],
  // What draws runs, with three.js.
  ["#stage", "stage.js"],
  // The algebra, for surfaces given by expressions.
  ["algebrite", "algebrite.js"],
  // Dense matrices, for analyses.
  ["ml-matrix", "ml-matrix.js"],
]);

/** The texts of the bundles and their parts, all minified ES modules, by name; `folder` holds the compiled library. */
export async function bundle(folder) {
  const module = (name) => ({ entryPoints: [path.join(folder, name)] });
  const text = (contents) => ({ stdin: { contents, resolveDir: folder } });
  const page = await bundleOne(folder, { ...module("drawing/live/page.js"), format: "iife" });
  const inputs = new Map([
    ["multibond.js", module("core.js")],
    ["multibond.full.js", module("index.js")],
    ["multibond.view.js", text('export * from "./index.js"; export * from "./view/index.js";')],
  ]);
  for (const [name, file] of PARTS) {
    if (name === "#live-page") inputs.set(file, text(`export default ${JSON.stringify(page)};`));
    else if (name === "#stage") inputs.set(file, module("view/viewer/stage/createStage.js"));
    else
      inputs.set(
        file,
        name.endsWith(".js") ? module(name) : text(`export * from "${name}"; export { default } from "${name}";`),
      );
  }
  const texts = new Map();
  for (const [file, input] of inputs) texts.set(file, await bundleOne(folder, input));
  return texts;
}

/** Leaves the parts as imports of the files beside. */
const withPartsBeside = (folder) => ({
  name: "with-parts-beside",
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path: name, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const isModule = name.startsWith(".");
      const file = PARTS.get(isModule ? path.relative(folder, path.join(resolveDir, name)) : name);
      return file && { path: `./${file}`, external: true };
    });
  },
});

/** Names of classes stand in messages, so they are kept. */
async function bundleOne(folder, options) {
  const result = await build({
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    minify: true,
    keepNames: true,
    legalComments: "eof",
    metafile: true,
    write: false,
    logLevel: "warning",
    plugins: [withPartsBeside(folder)],
    ...options,
  });
  return `/*! ${notice(Object.keys(result.metafile.inputs))} */\n${result.outputFiles[0].text}`;
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
