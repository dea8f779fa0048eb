import { ModelError } from "../../math/index.ts";
import type { Bond } from "../Bond.ts";
import type { BondGraph } from "../BondGraph.ts";
import type { Causality } from "../causality/Causality.ts";
import type { Element, SignalSource } from "../Element.ts";
import { createLaw } from "../laws/createLaw.ts";
import type { ElementLaw } from "../laws/ElementLaw.ts";
import { type CircuitState, type DependentStorage, effortOf, flowOf, type SignalPlace, type Step } from "./Step.ts";

export interface Steps {
  readonly bonds: readonly Bond[];
  readonly steps: readonly Step[];
  readonly states: readonly CircuitState[];
  readonly dependents: readonly DependentStorage[];
}

/** One step for each effort and each flow of a scalar graph, as its causality says. `inputs` are sources from outside. */
export function createSteps(causality: Causality, inputs: readonly string[]): Steps {
  return new StepMaker(causality, inputs).make();
}

class StepMaker {
  private readonly graph: BondGraph;
  private readonly causality: Causality;
  private readonly inputs: readonly string[];
  private readonly places: ReadonlyMap<Bond, number>;
  private readonly steps: Step[] = [];
  private readonly states: CircuitState[] = [];
  private readonly dependents: DependentStorage[] = [];
  private readonly stateOf: ReadonlyMap<Element, number>;

  constructor(causality: Causality, inputs: readonly string[]) {
    this.causality = causality;
    this.graph = causality.graph;
    this.inputs = inputs;
    this.places = new Map(this.graph.bonds.map((bond, i) => [bond, i]));
    this.stateOf = new Map(causality.integral.map((element, i) => [element, i]));
  }

  make(): Steps {
    for (const element of this.causality.integral) this.addState(element);
    for (const element of this.graph.elements) this.addElement(element);
    const { steps, states, dependents } = this;
    return { bonds: [...this.graph.bonds], steps, states, dependents };
  }

  private effort(bond: Bond): number {
    return effortOf(this.places.get(bond) as number);
  }

  private flow(bond: Bond): number {
    return flowOf(this.places.get(bond) as number);
  }

  /** The variable of the bond that the element gives, and the one it gets. */
  private output(element: Element, bond: Bond): number {
    return this.causality.getsEffort(element, bond) ? this.flow(bond) : this.effort(bond);
  }

  private input(element: Element, bond: Bond): number {
    return this.causality.getsEffort(element, bond) ? this.effort(bond) : this.flow(bond);
  }

  private add(element: Element, target: number, rest: Partial<Step> & Pick<Step, "mode">): void {
    const { law } = rest;
    const signals = law ? law.sources.map((source, i) => this.findSignal(element, law.signalNames[i], source)) : [];
    this.steps.push({ element, target, terms: [], law: undefined, sign: 1, index: -1, ...rest, signals });
  }

  private addElement(element: Element): void {
    const bonds = this.graph.bondsOf(element);
    switch (element.kind) {
      case "0":
      case "1":
        this.addJunction(element, bonds);
        break;
      case "TF":
      case "MTF":
      case "GY":
      case "MGY":
        this.addTransformer(element, bonds);
        break;
      case "Se":
      case "Sf":
      case "EC":
      case "FC":
        this.addSource(element, bonds[0]);
        break;
      default:
        this.addStorageOrResistor(element, bonds[0]);
    }
  }

  private addSource(element: Element, bond: Bond): void {
    const index = this.inputs.indexOf(element.name);
    const target = this.output(element, bond);
    if (index >= 0) this.add(element, target, { mode: "input", index });
    else this.add(element, target, { mode: "source", law: this.createLaw(element) });
  }

  /** Common efforts and a sum of flows at a 0-junction; the other way round at a 1-junction. */
  private addJunction(element: Element, bonds: readonly Bond[]): void {
    const strong = element.kind === "0";
    const decider = bonds.find((bond) => this.causality.getsEffort(element, bond) === strong) as Bond;
    const common = (bond: Bond) => (strong ? this.effort(bond) : this.flow(bond));
    const summed = (bond: Bond) => (strong ? this.flow(bond) : this.effort(bond));
    const direction = (bond: Bond) => (bond.to.element === element ? 1 : -1);
    const rest = bonds.filter((bond) => bond !== decider);
    for (const bond of rest) {
      this.add(element, common(bond), { mode: "sum", terms: [{ sign: 1, source: common(decider) }] });
    }
    const terms = rest.map((bond) => ({ sign: -direction(decider) * direction(bond), source: summed(bond) }));
    this.add(element, summed(decider), { mode: "sum", terms });
  }

  /**
   * With power in at port 0 and out at port 1: `f1 = n f2`, `e2 = n e1` for a transformer, `e1 = r f2`, `e2 = r f1` for a
   * gyrator. Where an arrow points the other way, its flow changes sign.
   */
  private addTransformer(element: Element, bonds: readonly Bond[]): void {
    const law = this.createLaw(element);
    const at = (port: number) =>
      bonds.find(({ from, to }) => (from.element === element ? from : to).port === port) as Bond;
    const [one, two] = [at(0), at(1)];
    const s1 = one.to.element === element ? 1 : -1;
    const s2 = two.from.element === element ? 1 : -1;
    const add = (target: number, mode: "multiply" | "divide", sign: number, source: number) =>
      this.add(element, target, { mode, law, terms: [{ sign, source }] });
    const getsFirst = this.causality.getsEffort(element, one);
    if (element.kind === "TF" || element.kind === "MTF") {
      if (getsFirst) {
        add(this.effort(two), "multiply", 1, this.effort(one));
        add(this.flow(one), "multiply", s1 * s2, this.flow(two));
      } else {
        add(this.effort(one), "divide", 1, this.effort(two));
        add(this.flow(two), "divide", s1 * s2, this.flow(one));
      }
    } else if (getsFirst) {
      add(this.flow(two), "divide", s2, this.effort(one));
      add(this.flow(one), "divide", s1, this.effort(two));
    } else {
      add(this.effort(one), "multiply", s2, this.flow(two));
      add(this.effort(two), "multiply", s1, this.flow(one));
    }
  }

  /** The sign that makes a flow one into the element. */
  private findSign(element: Element, bond: Bond): number {
    return bond.to.element === element ? 1 : -1;
  }

  private addState(element: Element): void {
    const [bond] = this.graph.bondsOf(element);
    const isInertia = element.kind === "I";
    this.states.push({
      element,
      name: `${isInertia ? "p" : "q"}_${element.name}`,
      law: this.createLaw(element),
      rate: this.input(element, bond),
      rateSign: isInertia ? 1 : this.findSign(element, bond),
    });
  }

  private addStorageOrResistor(element: Element, bond: Bond): void {
    const target = this.output(element, bond);
    const source = this.input(element, bond);
    const getsEffort = this.causality.getsEffort(element, bond);
    const sign = this.findSign(element, bond);
    // The sign belongs to the flow, wherever it stands.
    const [inSign, outSign] = getsEffort ? [1, sign] : [sign, 1];
    const index = this.stateOf.get(element);
    if (index !== undefined) {
      this.add(element, target, { mode: "state", law: this.states[index].law, sign: outSign, index });
      return;
    }
    const law = this.createLaw(element);
    const terms = [{ sign: inSign, source }];
    if (element.kind === "R") {
      const mode = (law.input === "e") === getsEffort ? "apply" : "invert";
      if (mode === "invert" && law.gain === 0) {
        throw new ModelError(
          `${element.label}: the others decide its ${getsEffort ? "effort" : "flow"}, and with a gain of 0 that leaves its ` +
            `${getsEffort ? "flow (a short circuit)" : "effort"} without a value; give a number that is not zero, or leave it out`,
        );
      }
      this.add(element, target, { mode, law, terms, sign: outSign });
      return;
    }
    if (law.gain === undefined) {
      throw new ModelError(
        `${element.label}: it is in derivative causality and its law is not linear, so its state cannot be found; ` +
          `make the law linear, or put ${element.kind === "I" ? "a C on a 0-junction" : "an R on a 1-junction"} between it and what decides it`,
      );
    }
    this.add(element, target, { mode: "derivative", law, terms, sign: outSign, index: this.dependents.length });
    this.dependents.push({ element, law, source, sign: inSign, target, bond });
  }

  private createLaw(element: Element): ElementLaw {
    const law = createLaw(element);
    if (law) return law;
    throw new ModelError(
      `${element.label}: a ${element.kind} has no place in a scalar circuit; use Se, Sf, R, C, I, TF, GY, 0 and 1`,
    );
  }

  private findSignal(element: Element, name: string, source: SignalSource): SignalPlace {
    if ("state" in source) {
      const storage = this.graph.element(source.state);
      const index = this.stateOf.get(storage);
      if (index !== undefined) return { isState: true, index };
      throw new ModelError(
        `${element.label}: its signal "${name}" is the state of ${storage.label}, which has none of its own; ` +
          "name a C or an I in integral causality",
      );
    }
    const isEffort = "effort" in source;
    const bond = this.graph.bond(isEffort ? source.effort : (source as { flow: string }).flow);
    return { isState: false, index: isEffort ? this.effort(bond) : this.flow(bond) };
  }
}
