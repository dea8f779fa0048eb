import { describe, ModelError } from "../index.ts";
import { findUnknownName, type Names } from "./names.ts";
import { FUNCTIONS, NAMED_NUMBERS } from "./operations.ts";
import { type Token, tokenize } from "./tokenize.ts";
import type { Vocabulary } from "./Vocabulary.ts";

/** What was read, with the column of the sign or the name it stands for. */
export type Syntax =
  | { kind: "number"; value: number; column: number }
  | { kind: "coordinate"; index: number; column: number }
  | { kind: "parameter"; name: string; column: number }
  | { kind: "call"; operation: number; argument: Syntax; column: number }
  | { kind: "negate"; argument: Syntax; column: number }
  | { kind: "binary"; sign: string; left: Syntax; right: Syntax; column: number };

/** How deep parentheses, signs and exponents may nest. */
const MOST_LEVELS = 64;

/**
 * Reads `sum := product (± product)*`, `product := power (*|/ power)*`, `power := atom (^ power)?` with signs. Nothing
 * else passes; in particular no text of the user goes any further than here.
 */
export function parse(owner: string, text: string, names: Names, vocabulary: Vocabulary): Syntax {
  return new Parser(owner, text, tokenize(owner, text, vocabulary), names, vocabulary.variables).read();
}

class Parser {
  private readonly owner: string;
  private readonly text: string;
  private readonly tokens: readonly Token[];
  private readonly names: Names;
  private readonly variables: readonly string[];
  private at = 0;
  private level = 0;

  constructor(owner: string, text: string, tokens: readonly Token[], names: Names, variables: readonly string[]) {
    this.owner = owner;
    this.text = text;
    this.tokens = tokens;
    this.names = names;
    this.variables = variables;
  }

  read(): Syntax {
    const out = this.readSum();
    if (this.token.kind !== "end") this.refuse(`${this.show()} is not expected`, "join the parts with + - * / ^");
    return out;
  }

  private get token(): Token {
    return this.tokens[this.at];
  }

  private show(): string {
    return this.token.kind === "end" ? "the end" : JSON.stringify(this.token.text);
  }

  private refuse(what: string, remedy: string): never {
    const { owner, text } = this;
    // What is cut off is shown, unless it is in the name already, as with surfaces.
    const isShown = this.token.kind !== "end" || owner.includes(describe(text));
    const where = isShown ? "" : ` of ${describe(text)}`;
    throw new ModelError(`${owner}: ${what} at column ${this.token.column}${where}; ${remedy}`);
  }

  /** Takes the sign if it comes next. */
  private take(...signs: string[]): Token | undefined {
    const { token } = this;
    if (token.kind !== "sign" || !signs.includes(token.text)) return undefined;
    this.at++;
    return token;
  }

  private readSum(): Syntax {
    let left = this.readProduct();
    for (let sign = this.take("+", "-"); sign; sign = this.take("+", "-")) {
      left = { kind: "binary", sign: sign.text, left, right: this.readProduct(), column: sign.column };
    }
    return left;
  }

  private readProduct(): Syntax {
    let left = this.readSigned();
    for (let sign = this.take("*", "/"); sign; sign = this.take("*", "/")) {
      left = { kind: "binary", sign: sign.text, left, right: this.readSigned(), column: sign.column };
    }
    return left;
  }

  /** A sign binds less than an exponent: `-x^2` is `-(x^2)`. */
  private readSigned(): Syntax {
    if (++this.level > MOST_LEVELS)
      this.refuse(`more than ${MOST_LEVELS} levels of nesting`, "simplify the expression");
    const sign = this.take("-", "+");
    let out: Syntax;
    if (sign) {
      const argument = this.readSigned();
      out = sign.text === "+" ? argument : { kind: "negate", argument, column: sign.column };
    } else out = this.readPower();
    this.level--;
    return out;
  }

  private readPower(): Syntax {
    const left = this.readAtom();
    const sign = this.take("^", "**");
    if (!sign) return left;
    return { kind: "binary", sign: "^", left, right: this.readSigned(), column: sign.column };
  }

  private readAtom(): Syntax {
    const { token } = this;
    if (token.kind === "number") {
      this.at++;
      return { kind: "number", value: token.value, column: token.column };
    }
    if (token.kind === "name") return this.readName(token.text, token.column);
    if (this.take("(")) return this.readRest();
    return this.refuse(`${this.show()} is not expected`, "give a number, a name or a parenthesis there");
  }

  /** The rest of a parenthesis. */
  private readRest(): Syntax {
    const out = this.readSum();
    if (!this.take(")")) this.refuse(`${this.show()} is not expected`, 'close the parenthesis with ")"');
    return out;
  }

  private readName(name: string, column: number): Syntax {
    const operation = FUNCTIONS.get(name);
    if (operation !== undefined) {
      this.at++;
      if (!this.take("(")) this.refuse(`${name} has no argument`, `write ${name}(…)`);
      return { kind: "call", operation, argument: this.readRest(), column };
    }
    const value = NAMED_NUMBERS.get(name);
    const index = this.variables.indexOf(name);
    if (index < 0 && value === undefined && !this.names.has(name)) {
      this.refuse(...findUnknownName(name, this.names, this.variables));
    }
    this.at++;
    if (index >= 0) return { kind: "coordinate", index, column };
    return value !== undefined ? { kind: "number", value, column } : { kind: "parameter", name, column };
  }
}
