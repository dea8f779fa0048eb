import fs from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";

/** Names of classes stand in messages, so they are kept. */
const MINIFY = {
  compress: true,
  mangle: { toplevel: true, keepNames: { class: true, function: false } },
  codegen: true,
};

/** Everything, and what draws: a module that the library itself does not have. */
const VIEW = "with-view";
const viewEntry = (folder) => ({
  name: "view-entry",
  resolveId: (id) => (id === VIEW ? id : undefined),
  load: (id) =>
    id === VIEW
      ? ["index.js", "view/index.js"]
          .map((name) => `export * from ${JSON.stringify(path.join(folder, name))};`)
          .join("\n")
      : undefined,
});

/** What the `imports` of package.json name are files of dist: they lie beside. */
const partsBeside = {
  name: "parts-beside",
  resolveId: (id) => (id.startsWith("#") ? { id: `./${id.slice(1)}.js`, external: true } : undefined),
};

/** The core has no classes of contacts, so nothing has to solve them: it takes the part that does nothing. */
const withoutContacts = (folder) => ({
  name: "without-contacts",
  resolveId: (id, importer) =>
    importer && path.resolve(path.dirname(importer), id) === path.join(folder, "contact/solver.js")
      ? path.join(folder, "contact/none.js")
      : undefined,
});

/** Packages that are loaded on first use are files of their own, whoever loads them. */
const packagesBeside = (packages) => ({
  name: "packages-beside",
  resolveId: (id, _importer, { kind }) => {
    if (kind !== "dynamic-import" || !/^[@a-z]/.test(id)) return undefined;
    packages.add(id);
    return { id: `./${id}.js`, external: true };
  },
});

/**
 * The texts of the bundles, all minified ES modules, by name; `folder` holds the compiled library. Each is one file.
 * What the library imports on first use lies beside it, under a name with its hash: what is alike in several bundles is one
 * file, and what needs classes of its bundle imports them from there.
 */
export async function bundle(folder) {
  const inFolder = (name) => path.join(folder, name);
  const packages = new Set();
  const page = await bundleOne(folder, packages, { page: inFolder("drawing/live/page.js") }, { format: "iife" });
  const texts = new Map([
    ...(await bundleOne(folder, packages, { multibond: inFolder("core.js") }, {}, [withoutContacts(folder)])),
    ...(await bundleOne(folder, packages, { "multibond.full": inFolder("index.js") })),
    ...(await bundleOne(folder, packages, { "multibond.view": VIEW })),
    // What draws runs, with three.js.
    ...(await bundleOne(folder, packages, { stage: inFolder("view/viewer/stage/createStage.js") })),
    // Drawings of bond graphs as the text of a script, for the pages that they are written to.
    ["live-page.js", `export default ${JSON.stringify(page[0][1])};\n`],
  ]);
  for (const name of packages) {
    for (const [file, text] of await bundleOne(folder, new Set(), { [name]: name })) texts.set(file, text);
  }
  return texts;
}

/** The files of one bundle: name and text of each. */
async function bundleOne(folder, packages, input, output = {}, plugins = []) {
  const build = await rolldown({
    input,
    platform: "browser",
    // Parts import from their bundle, which therefore exports more than its module does.
    preserveEntrySignatures: "allow-extension",
    plugins: [...plugins, viewEntry(folder), partsBeside, packagesBeside(packages)],
    logLevel: "warn",
    // The algebra has a function of that name.
    checks: { eval: false },
  });
  const { output: chunks } = await build.generate({
    format: "esm",
    minify: MINIFY,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    ...output,
  });
  await build.close();
  return chunks.map(({ fileName, code, moduleIds }) => [fileName, `/*! ${notice(moduleIds)} */\n${code}`]);
}

/** Names the packages inside a file with their licences. */
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
