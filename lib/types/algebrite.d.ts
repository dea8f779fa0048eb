/** Types of the part of the package algebrite that is used. It throws errors whose text begins with `Stop:`. */
declare module "algebrite" {
  namespace algebrite {
    /** A whole number of any size. */
    interface BigInteger {
      toJSNumber(): number;
    }

    /** A node of an expression. `k` says which: 0 a pair, 1 a fraction, 2 a float, 5 a symbol (`nil` ends lists). */
    interface Expression {
      k: number;
      cons: { car: Expression; cdr: Expression };
      q: { a: BigInteger; b: BigInteger };
      d: number;
      printname: string;
      toString(): string;
    }

    interface Algebrite {
      /** Evaluates a script and returns its printed result; after an error it tidies up. */
      run(script: string): string;
      /** Evaluates an expression and returns its tree. */
      eval(expression: string | Expression): Expression;
      derivative(expression: Expression, variable: Expression): Expression;
    }
  }

  const algebrite: algebrite.Algebrite;
  export = algebrite;
}
