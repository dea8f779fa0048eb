import path from "node:path";
import type { DrawingOptions } from "../bondgraph/index.ts";
import { type Command, UsageError } from "./Command.ts";
import { explainRefusal } from "./explainRefusal.ts";
import { GRAPH_FORMATS, type GraphFormat, PICTURES, writeGraph } from "./graphFormats.ts";
import { loadModel } from "./graphModel.ts";
import { OutputFiles } from "./OutputFiles.ts";
import { checkEnding, parseOptions, unknown } from "./options.ts";

const DETAILS = ["full", "word"];
const POWERS = ["width", "color"];

export const graph: Command = {
  name: "graph",
  summary: "draw the bond graph of a model, or write it for another program",
  help: `Usage: multibond graph MODULE [options]

Draws the bond graph of a model. MODULE is a JavaScript file (an ES module) that exports a System or a BondGraph: as its
default export, or under the name "system" or "graph". It is run: what it prints is printed, and the graph shows the state
in which it leaves the model. The files in examples/ are such modules.

  multibond graph examples/four-bar.js --detail word --out four-bar.svg

Options:
  --out FILE       where to write; the ending says the format: ${GRAPH_FORMATS.join(", ")} (default: the name of
                   MODULE with .svg, in the current folder)
  --detail LEVEL   full: every element; word: one word for each body and constraint (default: full)
  --time SECONDS   show the state at this time of the run that MODULE exports as "run"
  --no-strokes     leave out the causal strokes (not in json)
  -h, --help       this text

For pictures (${PICTURES.join(", ")}):
  --fold NAMES     groups to draw as one word each, separated by commas
  --values         write parameter values below the elements
  --power STYLE    show the power of each bond by the width of a band or by its color
  --title TEXT     the title of the picture
`,
  async run(args, { out }) {
    const { values, positionals } = parseOptions(args, OPTIONS, { positionals: true });
    if (positionals.length !== 1) {
      throw new UsageError(
        positionals.length === 0
          ? "graph needs a module: multibond graph examples/four-bar.js --out four-bar.svg"
          : `graph takes one module, not ${positionals.length}: ${positionals.join(", ")}`,
      );
    }
    const [file] = positionals;
    const target = values.out ?? `${path.basename(file, path.extname(file))}.svg`;
    const format = findFormat(target);
    checkEnding(values, `.${format}`, OF_FORMATS);
    const detail = values.detail ?? "full";
    if (!DETAILS.includes(detail)) throw new UsageError(unknown("detail", detail, DETAILS));
    if (values.power !== undefined && !POWERS.includes(values.power)) {
      throw new UsageError(unknown("power", values.power, POWERS));
    }
    if (detail === "word" && values.fold !== undefined) throw new UsageError("--fold does not go with --detail word");
    const time = values.time === undefined ? undefined : readTime(values.time);
    const files = new OutputFiles("--out FILE", [target]);
    const model = await loadModel(file, time);
    const drawing: DrawingOptions = {
      ...(values.title === undefined ? {} : { title: values.title }),
      ...(values.values ? { values: true } : {}),
      ...(values.power === undefined ? {} : { power: values.power as "width" | "color" }),
      ...(values["no-strokes"] ? { causality: false } : {}),
      ...(values.fold === undefined ? {} : { fold: values.fold.split(",") }),
    };
    const { data, counts } = await explainRefusal(() =>
      writeGraph(model, { format, isWord: detail === "word", drawing }),
    );
    files.write([[target, data]]);
    out.write(`wrote ${target}: ${counts}\n`);
    return 0;
  },
};

const OPTIONS = {
  out: { type: "string" },
  detail: { type: "string" },
  fold: { type: "string" },
  values: { type: "boolean" },
  power: { type: "string" },
  time: { type: "string" },
  title: { type: "string" },
  "no-strokes": { type: "boolean" },
} as const;

const ENDINGS = PICTURES.map((format) => `.${format}`);

/** Which options belong to which formats; the others belong to all. */
const OF_FORMATS = {
  fold: ENDINGS,
  values: ENDINGS,
  power: ENDINGS,
  title: ENDINGS,
  "no-strokes": [...ENDINGS, ".dot", ".graphml"],
};

function findFormat(file: string): GraphFormat {
  const ending = path.extname(file).slice(1).toLowerCase();
  if (GRAPH_FORMATS.includes(ending as GraphFormat)) return ending as GraphFormat;
  const found = ending === "" ? `${file} has no ending` : `the ending .${ending} of ${file} is no known format`;
  throw new UsageError(`${found}; end it with ${GRAPH_FORMATS.map((name) => `.${name}`).join(", ")}`);
}

function readTime(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new UsageError(`--time is "${text}"; give seconds, such as 0.5`);
}
