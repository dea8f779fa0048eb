import type { Graph, Node } from "../../../math/expression/index.ts";

/** A symbol of the equations. */
export interface SymbolEntry {
  /** As it stands in text: letters, digits and `_`. */
  readonly text: string;
  readonly latex: string;
  readonly node: Node;
}

/** Symbols by what they stand for; each is a variable of the graph of expressions. */
export class SymbolTable {
  readonly entries: SymbolEntry[] = [];
  private readonly graph: Graph;
  private readonly known = new Map<string, SymbolEntry>();
  private readonly texts = new Set<string>();

  constructor(graph: Graph) {
    this.graph = graph;
  }

  /** The symbol for `key`, made of `name` on first use; `prefix` is that of a state. */
  get(key: string, name: string, prefix = ""): SymbolEntry {
    const found = this.known.get(key);
    if (found) return found;
    const plain = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^(?=[0-9_])/, "x") || "x";
    const stem = prefix === "" ? plain : `${prefix}_${plain}`;
    let text = stem;
    for (let i = 2; this.texts.has(text); i++) text = `${stem}_${i}`;
    this.texts.add(text);
    const inner = toLatex(text.slice(prefix === "" ? 0 : prefix.length + 1));
    const entry: SymbolEntry = {
      text,
      latex: prefix === "" ? inner : `${prefix}_{${inner}}`,
      node: this.graph.coordinate(this.entries.length),
    };
    this.entries.push(entry);
    this.known.set(key, entry);
    return entry;
  }
}

/** `C1` as `C_{1}`, one letter as it is, other names upright. */
function toLatex(text: string): string {
  const [, letter, rest] = /^([A-Za-z])_?([A-Za-z0-9]*)$/.exec(text) ?? [];
  if (letter === undefined) return `\\mathrm{${text.replaceAll("_", "\\_")}}`;
  if (rest === "") return letter;
  return /^\d+$/.test(rest) || rest.length <= 2 ? `${letter}_{${rest}}` : `\\mathrm{${text.replaceAll("_", "\\_")}}`;
}
