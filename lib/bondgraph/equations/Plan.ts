import { ModelError, SHARED } from "../../math/index.ts";
import type { BondGraph } from "../BondGraph.ts";
import type { Element } from "../Element.ts";
import { createSteps, type Steps } from "./createSteps.ts";
import type { Step } from "./Step.ts";

/** The rate of a dependent storage's decider: a sum over states and sources. */
export interface Root {
  readonly coefficient: number;
  readonly step: Step;
}

/**
 * The order in which the efforts and flows of a scalar graph follow from its states. Variables that depend on themselves
 * are torn: a value is assumed, and has to come out again. Torn are what dependent storage elements give, resistors whose
 * law has to be inverted, and as many others as loops need.
 */
export class Plan {
  readonly graph: BondGraph;
  readonly steps: Steps;
  /** Steps that can be taken one after the other once the torn variables are assumed. */
  readonly order: readonly Step[];
  readonly tears: readonly Step[];
  /** For each dependent storage, what its rate follows from. */
  readonly roots: readonly (readonly Root[])[];
  /** Whether what comes out is a linear function of what is assumed, and with the same factors at all times. */
  readonly isLinear: boolean;
  readonly isConstant: boolean;

  constructor(graph: BondGraph, inputs: readonly string[] = []) {
    this.graph = graph;
    checkScalar(graph);
    const causality = graph.causality();
    const faults = causality.issues.filter(({ kind }) => kind.endsWith("sealed"));
    if (faults.length > 0) {
      throw new ModelError(`BondGraph: it has no solution: ${faults.map(({ message }) => message).join(". ")}`);
    }
    this.steps = createSteps(causality, inputs);
    const { order, tears } = findOrder(this.steps.steps);
    this.order = order;
    this.tears = tears;
    this.roots = this.steps.dependents.map(({ element, source }) => this.findRoots(element, source));
    const affected = this.findAffected();
    this.isLinear = affected.every(({ law, mode, signals }) => {
      if (mode === "sum" || mode === "derivative") return true;
      const isFixed = law?.gain !== undefined;
      if (mode === "apply" || mode === "invert") return isFixed;
      return isFixed || !signals.some(({ isState, index }) => !isState && this.isTorn(index, affected));
    });
    this.isConstant =
      this.isLinear &&
      affected.every(({ law }) => law === undefined || law.gain !== undefined) &&
      this.roots.every((list) => list.every(({ step }) => step.mode !== "state" || step.law?.gain !== undefined));
  }

  private isTorn(variable: number, affected: readonly Step[]): boolean {
    return affected.some(({ target }) => target === variable);
  }

  /** The steps whose values change with those of the torn variables. */
  private findAffected(): Step[] {
    const changing = new Set(this.tears.map(({ target }) => target));
    const affected: Step[] = [...this.tears];
    for (const step of this.order) {
      if (!listSources(step).some((source) => changing.has(source))) continue;
      changing.add(step.target);
      affected.push(step);
    }
    return affected;
  }

  /** Follows a decided variable back to states and sources; what lies between has to be linear and fixed. */
  private findRoots(owner: Element, variable: number): Root[] {
    const definitions = new Map(this.steps.steps.map((step) => [step.target, step]));
    const roots = new Map<Step, number>();
    const follow = (target: number, coefficient: number): void => {
      const step = definitions.get(target) as Step;
      const { mode, law } = step;
      if (mode === "state" || mode === "source" || mode === "input") {
        roots.set(step, (roots.get(step) ?? 0) + coefficient);
        return;
      }
      const gain = mode === "sum" ? 1 : law?.gain;
      if (gain === undefined || mode === "apply" || mode === "invert" || mode === "derivative") {
        throw new ModelError(
          `${owner.label}: it is in derivative causality behind ${step.element.label}, ` +
            `${mode === "multiply" || mode === "divide" ? "whose ratio changes" : "which is no fixed ratio"}; ` +
            `put ${owner.kind === "I" ? "a C on a 0-junction" : "an R on a 1-junction"} between them`,
        );
      }
      const factor = mode === "divide" ? 1 / gain : gain;
      for (const { sign, source } of step.terms) follow(source, coefficient * factor * sign * step.sign);
    };
    follow(variable, 1);
    return [...roots].map(([step, coefficient]) => ({ step, coefficient }));
  }

  get [SHARED](): true {
    return true;
  }
}

/** The variables a step reads. */
export function listSources({ terms, signals }: Step): number[] {
  return [...terms.map(({ source }) => source), ...signals.filter(({ isState }) => !isState).map(({ index }) => index)];
}

function findOrder(steps: readonly Step[]): { order: Step[]; tears: Step[] } {
  const isImplicit = ({ mode, law }: Step) => mode === "derivative" || (mode === "invert" && law?.gain === undefined);
  const tears = steps.filter(isImplicit);
  const known = new Set(tears.map(({ target }) => target));
  const order: Step[] = [];
  let rest = steps.filter((step) => !isImplicit(step));
  while (rest.length > 0) {
    const ready = rest.filter((step) => listSources(step).every((source) => known.has(source)));
    if (ready.length > 0) {
      for (const step of ready) known.add(step.target);
      order.push(...ready);
      rest = rest.filter((step) => !ready.includes(step));
      continue;
    }
    const torn = findTear(rest);
    tears.push(torn);
    known.add(torn.target);
    rest = rest.filter((step) => step !== torn);
  }
  return { order, tears };
}

/** The input of a law that is not linear, where Newton's method starts best; else what a resistor gives. */
function findTear(rest: readonly Step[]): Step {
  const curved = rest.find(({ mode, law }) => mode === "apply" && law?.gain === undefined);
  const input = curved && rest.find(({ target }) => target === curved.terms[0].source);
  return input ?? rest.find(({ mode }) => mode === "apply" || mode === "invert") ?? rest[0];
}

function checkScalar(graph: BondGraph): void {
  const faults = graph.validate();
  if (faults.length > 0) throw new ModelError(`BondGraph: it is not complete: ${faults.join(". ")}`);
  if (graph.bonds.length === 0) throw new ModelError("BondGraph: it has no bonds; create elements and connect them");
  const wide = graph.bonds.find(({ dimension }) => dimension !== 1);
  if (wide) {
    throw new ModelError(
      `BondGraph: the bond "${wide.name}" has dimension ${wide.dimension}; equations are found for scalar graphs: ` +
        "a System solves those of bodies",
    );
  }
  const short = graph.elements.find(({ kind, ports }) => kind.endsWith("GY") && ports?.length === 1);
  if (short) {
    throw new ModelError(
      `BondGraph: ${short.label} has one port, which does nothing in a scalar graph; leave its ports out, so that it has two`,
    );
  }
  const odd = graph.elements.find(({ kind }) => kind === "DS" || kind === "word");
  if (odd) throw new ModelError(`BondGraph: ${odd.label} has no law; equations are found for elements that have one`);
}
