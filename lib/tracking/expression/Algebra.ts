import type { Algebrite, Expression } from "algebrite";
import { loadAlgebrite } from "../../math/expression/index.ts";
import { hasSymbol, readTerm, symbolName, type Term, ZERO } from "./Term.ts";

/** First and second derivatives of a piece by its variables; the second ones as a triangle, `second[i][j]` with `j ≤ i`. */
export interface PieceDerivatives {
  first: Term[];
  second: Term[][];
}

/** Answers that are kept: the same few pieces (a square, a root, a quotient) come up in every surface. */
const MOST_ANSWERS = 1000;

/** Asks the package algebrite for derivatives. */
export class Algebra {
  /** Derivatives it was asked for that it had not answered before. */
  asked = 0;
  private static readonly answers = new Map<string, PieceDerivatives>();
  private readonly algebrite: Algebrite;

  private constructor(algebrite: Algebrite) {
    this.algebrite = algebrite;
  }

  /** The package is loaded when the first expression comes. */
  static async load(): Promise<Algebra> {
    return new Algebra(await loadAlgebrite());
  }

  differentiate(text: string, variables: readonly number[]): PieceDerivatives {
    const key = `${variables.join()}:${text}`;
    const known = Algebra.answers.get(key);
    if (known !== undefined) return known;
    const tree = this.algebrite.eval(text);
    const first: Term[] = [];
    const second: Term[][] = [];
    const term = readTerm(tree);
    variables.forEach((index, i) => {
      const derivative = hasSymbol(term, index) ? this.derive(tree, index) : undefined;
      first[i] = derivative === undefined ? ZERO : readTerm(derivative);
      second[i] = variables
        .slice(0, i + 1)
        .map((other) =>
          derivative !== undefined && hasSymbol(first[i], other) ? readTerm(this.derive(derivative, other)) : ZERO,
        );
    });
    if (Algebra.answers.size >= MOST_ANSWERS) Algebra.answers.clear();
    const answer = { first, second };
    Algebra.answers.set(key, answer);
    return answer;
  }

  private derive(tree: Expression, index: number): Expression {
    this.asked++;
    return this.algebrite.derivative(tree, this.algebrite.eval(symbolName(index)));
  }
}
