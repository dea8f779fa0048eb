import test from "ava";
import { Builder, derive, Graph, Program, parse, replaceByZero } from "../../lib/math/expression/index.ts";
import { isClose } from "../helpers/compare.ts";

const vocabulary = { variables: ["x", "y", "t", "u"], noun: "a variable", remedy: "shorten it" };

/** The nodes of an expression, and a function that evaluates nodes at a point. */
function read(text: string) {
  const graph = new Graph();
  const root = new Builder("test", graph, new Map()).build(parse("test", text, new Map(), vocabulary));
  const evaluate = (node: number, point: readonly number[]) => {
    const out = new Float64Array(1);
    new Program(graph, [node]).link()(Float64Array.from(point), out);
    return out[0];
  };
  return { graph, root, evaluate };
}

const EXPRESSIONS = [
  "x + y - u*x/(1 + y^2)",
  "-x^3 + x^2.5*y^(-2)",
  "x^y + 2^x + y^2^x",
  "sqrt(x*y) + sin(x)*cos(y) + tan(x/3)",
  "exp(-x*y)*log(x + y) + abs(x - 3)*abs(y)",
  "asin(x/3) + acos(y/3) + atan(x*y)",
  "sinh(x) - cosh(y*x) + tanh(t*x)",
  "(x - y)/(x + y)/(u + t)",
];

test("derivatives by the rules of calculus agree with differences", (t) => {
  const point = [1.3, 0.7, 0.4, -1.1];
  for (const text of EXPRESSIONS) {
    const { graph, root, evaluate } = read(text);
    point.forEach((value, variable) => {
      const at = (change: number) => evaluate(root, replace(point, variable, value + change));
      const h = 1e-3;
      // Of sixth order: good to some 1e-12 beside the size of the numbers.
      const difference = (45 * (at(h) - at(-h)) - 9 * (at(2 * h) - at(-2 * h)) + at(3 * h) - at(-3 * h)) / (60 * h);
      const exact = evaluate(derive(graph, root, variable), point);
      isClose(t, exact, difference, 1e-10 * Math.max(1, Math.abs(exact)), `${text} by variable ${variable}`);
    });
  }
});

test("zero in place of variables", (t) => {
  const { graph, root, evaluate } = read("x*y + 3*sin(u)/(2 + x)^2 - cos(y)^2");
  const replaced = replaceByZero(graph, root, new Set([0, 1]));
  t.is(evaluate(replaced, [5, 6, 7, 0.5]), (3 * Math.sin(0.5)) / 4 - 1);
});

const replace = (list: readonly number[], index: number, value: number): number[] =>
  list.map((entry, i) => (i === index ? value : entry));
