import {
  callGiven,
  checkChoice,
  checkFunction,
  checkInstance,
  checkList,
  checkOptions,
  checkText,
  describe,
  findNearest,
  ModelError,
  SHARED,
} from "../math/index.ts";
import { Bond, type BondEnd, type BondSignals, readSignals, type Signal } from "./Bond.ts";
import { assignCausality } from "./causality/assignCausality.ts";
import type { Causality } from "./causality/Causality.ts";
import { Element, type ElementKind, type ElementOptions, isDimension, refuseDimension } from "./Element.ts";
import { explainBranch, explainMisfit, explainPorts } from "./explainMisfit.ts";
import { DrawableGraph } from "./export/DrawableGraph.ts";
import type { FragmentPort } from "./Fragment.ts";
import { type BondGraphJSON, decodeGraph, encodeGraph } from "./json/graphJSON.ts";

export interface ConnectOptions extends BondSignals {
  /** Left out, it follows from the ports of the two elements. */
  dimension?: number;
  /** Left out, it is made from the names of the two elements. */
  name?: string;
  /** The ports by their places, where the first free ones that fit are not meant. */
  ports?: readonly [from: number, to: number];
}

const CONNECT_OPTIONS = ["dimension", "name", "ports", "effort", "flow"];

/** Elements and the bonds between them. */
export class BondGraph extends DrawableGraph {
  readonly #elements = new Map<string, Element>();
  readonly #bonds = new Map<string, Bond>();
  /** The bonds of each element. */
  readonly #ends = new Map<Element, Bond[]>();

  get elements(): readonly Element[] {
    return [...this.#elements.values()];
  }

  get bonds(): readonly Bond[] {
    return [...this.#bonds.values()];
  }

  add(element: Element): Element {
    if (!(element instanceof Element)) {
      throw new ModelError(`BondGraph: ${describe(element)} is not an Element; give one, or use create(kind, name)`);
    }
    this.checkNameIsFree(element);
    this.#elements.set(element.name, element);
    this.#ends.set(element, []);
    return element;
  }

  /** Makes an element and adds it. */
  create(kind: ElementKind, name: string, options?: ElementOptions): Element {
    return this.add(new Element(kind, name, options));
  }

  /**
   * Draws a bond; the half arrow points from the first element to the second. Each takes its first free port that fits;
   * an element with two ports prefers the first for what comes in and the second for what goes out.
   */
  connect(from: Element | string, to: Element | string, options: ConnectOptions = {}): Bond {
    const a = this.element(from);
    const b = this.element(to);
    checkOptions("BondGraph: connect", options, CONNECT_OPTIONS);
    if (a === b) throw new ModelError(`BondGraph: ${a.label} cannot be bonded to itself; bond two different elements`);
    if (options.dimension !== undefined && !isDimension(options.dimension)) {
      refuseDimension(`Bond ${a.label} → ${b.label}`, options.dimension);
    }
    const dimension = options.dimension ?? this.findDimension(a, b);
    const [wantedA, wantedB] = options.ports === undefined ? [] : checkPorts(a, b, options.ports);
    const portA = this.findPort(a, dimension, "last", wantedA);
    const portB = this.findPort(b, dimension, "first", wantedB);
    if (portA < 0 || portB < 0) {
      throw explainMisfit(a, b, options.dimension, (element) => ({
        open: (element.ports ?? [element.dimension]).filter((d) => this.findPort(element, d, "first") >= 0),
        bonds: this.bondsOf(element),
      }));
    }
    const name = options.name ?? this.findBondName(`${a.name} → ${b.name}`);
    return this.addBond(new Bond(name, { element: a, port: portA }, { element: b, port: portB }, dimension, options));
  }

  /** Takes over the elements and bonds of another graph. Elements never change, so both may hold them. */
  merge(other: BondGraph): this {
    checkInstance("BondGraph: merge", "the other graph", other, BondGraph);
    for (const element of other.#elements.values()) this.checkNameIsFree(element);
    for (const name of other.#bonds.keys()) this.checkBondName(name);
    for (const [name, element] of other.#elements) this.#elements.set(name, element);
    for (const [element, bonds] of other.#ends) this.#ends.set(element, [...bonds]);
    for (const [name, bond] of other.#bonds) this.#bonds.set(name, bond);
    return this;
  }

  /**
   * Bonds an open port of a merged fragment to that of another, or to a junction: port `A` of a constraint to the
   * 1-junction of a body. The ports say which way the half arrow points and what the bond carries.
   */
  join(first: FragmentPort, second: FragmentPort | Element): Bond {
    const other: FragmentPort = second instanceof Element ? { element: second, direction: "any" } : second;
    for (const port of [first, other]) checkPort(port);
    if (first.direction === other.direction && first.direction !== "any") {
      throw explainPorts(first.element, other.element, first.direction);
    }
    const [from, to] = first.direction === "in" || other.direction === "out" ? [other, first] : [first, other];
    const signals = { effort: first.effort ?? other.effort, flow: first.flow ?? other.flow };
    return this.connect(from.element, to.element, signals);
  }

  /**
   * The 1-junction in front of an element with one port, where a gear, a motor or a spring can be bonded to the same
   * rate; it is put into the bond of the element if there is none yet. `effort` is then what the element itself gives.
   */
  branch(element: Element | string, effort?: Signal): Element {
    const at = this.element(element);
    if (effort !== undefined) checkFunction(`BondGraph: branch at ${at.label}`, "effort", effort);
    const bond = this.bondsOf(at)[0];
    if (at.ports?.length !== 1 || !bond) {
      throw explainBranch(at);
    }
    const isEnd = bond.to.element === at;
    const far = isEnd ? bond.from : bond.to;
    if (far.element.kind === "1") return far.element;
    const rate = this.create("1", `${at.name}.1`, { dimension: at.dimension, group: at.group });
    // A junction counts its bonds: they have to stay in their order.
    const later = far.element.kind === "0" ? this.listAfter(bond) : [];
    for (const one of [bond, ...later]) this.removeBond(one);
    const draw = (one: BondEnd, two: BondEnd, signals: BondSignals) => {
      const [from, to] = isEnd ? [one, two] : [two, one];
      this.addBond(new Bond(`${from.element.name} → ${to.element.name}`, from, to, bond.dimension, signals));
    };
    draw(far, { element: rate, port: 0 }, bond);
    draw({ element: rate, port: 1 }, { element: at, port: 0 }, { effort, flow: bond.flow });
    for (const one of later) this.addBond(one);
    return rate;
  }

  has(name: string): boolean {
    return this.#elements.has(name);
  }

  element(name: Element | string): Element {
    const isElement = name instanceof Element;
    const element = this.#elements.get(isElement ? name.name : name);
    if (element && (!isElement || element === name)) return element;
    if (!isElement && typeof name !== "string") {
      throw new ModelError(`BondGraph: ${describe(name)} is no element; give one of the graph, or its name`);
    }
    const label = isElement ? name.label : `element ${describe(name)}`;
    const near = typeof name === "string" ? findNearest(name, [...this.#elements.keys()]) : undefined;
    throw new ModelError(
      `BondGraph: ${label} is not in the graph; ${near ? `did you mean "${near}"?` : "add it first"}`,
    );
  }

  bond(name: string): Bond {
    const bond = this.#bonds.get(name);
    if (bond) return bond;
    if (typeof name !== "string") {
      throw new ModelError(`BondGraph: ${describe(name)} is no bond; give the name of one`);
    }
    const near = findNearest(name, [...this.#bonds.keys()]);
    throw new ModelError(
      `BondGraph: bond ${describe(name)} is not in the graph; ${near ? `did you mean "${near}"?` : "see bonds for the names"}`,
    );
  }

  bondsOf(element: Element | string): readonly Bond[] {
    return [...(this.#ends.get(this.element(element)) as Bond[])];
  }

  /** The elements of one body or constraint, and the bonds between them. */
  group(name: string): { elements: readonly Element[]; bonds: readonly Bond[] } {
    checkText("BondGraph", "the group", name);
    return {
      elements: this.elements.filter((element) => element.group === name),
      bonds: this.bonds.filter(({ from, to }) => from.element.group === name && to.element.group === name),
    };
  }

  /** The power in W that its bonds bring to an element: zero for junctions, transformers, gyrators and direct sums. */
  calcPowerInto(element: Element | string): number | undefined {
    const at = this.element(element);
    let sum = 0;
    for (const bond of this.bondsOf(at)) {
      const power = bond.calcPower();
      if (power === undefined) return undefined;
      sum += bond.to.element === at ? power : -power;
    }
    return sum;
  }

  /** What is missing, one sentence each; an empty list for a complete graph. */
  validate(): string[] {
    return this.listFaults().map(({ message }) => message);
  }

  /** The same, with the elements. */
  listFaults(): { element: Element; message: string }[] {
    const faults: { element: Element; message: string }[] = [];
    const add = (element: Element, what: string) => faults.push({ element, message: `${element.label} ${what}` });
    for (const element of this.#elements.values()) {
      const count = (this.#ends.get(element) as Bond[]).length + this.countOpenPorts(element);
      const wanted = element.ports?.length ?? 1;
      if (count === 0) add(element, "has no bond; connect it or leave it out");
      else if (count < wanted) add(element, `has ${count} of its ${wanted} bonds; connect the rest`);
    }
    return faults;
  }

  /** What decides effort and flow of each bond, with a report in words. */
  causality(): Causality {
    return assignCausality(this);
  }

  /** Elements and bonds as data that `fromJSON` reads back; `JSON.stringify` calls it. */
  toJSON(): BondGraphJSON {
    return encodeGraph(this);
  }

  /** Reads what `toJSON` wrote, as text or as data. What does not fit is refused with its path in the file. */
  static fromJSON(source: unknown): BondGraph {
    return decodeGraph(source, () => new BondGraph());
  }

  /** Ports of an element that are meant to be bonded later. */
  protected countOpenPorts(_element: Element): number {
    return 0;
  }

  private checkNameIsFree(element: Element): void {
    const other = this.#elements.get(element.name);
    if (!other) return;
    throw new ModelError(
      `BondGraph: the name of ${element.label} is taken by ${other.label}; rename one of them (or was it added twice?)`,
    );
  }

  private checkBondName(name: string): void {
    if (!this.#bonds.has(name)) return;
    throw new ModelError(`BondGraph: there is already a bond "${name}"; give another name, or none`);
  }

  private addBond(bond: Bond): Bond {
    this.checkBondName(bond.name);
    this.#bonds.set(bond.name, bond);
    (this.#ends.get(bond.from.element) as Bond[]).push(bond);
    (this.#ends.get(bond.to.element) as Bond[]).push(bond);
    return bond;
  }

  private removeBond(bond: Bond): void {
    this.#bonds.delete(bond.name);
    for (const { element } of [bond.from, bond.to]) {
      const bonds = this.#ends.get(element) as Bond[];
      bonds.splice(bonds.indexOf(bond), 1);
    }
  }

  private listAfter(bond: Bond): Bond[] {
    const { bonds } = this;
    return bonds.slice(bonds.indexOf(bond) + 1);
  }

  private findBondName(stem: string): string {
    let name = stem;
    for (let i = 2; this.#bonds.has(name); i++) name = `${stem} ${i}`;
    return name;
  }

  /** The dimension of the first free port of `a` that fits a free port of `b`; zero if there is none. */
  private findDimension(a: Element, b: Element): number {
    for (const dimension of a.ports ?? [a.dimension]) {
      if (this.findPort(a, dimension, "last") >= 0 && this.findPort(b, dimension, "first") >= 0) return dimension;
    }
    return 0;
  }

  /** Index of a free port, or −1; `end` tells which of two ports is preferred. */
  private findPort(element: Element, dimension: number, end: "first" | "last", wanted?: number): number {
    const bonds = this.#ends.get(element) as Bond[];
    const { ports } = element;
    if (!ports) return dimension === element.dimension || element.kind === "word" ? bonds.length : -1;
    let found = -1;
    for (let port = 0; port < ports.length; port++) {
      if (ports[port] !== dimension || (wanted !== undefined && port !== wanted)) continue;
      if (bonds.some(({ from, to }) => (from.element === element ? from : to).port === port)) continue;
      found = port;
      if (end === "first" || ports.length !== 2) break;
    }
    return found;
  }

  get [SHARED](): true {
    return true;
  }
}

function checkPorts(a: Element, b: Element, given: unknown): readonly [number, number] {
  const owner = `Bond ${a.label} → ${b.label}`;
  const ports = checkList(owner, "ports", given, "the places of two ports, [0, 0]", 2);
  if (ports.length === 2 && ports.every((port) => Number.isInteger(port) && (port as number) >= 0)) {
    return ports as [number, number];
  }
  throw new ModelError(`${owner}: ports are ${describe(given)}; give the places of two ports, [0, 0]`);
}

function checkPort(port: FragmentPort): void {
  const owner = "BondGraph: join";
  const { element, direction } = callGiven(owner, "the port", () => ({
    element: port?.element,
    direction: port?.direction,
  }));
  const remedy = "what fragment.port(name) returns, or an Element";
  checkInstance(owner, "the element of a port", element, Element, remedy);
  checkChoice(owner, `the direction of the port at ${element.label}`, direction, ["in", "out", "any"]);
  readSignals(owner, port);
}
