import type { Algebrite } from "algebrite";
import {
  ADD,
  COORDINATE,
  DIVIDE,
  FUNCTIONS,
  type Graph,
  loadAlgebrite,
  MULTIPLY,
  NEGATE,
  type Node,
  NUMBER,
  POWER,
  SIGN,
  SUBTRACT,
  toAlgebra,
} from "../../../math/expression/index.ts";
import { ModelError } from "../../../math/index.ts";
import type { SymbolEntry } from "./SymbolTable.ts";

/** Texts beyond this keep the algebra busy for too long. */
const MOST_CHARACTERS = 20_000;

const CALLS = new Map([...FUNCTIONS].map(([name, operation]): [number, string] => [operation, toAlgebra(name)]));

/**
 * Simplifies expressions with the package algebrite and writes them as text and LaTeX. Names go to it as names of our own,
 * sorted as they are numbered, and so do all numbers but small whole ones: no digit is lost, nothing that it has assigned
 * comes in.
 */
export class AlgebraText {
  private readonly algebrite: Algebrite;
  private readonly graph: Graph;
  private readonly symbols: readonly SymbolEntry[];
  /** What is written in place of some symbols, in parentheses. */
  private readonly replaced: ReadonlyMap<SymbolEntry, Node>;
  private readonly numbers: number[] = [];

  private constructor(
    algebrite: Algebrite,
    graph: Graph,
    symbols: readonly SymbolEntry[],
    replaced: ReadonlyMap<SymbolEntry, Node>,
  ) {
    this.algebrite = algebrite;
    this.graph = graph;
    this.symbols = symbols;
    this.replaced = replaced;
  }

  static async load(
    graph: Graph,
    symbols: readonly SymbolEntry[],
    replaced: ReadonlyMap<SymbolEntry, Node>,
  ): Promise<AlgebraText> {
    return new AlgebraText(await loadAlgebrite(), graph, symbols, replaced);
  }

  /** The node, simplified, in the algebra's words; empty for zero. */
  simplify(node: Node): string {
    const text = this.run(`simplify(${this.write(node)})`);
    return text === "0" ? "" : text;
  }

  multiply(a: string, node: Node): string {
    return this.run(`(${a})*${this.write(node)}`);
  }

  /** What the algebra says, with the names of the symbols. */
  toText(words: string): string {
    return spaceOut(words).replace(/multibond([sn])(\d+)/g, (_, kind: string, index: string) =>
      this.getText(kind, index),
    );
  }

  toLatex(words: string): string {
    return this.run(`printlatex(${words})`)
      .replace(/multibond([sn])(\d+)/g, (_, kind: string, index: string) => {
        if (kind === "n") return `${this.numbers[Number(index)]} `;
        const symbol = this.symbols[Number(index)];
        const law = this.replaced.get(symbol);
        return law === undefined ? `${symbol.latex} ` : `\\left(${this.toLatex(this.simplify(law))}\\right) `;
      })
      .replace(/ +(?=[})^_+\-\s]|$)/g, "");
  }

  private getText(kind: string, index: string): string {
    if (kind === "n") return String(this.numbers[Number(index)]);
    const symbol = this.symbols[Number(index)];
    const law = this.replaced.get(symbol);
    return law === undefined ? symbol.text : `(${this.toText(this.simplify(law))})`;
  }

  private run(script: string): string {
    if (script.length > MOST_CHARACTERS) {
      throw new ModelError(
        `BondGraph: the equations take ${script.length} characters, more than ${MOST_CHARACTERS}; divide the graph, or simulate it`,
      );
    }
    const answer = this.algebrite.run(script);
    if (!answer.startsWith("Stop")) return answer;
    throw new ModelError(
      `BondGraph: the algebra cannot simplify the equations (${answer}); simulate the graph instead`,
    );
  }

  private write(node: Node): string {
    const { operations, left, right, values } = this.graph;
    const operation = operations[node];
    if (operation === NUMBER) return this.writeNumber(values[node]);
    if (operation === COORDINATE) return `multibonds${String(values[node]).padStart(4, "0")}`;
    const a = this.write(left[node]);
    if (operation === NEGATE) return `(-${a})`;
    if (operation === SIGN) return `sgn(${a})`;
    const call = CALLS.get(operation);
    if (call !== undefined) return `${call}(${a})`;
    const sign = new Map([
      [ADD, "+"],
      [SUBTRACT, "-"],
      [MULTIPLY, "*"],
      [DIVIDE, "/"],
      [POWER, "^"],
    ]).get(operation);
    return `(${a}${sign}${this.write(right[node])})`;
  }

  private writeNumber(value: number): string {
    if (Number.isInteger(value) && Math.abs(value) <= 1000) return `(${value})`;
    if (Number.isInteger(2 * value) && Math.abs(value) <= 1000) return `(${2 * value}/2)`;
    let index = this.numbers.indexOf(Math.abs(value));
    if (index < 0) index = this.numbers.push(Math.abs(value)) - 1;
    return `(${value < 0 ? "-" : ""}multibondn${String(index).padStart(4, "0")})`;
  }
}

/** Blanks around the signs of a sum, outside parentheses. */
function spaceOut(text: string): string {
  let depth = 0;
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === "(") depth++;
    if (character === ")") depth--;
    const isSign = (character === "+" || character === "-") && depth === 0 && i > 0 && !"*/^(".includes(text[i - 1]);
    out += isSign ? ` ${character} ` : character;
  }
  return out;
}
