/** Types of the part of the package algebrite that is used. Errors come back as text that begins with `Stop:`. */
declare module "algebrite" {
  /** A node of an expression: an atom (symbol, number, text) or a pair. */
  interface Expression {
    toString(): string;
    toLatexString(): string;
  }

  interface Algebrite {
    /** Evaluates a script and returns its printed result. */
    run(script: string): string;
    /** Evaluates an expression and returns its tree. */
    eval(expression: string | Expression): Expression;
    derivative(expression: string | Expression, variable: string): Expression;
    simplify(expression: string | Expression): Expression;
    /** Forgets every assignment. */
    clearall(): void;
  }

  const algebrite: Algebrite;
  export = algebrite;
}
