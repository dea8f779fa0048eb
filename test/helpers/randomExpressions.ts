import * as j from "./fieldJets.ts";
import type { RandomSource } from "./random.ts";

export interface RandomExpression {
  text: string;
  parameters: Record<string, number>;
  formula: (x: j.Field, y: j.Field, z: j.Field) => j.Field;
}

type Formula = RandomExpression["formula"];
type Part = [text: string, formula: Formula];

/** What can be put around one part without leaving the domain of a function. */
const AROUND: ((part: Part) => Part)[] = [
  ([a, f]) => [`sin(${a})`, (...p) => j.sine(f(...p))],
  ([a, f]) => [`cos(${a})`, (...p) => j.cosine(f(...p))],
  ([a, f]) => [`sqrt(1 + (${a})^2)`, (...p) => j.root(j.plus(1, j.square(f(...p))))],
  ([a, f]) => [`log(2 + (${a})^2)`, (...p) => j.logarithm(j.plus(2, j.square(f(...p))))],
  ([a, f]) => [`exp(-(${a})^2)`, (...p) => j.exponential(j.times(-1, j.square(f(...p))))],
  ([a, f]) => [`atan(${a})`, (...p) => j.arctangent(f(...p))],
  ([a, f]) => [`tanh(0.5*(${a}))`, (...p) => j.tanh(j.times(0.5, f(...p)))],
  ([a, f]) => [`-(${a})**3`, (...p) => j.times(-1, f(...p), j.square(f(...p)))],
  ([a, f]) => [`abs(${a})^2.75`, (...p) => j.power(j.magnitude(f(...p)), 2.75)],
  ([a, f]) => [`asin(sin(${a})/2)`, (...p) => j.arcsine(j.times(0.5, j.sine(f(...p))))],
];

const BETWEEN: ((a: Part, b: Part) => Part)[] = [
  ([a, f], [b, g]) => [`(${a} + ${b})`, (...p) => j.plus(f(...p), g(...p))],
  ([a, f], [b, g]) => [`(${a} - (${b}))`, (...p) => j.minus(f(...p), g(...p))],
  ([a, f], [b, g]) => [`(${a})*(${b})`, (...p) => j.times(f(...p), g(...p))],
  ([a, f], [b, g]) => [`(${a})/(1.5 + (${b})^2)`, (...p) => j.over(f(...p), j.plus(1.5, j.square(g(...p))))],
];

/** An expression of every kind of operation, nested, and the same in jets; a ball is added so that it has points. */
export function createRandomExpression(random: RandomSource, levels: number): RandomExpression {
  const k = random.number(0.3, 2);
  const create = (level: number): Part => {
    if (level === 0) {
      return random.pick<Part>([
        ["x", (x) => x],
        ["y", (_x, y) => y],
        ["k*z", (_x, _y, z) => j.times(k, z)],
      ]);
    }
    return random.chance(0.4)
      ? random.pick(AROUND)(create(level - 1))
      : random.pick(BETWEEN)(create(level - 1), create(level - 1));
  };
  const [text, formula] = create(levels);
  return {
    text: `x^2 + y^2 + k*z^2 - 4 + tanh(${text})`,
    parameters: { k },
    formula: (x, y, z) => j.plus(j.square(x), j.square(y), j.times(k, j.square(z)), -4, j.tanh(formula(x, y, z))),
  };
}
