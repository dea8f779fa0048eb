import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { inRoot } from "./project.ts";

const FOLDER = inRoot("notebooks/jupyter");

type Text = string | string[];

interface Output {
  output_type: string;
  name?: string;
  text?: Text;
  data?: Record<string, Text>;
}

interface Cell {
  cell_type: "markdown" | "code";
  id: string;
  metadata: { tags?: string[] };
  source: Text;
  outputs?: Output[];
}

/** What a notebook says and shows, without counts of execution and other notes of the programs that wrote it. */
export interface PlainCell {
  kind: "markdown" | "code";
  id: string;
  tags: string[];
  source: string;
  /** Printed text by stream, shown data by type. */
  outputs: Record<string, string>[];
}

const join = (text: Text): string => (Array.isArray(text) ? text.join("") : text);

/** Names of the notebooks, without their ending. */
export function listNotebooks(): string[] {
  const names = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".ipynb"));
  return names.map((name) => name.slice(0, -".ipynb".length)).sort();
}

export const findNotebook = (name: string): string => `${FOLDER}/${name}.ipynb`;

export function parseNotebook(text: string): PlainCell[] {
  const { cells } = JSON.parse(text) as { cells: Cell[] };
  return cells.map(({ cell_type, id, metadata, source, outputs = [] }) => ({
    kind: cell_type,
    id,
    tags: metadata.tags ?? [],
    source: join(source),
    outputs: outputs.map(({ output_type, name = output_type, text = "", data }) => {
      if (data === undefined) return { [name]: join(text) };
      return Object.fromEntries(Object.entries(data).map(([type, value]) => [type, join(value)]));
    }),
  }));
}

/** The text of a notebook of code cells only. */
export function createNotebook(...sources: string[]): string {
  const cells = sources.map((source, i) => {
    return { cell_type: "code", id: `cell-${i}`, metadata: {}, execution_count: null, outputs: [], source };
  });
  const kernelspec = { name: "deno", display_name: "Deno", language: "typescript" };
  return JSON.stringify({ cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 });
}

/** A Python that can talk to kernels: the user's, or the system's where Debian's packages are. */
function findPython(): string {
  const candidates = process.env.PYTHON ? [process.env.PYTHON] : ["python3", "/usr/bin/python3"];
  const isFit = (python: string) => spawnSync(python, ["-c", "import jupyter_client, nbformat"]).status === 0;
  const found = candidates.find(isFit);
  if (found !== undefined) return found;
  throw new Error(
    `notebooks: Jupyter is missing: ${candidates.join(" and ")} cannot import jupyter_client and nbformat; ` +
      "install them (Debian: apt-get install python3-jupyter-client python3-nbformat; elsewhere: pip install jupyterlab), " +
      "or set PYTHON to a Python that has them",
  );
}

/** Executes the text of a notebook on our kernel and returns it with its outputs. A cell that fails is an error. */
export function executeNotebook(text: string): string {
  if (!fs.existsSync(inRoot("node_modules/deno/install_api.cjs"))) {
    throw new Error(
      "notebooks: Deno is missing in node_modules; run npm ci, or npm ci --include=dev --include=optional",
    );
  }
  const env = { ...process.env, JUPYTER_PATH: FOLDER, PYTHONUTF8: "1", PYTHONDONTWRITEBYTECODE: "1" };
  const options = { input: text, cwd: FOLDER, env, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  const { status, stdout, stderr } = spawnSync(findPython(), ["execute.py"], options);
  if (status === 0) return stdout;
  throw new Error(`notebooks: the execution failed: ${stderr.trim()}`);
}
