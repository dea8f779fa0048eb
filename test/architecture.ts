import fs from "node:fs";
import path from "node:path";
import test from "ava";
import ts from "typescript";
import { isAbove } from "./helpers/compare.ts";
import { inRoot, listFiles, packageFile } from "./helpers/project.ts";

/** The folders of lib from left to right, as the design lists them; a folder imports only folders to its left. */
const order = (fs.readFileSync(inRoot("docs/design.md"), "utf8").match(/^math · .*$/m)?.[0] ?? "").split(" · ");

const sources = listFiles(inRoot("lib"), ".ts").filter((file) => !file.endsWith(".d.ts"));
const read = (file: string) => fs.readFileSync(inRoot("lib", file), "utf8");
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!["'`:])\/\/.*$/gm, "");

/** What a source imports, in every form: `from "…"`, `import "…"`, `import("…")`. */
const importsOf = (text: string) => ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);

/** `lib/index.ts` stands above every folder but the command. */
const rank = (folder: string) => (folder === "." ? order.indexOf("cli") - 0.5 : order.indexOf(folder));
const folderOf = (file: string) => (file.includes("/") ? file.split("/")[0] : ".");

test("the design lists the folders", (t) => {
  isAbove(t, order.length, 10, "docs/design.md has no line of folders that begins with: math · ");
  t.is(order.at(-1), "cli");
});

test("every folder of lib is in the order of the design", (t) => {
  t.deepEqual(
    [...new Set(sources.map(folderOf))].filter((folder) => !Number.isFinite(rank(folder)) || rank(folder) < 0),
    [],
  );
});

/** What is heavy is loaded on first use by `import()`: of pictures of bond graphs the graphs know the way to them only. */
const LAZY: Readonly<Record<string, string>> = { "bondgraph/export": "drawing" };
const lazyImportsOf = (text: string) => [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, name]) => name);

test("a folder imports only folders to its left", (t) => {
  const reversals: string[] = [];
  for (const file of sources) {
    const text = read(file);
    const lazy = new Set(lazyImportsOf(text));
    for (const name of importsOf(text).filter((name) => name.startsWith("."))) {
      const target = path.posix.join(path.posix.dirname(file), name);
      const isLazy = lazy.has(name) && LAZY[path.posix.dirname(file)] === folderOf(target);
      if (rank(folderOf(target)) > rank(folderOf(file)) && !isLazy) reversals.push(`lib/${file} imports ${name}`);
      if (target.startsWith("..")) reversals.push(`lib/${file} imports ${name}, outside lib`);
    }
  }
  t.deepEqual(reversals, []);
});

/** Ways that come back to where they began. */
function findCircles(targets: ReadonlyMap<string, Iterable<string>>): string[] {
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (at: string, way: string[]) => {
    if (way.includes(at)) circles.push([...way.slice(way.indexOf(at)), at].join(" -> "));
    else if (!finished.has(at)) {
      for (const target of targets.get(at) ?? []) visit(target, [...way, at]);
      finished.add(at);
    }
  };
  for (const at of targets.keys()) visit(at, []);
  return circles;
}

test("no circle of imports between the folders inside a folder", (t) => {
  // A folder may use what lies in its subfolders, and they what lies in it; beside each other there is an order.
  const targets = new Map<string, Set<string>>();
  for (const file of sources) {
    const from = path.posix.dirname(file);
    for (const name of importsOf(read(file)).filter((name) => name.startsWith("."))) {
      const to = path.posix.dirname(path.posix.join(from, name));
      if (folderOf(to) !== folderOf(from) || `${to}/`.startsWith(`${from}/`) || `${from}/`.startsWith(`${to}/`))
        continue;
      if (!targets.has(from)) targets.set(from, new Set());
      targets.get(from)?.add(to);
    }
  }
  t.deepEqual(findCircles(targets), []);
});

test("no circle of imports between files", (t) => {
  const targets = new Map(
    sources.map((file) => [
      file,
      importsOf(read(file).replace(/^(import|export) type [\s\S]*?;$/gm, ""))
        .filter((name) => name.startsWith("."))
        .map((name) => path.posix.join(path.posix.dirname(file), name)),
    ]),
  );
  t.deepEqual(findCircles(targets), []);
});

/** What each class of a source derives from; nothing for a root. */
const parentsOf = (text: string) =>
  [...withoutComments(text).matchAll(/^\s*(?:export )?(?:abstract )?class (\w+)(?:<.*?>)?(?: extends (\w+))?/gm)].map(
    ([, name, parent]) => [name, parent] as const,
  );

test("classes are at most five deep", (t) => {
  const parents = new Map(sources.flatMap((file) => parentsOf(read(file))));
  const listLine = (name: string): string[] => {
    const parent = parents.get(name);
    return parent !== undefined && parents.has(parent) ? [...listLine(parent), name] : [name];
  };
  const lines = [...parents.keys()].map(listLine);
  // A contact of a roller is as deep as any class: its line is read as it is written.
  t.deepEqual(
    lines.find((line) => line.at(-1) === "RollerContact"),
    ["Constraint", "RowConstraint", "Unilateral", "ContactReactions", "RollerContact"],
  );
  t.deepEqual(
    lines.filter((line) => line.length > 5).map((line) => line.join(" -> ")),
    [],
  );
});

/** Files that know where a number lies in the arrays `w` and `k` of a link. */
const LINK_FILES = /^kernel\/(\w*Link|RotorGroup|addBallast|calcRigid|passToParent)\.ts$/;

test("the arrays of links are read by links only", (t) => {
  const files = sources.filter((file) =>
    /^(kernel|contact|assembly|trajectory|analysis|simulation|system)\//.test(file),
  );
  const program = ts.createProgram(
    files.map((file) => inRoot("lib", file)),
    {
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      types: [],
      lib: ["lib.es2023.d.ts"],
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
    },
  );
  const checker = program.getTypeChecker();
  const isOfLink = (symbol: ts.Symbol | undefined) =>
    symbol?.declarations?.some(
      ({ parent }) => ts.isClassDeclaration(parent) && parent.name?.text === "Link" && ["w", "k"].includes(symbol.name),
    ) ?? false;
  const found = new Map<string, number>();
  const visit = (file: string, node: ts.Node): void => {
    const isRead =
      (ts.isPropertyAccessExpression(node) && isOfLink(checker.getSymbolAtLocation(node.name))) ||
      (ts.isBindingElement(node) &&
        ts.isObjectBindingPattern(node.parent) &&
        isOfLink(checker.getTypeAtLocation(node.parent).getProperty((node.propertyName ?? node.name).getText())));
    if (isRead) found.set(file, (found.get(file) ?? 0) + 1);
    ts.forEachChild(node, (child) => visit(file, child));
  };
  for (const file of files) {
    const source = program.getSourceFile(inRoot("lib", file));
    if (source) visit(file, source);
  }
  isAbove(t, found.get("kernel/RotateLink.ts") ?? 0, 2, "the links themselves are found");
  t.deepEqual(
    [...found.keys()].filter((file) => !LINK_FILES.test(file)),
    [],
  );
});

test("the library runs in a browser: nothing of Node outside lib/cli", (t) => {
  const found: string[] = [];
  for (const file of sources.filter((name) => folderOf(name) !== "cli")) {
    const text = read(file);
    for (const name of importsOf(text)) if (name.startsWith("node:")) found.push(`lib/${file} imports ${name}`);
    for (const name of withoutComments(text).match(/\b(?:process|Buffer|__dirname|__filename|require)\b(?=[.(])/g) ??
      []) {
      found.push(`lib/${file} uses ${name}`);
    }
  }
  t.deepEqual(found, []);
});

/** What a source imports from packages: `d3-zoom`, `@scope/name`. */
const packagesOf = (file: string) =>
  importsOf(read(file))
    // The script of live drawings and the stage of viewers are the library's own, made by the build.
    .filter((name) => !/^(\.|node:|#)/.test(name))
    .map((name) => name.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? name)
    // The stage is bundled with three.js; nobody else imports it.
    .filter((name) => !(file.startsWith("view/viewer/stage/") && name === "three"));

test("the library imports no package but its dependencies", (t) => {
  const allowed = new Set(Object.keys(packageFile.dependencies));
  const found = sources.flatMap((file) =>
    packagesOf(file)
      .filter((name) => !allowed.has(name))
      .map((name) => `lib/${file} imports ${name}`),
  );
  t.deepEqual(found, []);
});

test("every dependency is imported by the library: users install nothing else", (t) => {
  t.deepEqual(Object.keys(packageFile.dependencies).sort(), [...new Set(sources.flatMap(packagesOf))].sort());
});

test("three.js and the stage are reached by a lazy import of the bundle only", (t) => {
  const found = sources.filter((file) => {
    const text = withoutComments(read(file));
    const isStage = file.startsWith("view/viewer/stage/");
    return !isStage && (/["'`]three["'`/]|viewer\/stage\//.test(text) || /from "\.\/stage\//.test(text));
  });
  t.deepEqual(found, []);
});

test("the imports are found in every form", (t) => {
  const text = `import a from "./a.ts";
import {
  b,
  type c,
} from './b.ts';
export * from "./d.ts"; // from "./no.ts"
import "./e.ts";
const f = await import("./f.ts"); /* import "./no.ts" */`;
  t.deepEqual(importsOf(text), ["./a.ts", "./b.ts", "./d.ts", "./e.ts", "./f.ts"]);
});

test("nothing in the project points outside it", (t) => {
  const outside = ["..", "shared"].join("/");
  const folders = ["lib", "test", "bench", "scripts", "docs", "examples", "notebooks", ".ci"];
  const files = folders
    .filter((folder) => fs.existsSync(inRoot(folder)))
    .flatMap((folder) => listFiles(inRoot(folder), "").map((name) => `${folder}/${name}`))
    .concat(fs.readdirSync(inRoot()))
    .filter((name) => !name.startsWith("docs/api/") && fs.statSync(inRoot(name)).isFile());
  t.deepEqual(
    files.filter((name) => fs.readFileSync(inRoot(name), "utf8").includes(outside)),
    [],
  );
});
