import { checkUsed, parse, readParameters, type Syntax } from "../../math/expression/index.ts";
import { checkNumber, describe, ModelError } from "../../math/index.ts";
import type { Element, ElementKind } from "../Element.ts";
import type { ElementLaw, LawInput } from "./ElementLaw.ts";
import { ExpressionLaw } from "./ExpressionLaw.ts";
import { FunctionLaw } from "./FunctionLaw.ts";
import { GainLaw } from "./GainLaw.ts";
import { findLaw } from "./registerLaw.ts";

interface Rule {
  /** The variables a law may be of; more than one: the law says which. */
  readonly inputs: readonly NonNullable<LawInput>[];
  /** Parameters that say all, and whether their number divides. */
  readonly parameters: Readonly<Record<string, boolean>>;
  /** The number where nothing is given. */
  readonly otherwise?: number;
  readonly example: string;
}

/** Squares and products of larger numbers overflow. */
const LARGEST = 1e150;

const RATIO: Rule = { inputs: [], parameters: { ratio: false }, example: "{ ratio: 5 }" };

const RULES: Partial<Record<ElementKind, Rule>> = {
  Se: { inputs: [], parameters: { effort: false }, example: "{ effort: 12 }" },
  Sf: { inputs: [], parameters: { flow: false }, example: "{ flow: 0.1 }" },
  EC: { inputs: [], parameters: { effort: false }, otherwise: 0, example: "{ effort: 0 }" },
  FC: { inputs: [], parameters: { flow: false }, otherwise: 0, example: "{ flow: 0 }" },
  R: { inputs: ["f", "e"], parameters: { resistance: false }, example: "{ resistance: 2 }" },
  C: { inputs: ["q"], parameters: { capacitance: true, stiffness: false }, example: "{ capacitance: 1e-3 }" },
  I: { inputs: ["p"], parameters: { inertance: true }, example: "{ inertance: 0.1 }" },
  TF: RATIO,
  GY: RATIO,
  MTF: RATIO,
  MGY: RATIO,
};

/** The law of an element from its `law` or its parameters; undefined for junctions and the like. */
export function createLaw(element: Element): ElementLaw | undefined {
  const rule = RULES[element.kind];
  if (!rule) return undefined;
  const { law, kind } = element;
  const fault = explainModulation(element);
  if (fault !== undefined) throw new ModelError(fault);
  if (law === undefined) return createGain(element, rule);
  if (typeof law === "string") return createExpression(element, rule, law);
  if (typeof law === "function") {
    return new FunctionLaw(element, rule.inputs[0], law, listNumbers(element, element.parameters));
  }
  if (typeof law !== "object" || law === null || typeof law.name !== "string") {
    throw new ModelError(
      `${element.label}: the law is ${describe(law)}; give an expression, { name } of a registered law, or a function`,
    );
  }
  const { calc, of } = findLaw(element.label, law.name);
  const input = kind === "R" ? of : rule.inputs[0];
  const values = { ...listNumbers(element, element.parameters), ...listNumbers(element, law.parameters ?? {}) };
  return new FunctionLaw(element, input, calc, values);
}

/** What a modulated element lacks: its law or its signal. */
export function explainModulation({ kind, law, signals, label }: Element): string | undefined {
  if (kind !== "MTF" && kind !== "MGY") return undefined;
  if (law !== undefined && Object.keys(signals ?? {}).length > 0) return undefined;
  return (
    `${label}: it is modulated, but has no ${law === undefined ? "law" : "signal"}; give both, such as ` +
    `law: "r*cos(x)", signals: { x: { state: "spring" } }, or make it a ${kind.slice(1)} with { ratio }`
  );
}

/** Names of the parameters that say all about a kind of element, and whether they divide. */
export const getGainParameters = (kind: ElementKind): Readonly<Record<string, boolean>> =>
  RULES[kind]?.parameters ?? {};

function createGain(element: Element, rule: Rule): GainLaw {
  const { label, parameters } = element;
  const given = Object.keys(rule.parameters).filter((name) => Object.hasOwn(parameters, name));
  const input = rule.inputs[0];
  if (given.length > 1) {
    throw new ModelError(`${label}: ${given.join(" and ")} are both given; give one of them`);
  }
  if (given.length === 0) {
    if (rule.otherwise !== undefined) return new GainLaw(element, input, rule.otherwise, false);
    throw new ModelError(`${label}: it has no law; give parameters such as ${rule.example}, or an expression as law`);
  }
  const [name] = given;
  const value = checkNumber(label, name, parameters[name]);
  const isInverse = rule.parameters[name];
  const mustNotVanish = isInverse || name === "ratio";
  if (value === 0 && mustNotVanish) throw new ModelError(`${label}: ${name} is 0; give a number that is not zero`);
  if (Math.abs(value) > LARGEST) throw new ModelError(`${label}: ${name} is ${value}; give at most ${LARGEST}`);
  return new GainLaw(element, input, value, isInverse);
}

function createExpression(element: Element, rule: Rule, text: string): ExpressionLaw {
  const { label, kind } = element;
  const signals = Object.keys(element.signals ?? {});
  const variables = [...rule.inputs, "t", ...signals];
  const twice = variables.find((name, i) => variables.indexOf(name) !== i);
  if (twice !== undefined) {
    throw new ModelError(`${label}: the signal "${twice}" has the name of a variable of the law; choose another name`);
  }
  const vocabulary = { variables, noun: "a variable of the law", remedy: "register a function as a law" };
  const names = readParameters(label, listNumbers(element, element.parameters), vocabulary);
  const syntax = parse(label, text, names, vocabulary);
  const used = new Set<string>();
  listNames(syntax, variables, used);
  checkUsed(label, names, used);
  const idle = signals.find((name) => !used.has(name));
  if (idle !== undefined) {
    throw new ModelError(`${label}: the signal "${idle}" does not appear in the law ${describe(text)}; leave it out`);
  }
  const inputs = rule.inputs.filter((name) => used.has(name));
  if (rule.inputs.length > 0 && inputs.length !== 1) {
    const wanted = rule.inputs.join(" or ");
    const what = inputs.length === 0 ? `contains no ${wanted}` : `contains ${inputs.join(" and ")}`;
    throw new ModelError(
      `${label}: the law ${describe(text)} ${what}; ` +
        (kind === "R"
          ? "write the effort as a function of f, or the flow as one of e"
          : `write it as one of ${wanted}`),
    );
  }
  return new ExpressionLaw(element, inputs[0], { syntax, variables, names });
}

/** Adds the names of variables and parameters in an expression. */
function listNames(syntax: Syntax, variables: readonly string[], out: Set<string>): void {
  if (syntax.kind === "coordinate") out.add(variables[syntax.index]);
  if (syntax.kind === "parameter") out.add(syntax.name);
  if (syntax.kind === "call" || syntax.kind === "negate") listNames(syntax.argument, variables, out);
  if (syntax.kind === "binary") {
    listNames(syntax.left, variables, out);
    listNames(syntax.right, variables, out);
  }
}

function listNumbers(element: Element, parameters: Readonly<Record<string, unknown>>): Record<string, number> {
  const out: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const [name, value] of Object.entries(parameters)) {
    out[name] = checkNumber(element.label, `the parameter "${name}"`, value);
  }
  return out;
}
