import fs from "node:fs";
import test from "ava";
import ts from "typescript";
import { inRoot, listFiles } from "./helpers/project.ts";

const sources = listFiles(inRoot("test"), ".ts").map((file) => {
  const text = fs.readFileSync(inRoot("test", file), "utf8");
  return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
});

/** Lines of sources with a node that is refused: `file:line`. */
function find(isRefused: (node: ts.Node) => boolean, of: readonly (typeof sources)[number][]): string[] {
  return of.flatMap(({ file, tree }) => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (isRefused(node)) found.push(`${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return found;
  });
}

const ORDERS: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
];

const compares = (node: ts.Node): boolean =>
  (ts.isBinaryExpression(node) && ORDERS.includes(node.operatorToken.kind)) ||
  (ts.forEachChild(node, compares) ?? false);

/** `t.true(a < b)` says "false" when it fails, and nothing else. */
const hidesNumbers = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  /^t\.(?:true|false|truthy|falsy|assert)$/.test(node.expression.getText()) &&
  node.arguments.length > 0 &&
  compares(node.arguments[0]);

test("numbers are compared by test/helpers/compare.ts, which says value and limit", (t) => {
  t.deepEqual(find(hidesNumbers, sources), []);
  const text = "t.true(a < b); t.true(c && list.every((x) => x >= 1)); t.is(a < b, true); t.true(Number.isFinite(a));";
  const tree = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
  t.deepEqual(find(hidesNumbers, [{ file: "x.ts", text, tree }]), ["x.ts:1", "x.ts:1"]);
});

const MOST_LINES = 800;

test("a test file has a subject: none is longer than 800 lines", (t) => {
  const count = (text: string) => text.split("\n").length - 1;
  const long = sources.filter(({ text }) => count(text) > MOST_LINES);
  t.deepEqual(
    long.map(({ file, text }) => `${file}: ${count(text)} lines; split it by subject`),
    [],
  );
});

/** Where a clock is waited for all the same, and why. */
const CLOCKS: Readonly<Record<string, string>> = {
  "helpers/frames.ts": "poll: asks a browser again until something is so",
  "helpers/fuzz/runFuzz.ts": "the watch over calls that do not return",
  "helpers/updateCards.ts": "takes the pictures of the gallery, and is no test",
};

/** A delay that is given, other than zero. */
const waits = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  (/\.waitForTimeout$/.test(node.expression.getText()) ||
    (/^(?:\w+\.)?set(?:Timeout|Interval)$/.test(node.expression.getText()) &&
      node.arguments.length > 1 &&
      node.arguments[1].getText() !== "0"));

test("no test waits on a clock: it waits until something is so, or for turns and frames", (t) => {
  t.deepEqual(
    find(waits, sources).filter((place) => !(place.replace(/:\d+$/, "") in CLOCKS)),
    [],
  );
  const text =
    "setTimeout(f, 20); globalThis.setInterval(f, x); page.waitForTimeout(1); setTimeout(f, 0); setTimeout(f);";
  const tree = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
  t.is(find(waits, [{ file: "x.ts", text, tree }]).length, 3);
});
