import { FUNCTIONS, Graph, type Node } from "../../math/expression/index.ts";
import { checkInstance, checkNumber, checkOptions, checkText, ModelError } from "../../math/index.ts";
import type { Bond } from "../Bond.ts";
import { BondGraph } from "../BondGraph.ts";
import type { Element } from "../Element.ts";
import { type SymbolEntry, SymbolTable } from "../equations/symbolic/SymbolTable.ts";
import { createLaw, getGainParameters } from "../laws/createLaw.ts";
import type { ElementLaw } from "../laws/ElementLaw.ts";
import { writeInfix } from "./writeInfix.ts";

export interface ModelicaOptions {
  /** Name of the model. Default: `BondGraph`. */
  name?: string;
}

/**
 * A scalar graph as the text of a Modelica model: effort and flow of every bond, one set of equations per element, without
 * causality, which Modelica finds itself. Names that are no identifiers are changed; comments keep them.
 */
export function toModelica(graph: BondGraph, options: ModelicaOptions = {}): string {
  checkInstance("toModelica", "the graph", graph, BondGraph);
  checkOptions("toModelica", options, ["name"]);
  const name = checkText("toModelica", "name", options.name ?? "BondGraph");
  const faults = graph.validate();
  if (faults.length > 0) throw new ModelError(`toModelica: the graph is not complete: ${faults.join(". ")}`);
  return new ModelicaWriter(graph).write(toIdentifier(name));
}

/** Control characters and line ends of every kind. */
const CONTROL = /\p{Cc}|\p{Zl}|\p{Zp}/gu;

/** Words of Modelica, and functions that laws call. */
const KEYWORDS = new Set([
  ...FUNCTIONS.keys(),
  ...(
    "algorithm and annotation block break class connect connector constant constrainedby der discrete each else elseif " +
    "elsewhen encapsulated end enumeration equation expandable extends external false final flow for function if import " +
    "impure in initial inner input loop model not operator or outer output package parameter partial protected public " +
    "pure record redeclare replaceable return stream then true type when while within time Real Integer Boolean String"
  ).split(" "),
]);

const toIdentifier = (text: string): string => {
  const plain = text.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^(?=[0-9])/, "x") || "x";
  return KEYWORDS.has(plain) ? `${plain}_` : plain;
};

const quote = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&").replace(CONTROL, " ")}"`;

/** Nothing but a number stands where numbers stand. */
const writeNumber = (element: Element, what: string, value: unknown): string =>
  String(checkNumber(`toModelica: ${element.label}`, what, value));

class ModelicaWriter {
  private readonly graph: BondGraph;
  private readonly nodes = new Graph();
  private readonly symbols = new SymbolTable(this.nodes);
  private readonly declarations: string[] = [];
  private readonly equations: string[] = [];
  private readonly places: ReadonlyMap<Bond, number>;
  private readonly dependent: ReadonlySet<Element>;

  constructor(graph: BondGraph) {
    this.graph = graph;
    this.dependent = new Set(graph.causality().derivative);
    this.places = new Map(graph.bonds.map((bond, i) => [bond, i + 1]));
  }

  write(name: string): string {
    this.symbols.get("time", "time");
    for (const bond of this.graph.bonds) {
      if (bond.dimension !== 1) {
        throw new ModelError(
          `toModelica: the bond "${bond.name}" has dimension ${bond.dimension}; only scalar graphs can be written`,
        );
      }
      const place = this.places.get(bond);
      this.variable(`e${place}`);
      this.variable(`f${place}`);
      this.declarations.push(`Real e${place} ${quote(`effort of ${bond.name}`)};`);
      this.declarations.push(`Real f${place} ${quote(`flow of ${bond.name}`)};`);
    }
    for (const element of this.graph.elements) this.addElement(element);
    const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}\n`).join("");
    return `model ${name}\n${indent(this.declarations)}equation\n${indent(this.equations)}end ${name};\n`;
  }

  private effort(bond: Bond): string {
    return `e${this.places.get(bond)}`;
  }

  private flow(bond: Bond): string {
    return `f${this.places.get(bond)}`;
  }

  private variable(text: string): Node {
    return this.symbols.get(`variable ${text}`, text).node;
  }

  private addElement(element: Element): void {
    const bonds = this.graph.bondsOf(element);
    this.equations.push(`// ${element.label.replace(CONTROL, " ")}`);
    switch (element.kind) {
      case "0":
        this.addJunction(element, bonds, true);
        break;
      case "1":
        this.addJunction(element, bonds, false);
        break;
      case "TF":
      case "MTF":
      case "GY":
      case "MGY":
        this.addTransformer(element, bonds);
        break;
      default:
        this.addOnePort(element, bonds[0]);
    }
  }

  private addJunction(element: Element, bonds: readonly Bond[], isZero: boolean): void {
    const [first, ...rest] = bonds;
    const common = (bond: Bond) => (isZero ? this.effort(bond) : this.flow(bond));
    for (const bond of rest) this.equations.push(`${common(bond)} = ${common(first)};`);
    const sum = bonds.map((bond) => {
      return `${bond.to.element === element ? "+" : "-"} ${isZero ? this.flow(bond) : this.effort(bond)}`;
    });
    this.equations.push(`0 = ${sum.join(" ").replace(/^\+ /, "")};`);
  }

  private addTransformer(element: Element, bonds: readonly Bond[]): void {
    if (bonds.length !== 2) {
      throw new ModelError(`toModelica: ${element.label} has one port; only those with two can be written`);
    }
    const ratio = this.build(element, this.getLaw(element), this.nodes.number(0), 3);
    const at = (port: number) =>
      bonds.find(({ from, to }) => (from.element === element ? from : to).port === port) as Bond;
    const [one, two] = [at(0), at(1)];
    const f1 = `${one.to.element === element ? "" : "-"}${this.flow(one)}`;
    const f2 = `${two.from.element === element ? "" : "-"}${this.flow(two)}`;
    if (element.kind.endsWith("TF")) {
      this.equations.push(`${f1} = ${ratio}*(${f2});`, `${this.effort(two)} = ${ratio}*${this.effort(one)};`);
    } else {
      this.equations.push(`${this.effort(one)} = ${ratio}*(${f2});`, `${this.effort(two)} = ${ratio}*(${f1});`);
    }
  }

  private addOnePort(element: Element, bond: Bond): void {
    const law = this.getLaw(element);
    const e = this.effort(bond);
    // With the half arrow away from the element its flow counts backwards.
    const isInto = bond.to.element === element;
    const f = `${isInto ? "" : "-"}${this.flow(bond)}`;
    const build = (input: Node) => this.build(element, law, input);
    const effort = this.variable(e);
    const flow = isInto ? this.variable(this.flow(bond)) : this.nodes.negate(this.variable(this.flow(bond)));
    switch (element.kind) {
      case "Se":
      case "EC":
        this.equations.push(`${e} = ${build(effort)};`);
        break;
      case "Sf":
      case "FC":
        this.equations.push(`${this.flow(bond)} = ${build(effort)};`);
        break;
      case "R":
        this.equations.push(law.input === "e" ? `${f} = ${build(effort)};` : `${e} = ${build(flow)};`);
        break;
      default: {
        const state = this.declareState(element);
        const [rate, output] = element.kind === "I" ? [e, f] : [f, e];
        this.equations.push(`der(${state.text}) = ${rate};`, `${output} = ${build(state.node)};`);
      }
    }
  }

  private declareState(element: Element): SymbolEntry {
    const letter = element.kind === "I" ? "p" : "q";
    const entry = this.symbols.get(`state ${element.name}`, element.name, letter);
    const what = element.kind === "I" ? "momentum" : "displacement";
    // The start of a storage element in derivative causality follows from others.
    const start = this.dependent.has(element)
      ? ""
      : `(start = ${writeNumber(element, "start", element.start ?? 0)}, fixed = true)`;
    this.declarations.push(`Real ${entry.text}${start} ${quote(`${what} of ${element.name}`)};`);
    return entry;
  }

  private getLaw(element: Element): ElementLaw {
    const law = createLaw(element);
    if (law) return law;
    throw new ModelError(`toModelica: ${element.label} has no law; only scalar graphs of elements can be written`);
  }

  /** The law in words, its parameters declared. */
  private build(element: Element, law: ElementLaw, x: Node, level = 0): string {
    const node = law.build(this.nodes, x, {
      parameter: (owner, name) => this.declareParameter(owner, name, law),
      signal: (index) => this.findSignal(law, index),
      time: () => this.symbols.get("time", "time").node,
    });
    if (node === undefined) {
      throw new ModelError(`toModelica: the law of ${element.label} is a function; give it as an expression`);
    }
    return writeInfix(
      this.nodes,
      node,
      this.symbols.entries.map(({ text }) => text),
      level,
    );
  }

  private declareParameter(element: Element, name: string | undefined, law: ElementLaw): Node {
    const stem = toIdentifier(name === undefined ? element.name : `${name}_${element.name}`);
    const count = this.symbols.entries.length;
    const entry = this.symbols.get(`parameter ${element.name} ${name ?? ""}`, stem);
    if (this.symbols.entries.length > count) {
      const { parameters } = element;
      const given = Object.keys(getGainParameters(element.kind)).find((key) => Object.hasOwn(parameters, key));
      const key = name ?? given;
      const value = key !== undefined && Object.hasOwn(parameters, key) ? parameters[key] : law.gain;
      const what = key ?? "value";
      this.declarations.push(
        `parameter Real ${entry.text} = ${writeNumber(element, what, value)} ${quote(`${what} of ${element.name}`)};`,
      );
    }
    return entry.node;
  }

  private findSignal(law: ElementLaw, index: number): Node {
    const source = law.sources[index];
    if ("state" in source) {
      const element = this.graph.element(source.state);
      return this.symbols.get(`state ${element.name}`, element.name, element.kind === "I" ? "p" : "q").node;
    }
    return this.variable(
      "effort" in source ? this.effort(this.graph.bond(source.effort)) : this.flow(this.graph.bond(source.flow)),
    );
  }
}
