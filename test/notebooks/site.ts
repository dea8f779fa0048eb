import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import test from "ava";
import { isAbove, isAtLeast } from "../helpers/compare.ts";
import { inRoot, listFiles } from "../helpers/project.ts";

/** Scripts are plain JavaScript: what is used of them here. */
interface Prose {
  writeProse(text: string, site: { folder: string; api: { find(name: string): string } }): string;
}
interface Offline {
  offline(): { transform(code: string, id: string): { code: string } | null };
}
interface Gallery {
  readPages(folder: string): { name: string; title: string; text: string }[];
  writeNeighbours(pages: { name: string; title: string }[], name: string): string;
}
const load = async <T>(name: string) =>
  (await import(pathToFileURL(inRoot("scripts/notebooks", `${name}.mjs`)).href)) as T;

const api = {
  find: (name: string) => {
    if (name !== "System") throw new Error(`the API documentation has no "${name}"`);
    return "api/classes/system.System.html";
  },
};

test("prose: formulas, links to the API and files are written out; code is left alone", async (t) => {
  const { writeProse } = await load<Prose>("prose");
  const site = { folder: inRoot("notebooks"), api };
  t.regex(writeProse("so $a^2$ is", site), /^so <span class="katex">.*<\/span> is$/s);
  t.regex(writeProse("$$\\frac{1}{2}$$", site), /katex-display/);
  for (const plain of [
    "costs $5 or $6",
    "`$a$`",
    "$\u007bdynamic} and $$\u007bmore}$",
    "```ts\nconst a = `$x$`;\n```",
  ]) {
    t.is(writeProse(plain, site), plain);
  }
  t.is(
    writeProse("a [[System]] has", site),
    'a <a class="api" href="api/classes/system.System.html"><code>System</code></a> has',
  );
  t.throws(() => writeProse("[[Sytem]]", site), { message: /no "Sytem"/ });
  t.throws(() => writeProse("$\\frac{1}$", site), { message: /KaTeX/ });
  const shown = writeProse("```ts\n//= models/pendulum.ts#model\n```", site);
  t.regex(shown, /^```ts\nconst system = new System/);
  t.regex(shown, /\n```$/);
  t.false(shown.includes("#region"));
  t.throws(() => writeProse("```ts\n//= models/pendulum.ts#modle\n```", site), { message: /has no region "modle"/ });
});

test("offline: no part of the kit keeps an address outside; what is not installed fails with a message", async (t) => {
  const { offline } = await load<Offline>("offline");
  const kit = inRoot("node_modules/@observablehq/notebook-kit/dist/src/runtime");
  const plugin = offline();
  let changed = 0;
  for (const file of listFiles(kit, ".js").concat(listFiles(kit, ".css"))) {
    const id = path.join(kit, file);
    const code = fs.readFileSync(id, "utf8");
    const result = plugin.transform(code, id)?.code;
    if (result !== undefined) changed++;
    const imports = (result ?? code).match(/(?:\bimport\(|\bfrom |@import url\()"https?:[^"]*"/g);
    t.is(imports, null, file);
  }
  isAbove(t, changed, 5, `${changed} files`);
  const stdlib = path.join(kit, "stdlib");
  const libraries = plugin.transform(
    fs.readFileSync(path.join(stdlib, "recommendedLibraries.js"), "utf8"),
    path.join(stdlib, "recommendedLibraries.js"),
  )?.code;
  t.regex(libraries ?? "", /import\("@observablehq\/plot"\)/);
  t.regex(libraries ?? "", /Promise\.reject\(new Error\(".*arquero.* is not part of these notebooks/);
});

test("gallery: every page is in it, with a picture and a title; neighbours follow its order", async (t) => {
  const { readPages, writeNeighbours } = await load<Gallery>("gallery");
  const pages = readPages(inRoot("notebooks"));
  const files = fs.readdirSync(inRoot("notebooks")).filter((name) => name.endsWith(".html"));
  t.deepEqual([...pages.map(({ name }) => `${name}.html`), "index.html", "template.html"].sort(), files.sort());
  for (const { name, title, text } of pages) {
    isAbove(t, title.length, 5, name);
    isAbove(t, text.length, 20, name);
    t.true(fs.existsSync(inRoot(`notebooks/images/${name}.jpg`)), `${name} has no picture: npm run cards ${name}`);
  }
  const nav = writeNeighbours(pages, pages[1].name);
  isAtLeast(t, nav.indexOf(`${pages[0].name}.html`), 0);
  isAbove(t, nav.indexOf(`${pages[2].name}.html`), 0);
});
