import { derive, Graph, type Node } from "../../../math/expression/index.ts";
import { ModelError } from "../../../math/index.ts";
import type { Element } from "../../Element.ts";
import type { LawSymbols } from "../../laws/ElementLaw.ts";
import { listUsed } from "../../laws/ExpressionLaw.ts";
import type { Plan } from "../Plan.ts";
import type { Step } from "../Step.ts";
import { type SymbolEntry, SymbolTable } from "./SymbolTable.ts";

/** The equations of a plan in symbols: parameters, states and inputs keep their names; linear loops are solved. */
export class SymbolicModel {
  readonly graph = new Graph();
  readonly symbols = new SymbolTable(this.graph);
  /** States and inputs, in their order. */
  readonly states: readonly SymbolEntry[];
  readonly inputs: SymbolEntry[] = [];
  /** Symbols that stand for laws of states that are not linear, with these laws: so the rest stays linear and short. */
  readonly laws = new Map<SymbolEntry, Node>();
  /** The rate of each state. */
  readonly rates: readonly Node[];
  private readonly plan: Plan;
  private values = new Map<number, Node>();

  constructor(plan: Plan) {
    this.plan = plan;
    // Parameters first: the algebra sorts by names.
    for (const { element, law } of plan.steps.steps) if (law && !isSource(element)) this.nameParameters(element);
    this.states = plan.steps.states.map(({ element }) =>
      this.symbols.get(`state ${element.name}`, element.name, element.kind === "I" ? "p" : "q"),
    );
    this.run(this.solveTears());
    this.rates = plan.steps.states.map(({ rate, rateSign }) => this.scale(this.values.get(rate) as Node, rateSign));
  }

  private nameParameters(element: Element): void {
    if (element.law === undefined) this.symbols.get(`parameter ${element.name}`, element.name);
    else for (const name of Object.keys(element.parameters)) this.getParameter(element, name);
  }

  private getParameter(element: Element, name: string): SymbolEntry {
    return this.symbols.get(`parameter ${element.name} ${name}`, `${name}_${element.name}`);
  }

  private scale(node: Node, sign: number): Node {
    return sign < 0 ? this.graph.negate(node) : node;
  }

  /** Values of the torn variables, from the linear equations between them. */
  private solveTears(): Node[] {
    const { graph, plan } = this;
    const { tears } = plan;
    if (tears.length === 0) return [];
    const unknowns = tears.map((_, i) => this.symbols.get(`tear ${i}`, `tear${i}`));
    this.run(unknowns.map(({ node }) => node));
    const residuals = tears.map((step, i) => graph.subtract(this.take(step), unknowns[i].node));
    const places = unknowns.map(({ node }) => graph.values[node]);
    const matrix = residuals.map((residual) => places.map((place) => derive(graph, residual, place)));
    const isLinear = matrix.every((row) => {
      const used = listUsed(graph, row);
      return !places.some((place) => used.has(place));
    });
    if (!isLinear) {
      throw new ModelError(
        `BondGraph: the loop through ${tears.map(({ element }) => element.label).join(", ")} is not linear, so its ` +
          "equations have no closed form; simulate it, or put a C or an I between them",
      );
    }
    this.run(tears.map(() => graph.number(0)));
    const constants = tears.map((step) => graph.negate(this.take(step)));
    return solveLinear(graph, matrix, constants);
  }

  private run(tears: readonly Node[]): void {
    this.values = new Map(this.plan.tears.map((step, i) => [step.target, tears[i]]));
    for (const step of this.plan.order) this.values.set(step.target, this.take(step));
  }

  private take(step: Step): Node {
    const { graph } = this;
    const { mode, law, sign, index, element } = step;
    const sum = step.terms.reduce(
      (part, term) => graph.add(part, this.scale(this.values.get(term.source) as Node, term.sign)),
      graph.number(0),
    );
    switch (mode) {
      case "sum":
        return sum;
      case "input":
        return this.getInput(element);
      case "multiply":
        return graph.multiply(sum, this.build(step, graph.number(0)));
      case "divide":
        return graph.divide(sum, this.build(step, graph.number(0)));
      case "apply":
        return this.scale(this.build(step, sum), sign);
      case "invert":
        if (law?.gain === undefined) this.refuseInverse(element);
        return this.scale(graph.divide(sum, this.build(step, graph.number(1))), sign);
      case "state":
        return this.scale(this.buildState(step), sign);
      case "source":
        if (step.signals.length > 0) return this.build(step, graph.number(0));
        return law?.gain === 0 ? graph.number(0) : this.getInput(element);
      case "derivative": {
        const rate = this.plan.roots[index].reduce(
          (part, root) => graph.add(part, this.buildRootRate(element, index, root.step)),
          graph.number(0),
        );
        return this.scale(graph.divide(rate, this.build(step, graph.number(1))), sign * step.terms[0].sign);
      }
    }
  }

  private buildState(step: Step): Node {
    const node = this.build(step, this.states[step.index].node);
    if (step.law?.gain !== undefined) return node;
    const entry = this.symbols.get(`law ${step.element.name}`, `law_${step.element.name}`);
    this.laws.set(entry, node);
    return entry.node;
  }

  /** `c · d/dt` of a state's effort or flow; ratios in `c` are those of the transformers between. */
  private buildRootRate(owner: Element, dependent: number, root: Step): Node {
    const { graph, plan } = this;
    if (root.mode !== "state") {
      if (root.law?.gain !== undefined) return graph.number(0);
      throw new ModelError(
        `${owner.label}: it follows ${root.element.label}, whose derivative would stand in the equations; ` +
          "put an R between them",
      );
    }
    const { rate, rateSign } = plan.steps.states[root.index];
    const place = graph.values[this.states[root.index].node];
    const slope = derive(graph, this.build(root, this.states[root.index].node), place);
    const change = graph.multiply(slope, this.scale(this.values.get(rate) as Node, rateSign * root.sign));
    return graph.multiply(this.buildRatio(plan.steps.dependents[dependent].source, root), change);
  }

  /** The factor between a state's output and what it decides, in symbols: found by letting that output be one. */
  private buildRatio(variable: number, root: Step): Node {
    const { graph, plan } = this;
    const definitions = new Map(plan.steps.steps.map((step) => [step.target, step]));
    const follow = (target: number): Node => {
      const step = definitions.get(target) as Step;
      if (step === root) return graph.number(1);
      if (step.mode === "state" || step.mode === "source" || step.mode === "input") return graph.number(0);
      const sum = step.terms.reduce(
        (part, term) => graph.add(part, this.scale(follow(term.source), term.sign)),
        graph.number(0),
      );
      if (step.mode === "sum") return sum;
      const ratio = this.build(step, graph.number(0));
      return step.mode === "divide" ? graph.divide(sum, ratio) : graph.multiply(sum, ratio);
    };
    return follow(variable);
  }

  private getInput(element: Element): Node {
    const entry = this.symbols.get(`input ${element.name}`, element.name);
    if (!this.inputs.includes(entry)) this.inputs.push(entry);
    return entry.node;
  }

  private build(step: Step, x: Node): Node {
    const { element, law, signals } = step;
    const symbols: LawSymbols = {
      parameter: (owner, name) =>
        (name === undefined ? this.symbols.get(`parameter ${owner.name}`, owner.name) : this.getParameter(owner, name))
          .node,
      signal: (index) => {
        const { isState, index: place } = signals[index];
        return isState ? this.states[place].node : (this.values.get(place) as Node);
      },
      time: () => this.symbols.get("time", "t").node,
    };
    const node = law?.build(this.graph, x, symbols);
    if (node !== undefined) return node;
    throw new ModelError(
      `${element.label}: its law is a function, which cannot be written in symbols; give it as an expression`,
    );
  }

  private refuseInverse(element: Element): never {
    throw new ModelError(
      `${element.label}: its law would have to be inverted; write it the other way round, as one of ` +
        `${element.law?.toString().includes("f") ? "e" : "f"}`,
    );
  }
}

const isSource = ({ kind }: Element): boolean => ["Se", "Sf", "EC", "FC"].includes(kind);

/** Gaussian elimination of `A x = b` in symbols. */
function solveLinear(graph: Graph, matrix: readonly (readonly Node[])[], constants: readonly Node[]): Node[] {
  const size = constants.length;
  const zero = graph.number(0);
  const rows = matrix.map((row, i) => [...row, constants[i]]);
  for (let k = 0; k < size; k++) {
    const pivot = rows.findIndex((row, i) => i >= k && row[k] !== zero);
    if (pivot < 0) throw new ModelError("BondGraph: a loop has no unique solution; put a C or an I into it");
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < size; i++) {
      if (rows[i][k] === zero) continue;
      const factor = graph.divide(rows[i][k], rows[k][k]);
      rows[i] = rows[i].map((value, j) => (j <= k ? zero : graph.subtract(value, graph.multiply(factor, rows[k][j]))));
    }
  }
  const out: Node[] = [];
  for (let k = size - 1; k >= 0; k--) {
    let sum = rows[k][size];
    for (let j = k + 1; j < size; j++) sum = graph.subtract(sum, graph.multiply(rows[k][j], out[j]));
    out[k] = graph.divide(sum, rows[k][k]);
  }
  return out;
}
