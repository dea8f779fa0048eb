import fs from "node:fs";
import path from "node:path";
import katex from "katex";

/**
 * What Markdown cells may hold beside Markdown, written out when the page is built:
 * - `$a^2$` and `$$a^2$$`: formulas,
 * - `[[RevoluteJoint]]`, `[[Trajectory.sample]]`: links to the API documentation,
 * - a code block that begins with `//= models/pendulum.ts`: the text of that file, or, with `#name` behind it, of its part
 *   between the lines `//#region name` and `//#endregion`.
 * Code is left as it is.
 */
export function writeProse(text, { folder, api }) {
  return text
    .split(/(^```[\s\S]*?^```$|`[^`\n]+`)/m)
    .map((piece, i) => (i % 2 === 1 ? includeFile(piece, folder) : linkSymbols(writeFormulas(piece), api)))
    .join("");
}

function writeFormulas(text) {
  const write = (formula, displayMode) =>
    katex.renderToString(formula, { displayMode, output: "html", throwOnError: true });
  return text
    .replace(/\$\$([\s\S]+?)\$\$/g, (_, formula) => write(formula, true))
    .replace(/(?<![\\$\w])\$(?![\s{])([^$\n]+?)(?<!\s)\$(?!\d)/g, (_, formula) => write(formula, false));
}

function linkSymbols(text, api) {
  return text.replace(
    /\[\[([\w.]+)\]\]/g,
    (_, name) => `<a class="api" href="${api.find(name)}"><code>${name}</code></a>`,
  );
}

function includeFile(block, folder) {
  const [line, name, part] = block.match(/^\/\/= (\S+?)(?:#(\w+))?$/m) ?? [];
  if (!line) return block;
  const whole = fs.readFileSync(path.join(folder, name), "utf8");
  const text = part ? findRegion(whole, part, name) : whole.replace(/^\s*\/\/#(?:end)?region.*\n/gm, "");
  return block.replace(line, () => text.trimEnd());
}

function findRegion(text, part, name) {
  const [, region] = text.match(new RegExp(`^ *//#region ${part}\\n([\\s\\S]*?)^ *//#endregion`, "m")) ?? [];
  if (region === undefined)
    throw new Error(`${name} has no region "${part}"; mark it with //#region ${part} and //#endregion`);
  const indent = Math.min(
    ...region
      .split("\n")
      .filter(Boolean)
      .map((line) => line.search(/\S/)),
  );
  return region
    .split("\n")
    .map((line) => line.slice(indent))
    .join("\n");
}
