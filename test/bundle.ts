import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import test from "ava";
import { build } from "esbuild";
import { inRoot } from "./helpers/project.ts";

const file = inRoot("dist/multibond.js");
const text = fs.readFileSync(file, "utf8");

test("at most 60 KiB zipped", (t) => {
  const size = gzipSync(text, { level: 9 }).length / 1024;
  t.true(size <= 60, `${size} KiB`);
});

test("self-contained: no import and no address is left", async (t) => {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    packages: "external",
    metafile: true,
    write: false,
  });
  t.deepEqual(
    Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path)),
    [],
  );
  // Names of XML vocabularies look like addresses but nothing is ever loaded from them.
  const addresses = text.match(/\bhttps?:\/\/[^\s"'`)]+/g) ?? [];
  t.deepEqual(
    addresses.filter((address) => !address.startsWith("http://www.w3.org/")),
    [],
  );
});

test("imports in Node and exports what the package exports", async (t) => {
  const bundled = await import(pathToFileURL(file).href);
  const compiled = await import(pathToFileURL(inRoot("dist/index.js")).href);
  t.deepEqual(Object.keys(bundled).sort(), Object.keys(compiled).sort());
  t.true(Object.keys(bundled).length > 0);
});
