import { describe, ModelError } from "../index.ts";
import type { Vocabulary } from "./Vocabulary.ts";

/** A word of an expression; columns count from one. */
export type Token =
  | { kind: "number"; text: string; value: number; column: number }
  | { kind: "name" | "sign" | "end"; text: string; column: number };

/** What a page of formulas needs at most, and what is read in a moment. */
const MOST_CHARACTERS = 2000;

/** Number, name, sign or blank; sticky, so that nothing is skipped. */
const WORD = /((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_$][A-Za-z0-9_$]*)|(\*\*|[-+*/^()])|\s+/y;

export function tokenize(owner: string, text: string, { remedy }: Vocabulary): Token[] {
  if (text.length > MOST_CHARACTERS) {
    throw new ModelError(
      `${owner}: the expression has ${text.length} characters; give at most ${MOST_CHARACTERS}, or ${remedy}`,
    );
  }
  const tokens: Token[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < text.length) {
    const column = WORD.lastIndex + 1;
    const match = WORD.exec(text);
    if (match === null) {
      const character = String.fromCodePoint(text.codePointAt(column - 1) ?? 0);
      throw new ModelError(
        `${owner}: ${describe(character)} at column ${column} means nothing here; use numbers, names, + - * / ^ and parentheses`,
      );
    }
    const [word, number, name, sign] = match;
    if (number !== undefined) {
      const value = Number(number);
      if (!Number.isFinite(value)) {
        throw new ModelError(`${owner}: the number ${word} at column ${column} is too large; give a finite number`);
      }
      tokens.push({ kind: "number", text: word, value, column });
    } else if (name !== undefined) tokens.push({ kind: "name", text: word, column });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: word, column });
  }
  tokens.push({ kind: "end", text: "", column: text.length + 1 });
  return tokens;
}
