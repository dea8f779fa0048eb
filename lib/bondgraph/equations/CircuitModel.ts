import { checkInstance, checkList, checkNumber, describe, findNearest, ModelError } from "../../math/index.ts";
import { Bond } from "../Bond.ts";
import { BondGraph } from "../BondGraph.ts";
import { Element } from "../Element.ts";
import { integrateLaw } from "./integrateLaw.ts";
import { Plan } from "./Plan.ts";
import { type CircuitState, effortOf, flowOf, type Step } from "./Step.ts";
import { TearSolver } from "./TearSolver.ts";

/** What laws are given, in words. */
const INPUTS = { e: "effort", f: "flow", q: "displacement", p: "momentum" } as const;

/** A state of a circuit, by its element and its name: `q_` or `p_` and the name of the element. */
export interface StateName {
  readonly element: Element;
  readonly name: string;
}

/**
 * The numbers of a scalar graph: from time, states and inputs every effort, every flow, and the rates of the states.
 * Dependent storage elements and algebraic loops are solved on the way: linear ones exactly, others by Newton's method.
 */
export class CircuitModel {
  readonly graph: BondGraph;
  /** The order in which its numbers follow, and the states with their laws. */
  private readonly plan: Plan;
  private readonly held: readonly CircuitState[];
  /** See `findGross`. */
  private readonly gross: Float64Array;
  /** Efforts and flows of all bonds, in turn, after `calc`. */
  readonly values: Float64Array;
  /** Rates of the states after `calc`. */
  readonly rates: Float64Array;
  /** Numbers from outside, and their derivatives by time, in the order of the names given to the constructor. */
  readonly inputs: Float64Array;
  readonly inputRates: Float64Array;
  private readonly places: ReadonlyMap<string, number>;
  private readonly signals: Float64Array;
  private readonly solver: TearSolver;
  private t = 0;
  private x: Float64Array = new Float64Array(0);

  constructor(graph: BondGraph, inputs: readonly string[] = []) {
    this.graph = checkInstance("CircuitModel", "the graph", graph, BondGraph);
    checkInputs(graph, inputs);
    this.plan = new Plan(graph, inputs);
    const { steps } = this.plan;
    this.held = steps.states;
    this.values = new Float64Array(2 * steps.bonds.length);
    this.gross = new Float64Array(this.values.length);
    this.rates = new Float64Array(this.held.length);
    this.inputs = new Float64Array(inputs.length);
    this.inputRates = new Float64Array(inputs.length);
    this.places = new Map(steps.bonds.map(({ name }, i) => [name, i]));
    this.signals = new Float64Array(Math.max(1, ...steps.steps.map(({ signals }) => signals.length)));
    this.solver = new TearSolver(this.plan, this);
    this.x = new Float64Array(this.held.length);
  }

  /** The states: the displacement of each `C` and the momentum of each `I` that decides for itself. */
  get states(): readonly StateName[] {
    return this.held;
  }

  /** Storage elements without a state of their own, and what they follow: inputs, and other elements. */
  get dependents(): readonly { element: Element; followsInput: boolean; follows: readonly Element[] }[] {
    return this.plan.steps.dependents.map(({ element }, i) => {
      const roots = this.plan.roots[i].map(({ step }) => step);
      return {
        element,
        followsInput: roots.some(({ mode }) => mode === "input"),
        follows: roots.filter(({ mode }) => mode !== "input").map((step) => step.element),
      };
    });
  }

  /** The slope of the law of a state at `x`: what a change of the state changes in effort or flow. */
  calcSlope(index: number, x: number, t: number): number {
    const state = this.held[index];
    if (!state) {
      throw new ModelError(`CircuitModel: there is no state ${describe(index)}; there are ${this.held.length} of them`);
    }
    const { law } = state;
    return law.gain ?? law.calcSlope(x, t, this.signals);
  }

  /** Sums of the absolute values that cancel to the rates of the states after `calc`: their rounding is a part of these. */
  calcGrossRates(out: Float64Array): void {
    const { held } = this;
    const gross = this.findGross();
    for (let i = 0; i < held.length; i++) out[i] = gross[held[i].rate];
  }

  /** What cancels to the power into a storage element after `calc`, W. */
  calcGrossPower(element: Element): number {
    const gross = this.findGross();
    return this.graph.bondsOf(element).reduce((sum, bond) => {
      const place = this.findPlace(bond);
      return sum + gross[effortOf(place)] * gross[flowOf(place)];
    }, 0);
  }

  /** Efforts and flows as they would be if nothing cancelled; where a loop was torn, as they are. */
  private findGross(): Float64Array {
    const { gross, values, plan } = this;
    for (const { target } of plan.tears) gross[target] = Math.abs(values[target]);
    for (const step of plan.order) {
      const sum = step.terms.reduce((total, { source }) => total + gross[source], 0);
      gross[step.target] = Math.max(Math.abs(values[step.target]), sum * Math.abs(this.calcFactor(step)));
    }
    return gross;
  }

  /** How what a step reads changes what it gives. */
  private calcFactor(step: Step): number {
    const { mode, law } = step;
    if (mode === "sum") return 1;
    if (law === undefined || step.terms.length === 0) return 0;
    if (step.signals.length > 0) this.readSignals(step.signals);
    const { t, signals } = this;
    switch (mode) {
      case "multiply":
        return law.calc(0, t, signals);
      case "divide":
        return 1 / law.calc(0, t, signals);
      case "apply":
        return law.calcSlope(this.calcSum(step), t, signals);
      case "invert":
        return 1 / (law.gain ?? Number.POSITIVE_INFINITY);
      default:
        return 0;
    }
  }

  /** Number of states. */
  get size(): number {
    return this.held.length;
  }

  /** States at the start, with `given` in place of those of the elements. */
  findStart(given: Readonly<Record<string, number>> = {}): Float64Array {
    const x = Float64Array.from(this.held, ({ element }) =>
      element.start === undefined ? 0 : checkNumber(element.label, "start", element.start),
    );
    if (given === null || typeof given !== "object" || Array.isArray(given)) {
      throw new ModelError(
        `BondGraph: start is ${describe(given)}; give states by the names of their elements, such as { C: 0.1 }`,
      );
    }
    for (const [name, value] of Object.entries(given)) {
      const index = this.held.findIndex(({ element }) => element.name === name);
      if (index < 0) this.refuseStart(name);
      x[index] = checkNumber(this.held[index].element.label, "start", value);
    }
    for (const { element } of this.plan.steps.dependents)
      if (element.start !== undefined) this.refuseStart(element.name);
    return x;
  }

  private refuseStart(name: string): never {
    const dependent = this.plan.steps.dependents.find(({ element }) => element.name === name);
    if (dependent) {
      throw new ModelError(
        `${dependent.element.label}: its state follows from others (derivative causality), so its start cannot be given; ` +
          "leave start out",
      );
    }
    const names = this.held.map(({ element }) => element.name);
    const near = findNearest(name, names);
    throw new ModelError(
      `BondGraph: there is no state of ${describe(name)}; ${near ? `did you mean "${near}"?` : `the states belong to ${names.join(", ") || "no element"}`}`,
    );
  }

  /** Efforts, flows and rates at time `t` and states `x`. */
  calc(t: number, x: Float64Array): void {
    if (!(x instanceof Float64Array) || x.length < this.held.length) this.refuseStates(x);
    this.t = t;
    this.x = x;
    if (this.plan.tears.length === 0) this.run();
    else this.solver.solve();
    const { held, values, rates } = this;
    for (let i = 0; i < held.length; i++) rates[i] = held[i].rateSign * values[held[i].rate];
  }

  /** The law that has no finite value after `calc`, though what it is given is finite, in words; undefined if there is none. */
  explainNonFinite(): string | undefined {
    const { t, signals } = this;
    for (const step of [...this.plan.order, ...this.plan.tears]) {
      const { law, mode, element, index } = step;
      if (law === undefined || mode === "derivative") continue;
      const isInverse = mode === "invert" && law.gain === undefined;
      const tried = isInverse ? step.sign * this.values[step.target] : 0;
      const x = mode === "apply" ? this.calcSum(step) : mode === "state" ? this.x[index] : tried;
      if (step.signals.length > 0) this.readSignals(step.signals);
      const value = law.calc(x, t, signals);
      if (Number.isFinite(value) || !Number.isFinite(x)) continue;
      const of = law.input === undefined ? "" : ` for ${INPUTS[law.input]} ${x}`;
      return `${element.label}: its law gives ${value} at t = ${t} s${of}`;
    }
    return undefined;
  }

  private refuseStates(x: unknown): never {
    const names = this.held.map(({ name }) => name).join(", ");
    throw new ModelError(
      `CircuitModel: the states are ${describe(x)}; give a Float64Array with ${names || "no numbers"}`,
    );
  }

  /** Place of a bond, for `values[2 place]` (effort) and `values[2 place + 1]` (flow). */
  findPlace(bond: Bond | string): number {
    const { name } = bond instanceof Bond ? bond : this.graph.bond(bond);
    const place = this.places.get(name);
    if (place !== undefined) return place;
    throw new ModelError(
      `BondGraph: the bond "${name}" is not in the circuit; give one of its bonds, or the name of one`,
    );
  }

  getEffort(bond: Bond | string): number {
    return this.values[effortOf(this.findPlace(bond))];
  }

  getFlow(bond: Bond | string): number {
    return this.values[flowOf(this.findPlace(bond))];
  }

  /** Energy in a `C` or an `I` after `calc`, J; counted from the empty element. */
  getStoredEnergy(element: Element): number {
    checkInstance("CircuitModel", "the storage element", element, Element);
    const index = this.held.findIndex((state) => state.element === element);
    if (index >= 0) {
      const { law } = this.held[index];
      const x = this.x[index];
      if (law.gain !== undefined) return 0.5 * law.gain * x * x;
      const { signals } = this.plan.steps.steps.find(({ mode, index: i }) => mode === "state" && i === index) as Step;
      this.readSignals(signals);
      return integrateLaw(law, x, this.t, this.signals);
    }
    const dependent = this.plan.steps.dependents.find((entry) => entry.element === element);
    if (!dependent) return 0;
    const value = this.values[dependent.source];
    return (0.5 * value * value) / (dependent.law.gain as number);
  }

  /** The element whose law gave other values in `after` than in `before`, though what it read was the same. */
  findChanged(before: Float64Array, after: Float64Array): Element | undefined {
    const hasChanged = (place: number) => before[place] !== after[place];
    const step = this.plan.order.find(
      ({ target, terms, signals, law }) =>
        law !== undefined &&
        hasChanged(target) &&
        !terms.some(({ source }) => hasChanged(source)) &&
        !signals.some(({ isState, index }) => !isState && hasChanged(index)),
    );
    return step?.element;
  }

  private run(): void {
    const { order } = this.plan;
    for (let i = 0; i < order.length; i++) this.values[order[i].target] = this.take(order[i]);
  }

  private readSignals(signals: Step["signals"]): void {
    for (let i = 0; i < signals.length; i++) {
      const { isState, index } = signals[i];
      this.signals[i] = isState ? this.x[index] : this.values[index];
    }
  }

  private calcSum({ terms }: Step): number {
    let sum = 0;
    for (let i = 0; i < terms.length; i++) sum += terms[i].sign * this.values[terms[i].source];
    return sum;
  }

  /** The value of a step at the present values of what it reads. */
  private take(step: Step): number {
    const { mode, law, sign, index } = step;
    if (mode === "sum") return this.calcSum(step);
    if (mode === "input") return this.inputs[index];
    if (law === undefined) throw new Error(`a step of mode ${mode} has no law`);
    if (step.signals.length > 0) this.readSignals(step.signals);
    const { t, signals } = this;
    switch (mode) {
      case "multiply":
        return this.calcSum(step) * law.calc(0, t, signals);
      case "divide":
        return this.calcSum(step) / law.calc(0, t, signals);
      case "apply":
        return sign * law.calc(this.calcSum(step), t, signals);
      case "invert":
        return (sign * this.calcSum(step)) / (law.gain as number);
      case "state":
        return sign * law.calc(this.x[index], t, signals);
      case "source":
        return law.calc(0, t, signals);
      case "derivative":
        return (sign * this.calcRate(step)) / (law.gain as number);
    }
  }

  /** The rate of what decides a dependent storage. */
  private calcRate(step: Step): number {
    let rate = 0;
    for (const { coefficient, step: root } of this.plan.roots[step.index])
      rate += coefficient * this.calcRootRate(root);
    return rate * step.terms[0].sign;
  }

  private calcRootRate({ mode, law, sign, index, element, signals }: Step): number {
    if (mode === "input") return this.inputRates[index];
    if (mode === "state" && law) {
      const { rate, rateSign } = this.held[index];
      if (signals.length > 0) this.readSignals(signals);
      return sign * law.calcSlope(this.x[index], this.t, this.signals) * rateSign * this.values[rate];
    }
    const slope = law?.calcTimeSlope(this.t);
    if (slope !== undefined) return slope;
    throw new ModelError(
      `${element.label}: it decides a storage element in derivative causality, which needs its derivative; ` +
        "give its law as an expression in t, or put an R between them",
    );
  }

  /** Takes values of the torn variables, and what follows from them. */
  assume(z: Float64Array): void {
    const { tears } = this.plan;
    for (let i = 0; i < tears.length; i++) this.values[tears[i].target] = z[i];
    this.run();
  }

  /** What comes out minus what was assumed, for each torn variable. */
  calcResiduals(out: Float64Array): void {
    const { tears } = this.plan;
    for (let i = 0; i < tears.length; i++) {
      const step = tears[i];
      const assumed = this.values[step.target];
      if (step.mode === "invert" && step.law && step.law.gain === undefined) {
        if (step.signals.length > 0) this.readSignals(step.signals);
        out[i] = this.calcSum(step) - step.law.calc(step.sign * assumed, this.t, this.signals);
      } else out[i] = this.take(step) - assumed;
    }
  }
}

/** Sources whose numbers come from outside, by their names. */
function checkInputs(graph: BondGraph, inputs: unknown): void {
  for (const name of checkList("CircuitModel", "inputs", inputs, "a list of names of sources", 1000)) {
    const { kind, label } = graph.element(name as string);
    if (kind === "Se" || kind === "Sf") continue;
    throw new ModelError(`CircuitModel: the input ${label} is no source; name an Se or an Sf`);
  }
}
