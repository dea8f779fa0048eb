import { derive, type Node, replaceByZero } from "../../../math/expression/index.ts";
import { checkInstance } from "../../../math/index.ts";
import { BondGraph } from "../../BondGraph.ts";
import type { Element } from "../../Element.ts";
import { listUsed } from "../../laws/ExpressionLaw.ts";
import { Plan } from "../Plan.ts";
import { AlgebraText } from "./AlgebraText.ts";
import { SymbolicModel } from "./SymbolicModel.ts";

/** The equation of one state. */
export interface StateEquation {
  /** The `C` or `I` whose displacement or momentum it is. */
  readonly element: Element;
  /** `q_` or `p_` and the name of the element. */
  readonly symbol: string;
  /** The rate as text: `V - R*p_L/L - q_C/C`. */
  readonly rate: string;
  /** The whole equation. */
  readonly text: string;
  readonly latex: string;
}

/** The state equations of a scalar graph in symbols. */
export interface StateEquations {
  readonly equations: readonly StateEquation[];
  /** All equations, one to a line. */
  readonly text: string;
  /** All equations as an `aligned` block. */
  readonly latex: string;
}

/**
 * The state equations of a scalar graph in symbols. An element with one parameter gives it its name: the `R` called `R1`
 * has the resistance `R1`, the `C` called `k` with a stiffness has the stiffness `k`; parameters of a law are `a_R1`; a
 * source is called by its name. Equations that are linear in states and inputs are sorted by these.
 */
export async function findStateEquations(graph: BondGraph): Promise<StateEquations> {
  const plan = new Plan(checkInstance("findStateEquations", "the graph", graph, BondGraph));
  const model = new SymbolicModel(plan);
  const algebra = await AlgebraText.load(model.graph, model.symbols.entries, model.laws);
  const equations = model.rates.map((rate, i): StateEquation => {
    const { text: symbol, latex } = model.states[i];
    const words = writeRate(model, algebra, rate);
    const text = algebra.toText(words);
    return {
      element: plan.steps.states[i].element,
      symbol,
      rate: text,
      text: `${symbol}' = ${text}`,
      latex: `\\dot{${latex[0]}}${latex.slice(1)} = ${algebra.toLatex(words)}`,
    };
  });
  const lines = equations.map(({ latex }) => latex.replace(" = ", " &= "));
  return {
    equations,
    text: equations.map(({ text }) => text).join("\n"),
    latex: `\\begin{aligned}\n${lines.join(" \\\\\n")}\n\\end{aligned}`,
  };
}

/** Sorted by states and inputs where the rate is linear in them, simplified as a whole where it is not. */
function writeRate(model: SymbolicModel, algebra: AlgebraText, rate: Node): string {
  const { graph } = model;
  const variables = [...model.states, ...model.inputs, ...model.laws.keys()].map(({ node }) => node);
  const places = variables.map((node) => graph.values[node]);
  const coefficients = places.map((place) => derive(graph, rate, place));
  const used = listUsed(graph, coefficients);
  if (places.some((place) => used.has(place))) return algebra.simplify(rate) || "0";
  const terms = coefficients.flatMap((coefficient, i) => {
    const words = algebra.simplify(coefficient);
    return words === "" ? [] : [algebra.multiply(words, variables[i])];
  });
  const rest = algebra.simplify(replaceByZero(graph, rate, new Set(places)));
  if (rest !== "") terms.push(rest);
  const sum = terms.reduce((text, term) => `${text}${text !== "" && !term.startsWith("-") ? "+" : ""}${term}`, "");
  return sum || "0";
}
