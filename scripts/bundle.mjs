import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { minify } from "terser";

/** The text of one minified ES module with everything that `entry` exports, and with the packages it uses inside. */
export async function bundle(entry) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    minify: true,
    legalComments: "eof",
    metafile: true,
    write: false,
    // Large, and only needed for symbolic surfaces: never part of the core bundle.
    external: ["algebrite"],
    logLevel: "warning",
  });
  // A second minifier after the bundler: three per cent smaller.
  const { code } = await minify(result.outputFiles[0].text, { module: true, ecma: 2022, compress: { passes: 3 } });
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
