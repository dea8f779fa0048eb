import fs from "node:fs";
import test from "ava";
import { isAbove } from "./helpers/compare.ts";
import { inRoot } from "./helpers/project.ts";

/** `**[Kosenko]** …` in the list. */
const listed = [...fs.readFileSync(inRoot("REFERENCES.md"), "utf8").matchAll(/^- \*\*\[(\p{L}+)\]\*\*/gmu)].map(
  ([, key]) => key,
);

/** Comments of a source, with the lines of a block in one. */
const listComments = (text: string): string[] =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm)].map(([comment]) => comment.replace(/\n\s*\* ?/g, " "));

/** Keys in square brackets: `[Kosenko (2)–(4)]`, `[Gustafsson; Hairer, IV.8]`; a name of at least four letters each, not all of them capitals. */
const listKeys = (text: string): string[] =>
  [...text.matchAll(/\[((?=\p{L}*\p{Ll})\p{Lu}\p{L}{3,}(?:[ ,;(][^\][]*)?)\]/gu)].flatMap(([, inner]) =>
    inner.split("; ").map((part) => part.match(/^\p{L}+/u)?.[0] ?? part),
  );

function readSources(folder: string): { name: string; text: string }[] {
  return fs
    .readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ name: `${folder}/${name}`, text: fs.readFileSync(inRoot(folder, name), "utf8") }));
}

test("keys are read from comments as they are written", (t) => {
  t.deepEqual(listKeys("a [Kosenko (2)–(4)], b [Gustafsson; Hairer, IV.8] and [Ixx, Iyy, Izz], `a[Math]`"), [
    "Kosenko",
    "Gustafsson",
    "Hairer",
    "Math",
  ]);
  t.deepEqual(listComments("const a = [Wrong]; /* [One\n * more] */ // [Two]"), ["/* [One more] */", "// [Two]"]);
});

test("every work that lib cites is in REFERENCES.md", (t) => {
  isAbove(t, listed.length, 20);
  t.is(new Set(listed).size, listed.length);
  const missing = readSources("lib").flatMap(({ name, text }) =>
    listComments(text)
      .flatMap(listKeys)
      .filter((key) => !listed.includes(key))
      .map((key) => `${name}: [${key}]`),
  );
  t.deepEqual(missing, []);
});

test("every work in REFERENCES.md is cited", (t) => {
  const cited = new Set(
    ["lib", "test", "bench", "notebooks"].flatMap((folder) =>
      readSources(folder).flatMap(({ text }) => listComments(text).flatMap(listKeys)),
    ),
  );
  t.deepEqual(
    listed.filter((key) => !cited.has(key)),
    [],
  );
});
