import { describe, findNearest, ModelError } from "../math/index.ts";
import { Bond, type BondEnd, type BondSignals, type Signal } from "./Bond.ts";
import { checkDimension, Element, type ElementKind, type ElementOptions } from "./Element.ts";
import type { FragmentPort } from "./Fragment.ts";

export interface ConnectOptions extends BondSignals {
  /** Left out, it follows from the ports of the two elements. */
  dimension?: number;
  /** Left out, it is made from the names of the two elements. */
  name?: string;
}

/** Elements and the bonds between them. */
export class BondGraph {
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
    if (a === b) throw new ModelError(`BondGraph: ${a.label} cannot be bonded to itself; bond two different elements`);
    if (options.dimension !== undefined) checkDimension(`Bond ${a.label} → ${b.label}`, options.dimension);
    const dimension = options.dimension ?? this.findDimension(a, b);
    const portA = this.findPort(a, dimension, "last");
    const portB = this.findPort(b, dimension, "first");
    if (portA < 0 || portB < 0) throw this.explainMisfit(a, b, options.dimension);
    const name = options.name ?? this.findBondName(`${a.name} → ${b.name}`);
    return this.addBond(new Bond(name, { element: a, port: portA }, { element: b, port: portB }, dimension, options));
  }

  /** Takes over the elements and bonds of another graph. Elements never change, so both may hold them. */
  merge(other: BondGraph): this {
    for (const element of other.elements) this.checkNameIsFree(element);
    for (const element of other.elements) this.add(element);
    for (const bond of other.bonds) this.addBond(bond);
    return this;
  }

  /**
   * Bonds an open port of a merged fragment to that of another, or to a junction: port `A` of a constraint to the
   * 1-junction of a body. The ports say which way the half arrow points and what the bond carries.
   */
  join(first: FragmentPort, second: FragmentPort | Element): Bond {
    const other: FragmentPort = second instanceof Element ? { element: second, direction: "any" } : second;
    if (first.direction === other.direction && first.direction !== "any") {
      throw new ModelError(
        `BondGraph: the ports at ${first.element.label} and ${other.element.label} both lead ${first.direction}; ` +
          "put a junction between them",
      );
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
    const bond = this.bondsOf(at)[0];
    if (at.ports?.length !== 1 || !bond) {
      throw new ModelError(
        `BondGraph: ${at.label} has no single bond to branch from; name a connected one-port element`,
      );
    }
    const isEnd = bond.to.element === at;
    const far = isEnd ? bond.from : bond.to;
    if (far.element.kind === "1") return far.element;
    const rate = this.create("1", `${at.name}.1`, { dimension: at.dimension, group: at.group });
    this.removeBond(bond);
    const draw = (one: BondEnd, two: BondEnd, signals: BondSignals) => {
      const [from, to] = isEnd ? [one, two] : [two, one];
      this.addBond(new Bond(`${from.element.name} → ${to.element.name}`, from, to, bond.dimension, signals));
    };
    draw(far, { element: rate, port: 0 }, bond);
    draw({ element: rate, port: 1 }, { element: at, port: 0 }, { effort, flow: bond.flow });
    return rate;
  }

  has(name: string): boolean {
    return this.#elements.has(name);
  }

  element(name: Element | string): Element {
    const element = this.#elements.get(typeof name === "string" ? name : name.name);
    if (element && (typeof name === "string" || element === name)) return element;
    const label = typeof name === "string" ? `element "${name}"` : name.label;
    const near = typeof name === "string" ? findNearest(name, [...this.#elements.keys()]) : undefined;
    throw new ModelError(
      `BondGraph: ${label} is not in the graph; ${near ? `did you mean "${near}"?` : "add it first"}`,
    );
  }

  bond(name: string): Bond {
    const bond = this.#bonds.get(name);
    if (bond) return bond;
    const near = findNearest(name, [...this.#bonds.keys()]);
    throw new ModelError(
      `BondGraph: bond "${name}" is not in the graph; ${near ? `did you mean "${near}"?` : "see bonds for the names"}`,
    );
  }

  bondsOf(element: Element | string): readonly Bond[] {
    return [...(this.#ends.get(this.element(element)) as Bond[])];
  }

  /** The elements of one body or constraint, and the bonds between them. */
  group(name: string): { elements: readonly Element[]; bonds: readonly Bond[] } {
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
    const faults: string[] = [];
    for (const element of this.#elements.values()) {
      const count = (this.#ends.get(element) as Bond[]).length + this.countOpenPorts(element);
      const wanted = element.ports?.length ?? 1;
      if (count === 0) faults.push(`${element.label} has no bond; connect it or leave it out`);
      else if (count < wanted) faults.push(`${element.label} has ${count} of its ${wanted} bonds; connect the rest`);
    }
    return faults;
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

  private addBond(bond: Bond): Bond {
    if (this.#bonds.has(bond.name)) {
      throw new ModelError(`BondGraph: there is already a bond "${bond.name}"; give another name, or none`);
    }
    this.#bonds.set(bond.name, bond);
    for (const { element } of [bond.from, bond.to]) (this.#ends.get(element) as Bond[]).push(bond);
    return bond;
  }

  private removeBond(bond: Bond): void {
    this.#bonds.delete(bond.name);
    for (const { element } of [bond.from, bond.to]) {
      const bonds = this.#ends.get(element) as Bond[];
      bonds.splice(bonds.indexOf(bond), 1);
    }
  }

  private findBondName(stem: string): string {
    let name = stem;
    for (let i = 2; this.#bonds.has(name); i++) name = `${stem} ${i}`;
    return name;
  }

  /** The dimension of the first free port of `a` that fits a free port of `b`; zero if there is none. */
  private findDimension(a: Element, b: Element): number {
    const fits = (dimension: number) =>
      this.findPort(a, dimension, "last") >= 0 && this.findPort(b, dimension, "first") >= 0;
    return (a.ports ?? [a.dimension]).find(fits) ?? 0;
  }

  /** Index of a free port, or −1; `end` tells which of two ports is preferred. */
  private findPort(element: Element, dimension: number, end: "first" | "last"): number {
    const bonds = this.#ends.get(element) as Bond[];
    const { ports } = element;
    if (!ports) return dimension === element.dimension ? bonds.length : -1;
    let found = -1;
    for (let port = 0; port < ports.length; port++) {
      if (ports[port] !== dimension) continue;
      if (bonds.some(({ from, to }) => (from.element === element ? from : to).port === port)) continue;
      found = port;
      if (end === "first" || ports.length !== 2) break;
    }
    return found;
  }

  private explainMisfit(a: Element, b: Element, wanted: number | undefined): ModelError {
    const offers: string[] = [];
    for (const element of [a, b]) {
      const open = (element.ports ?? [element.dimension]).filter((d) => this.findPort(element, d, "first") >= 0);
      if (open.length === 0) {
        const names = this.bondsOf(element).map((bond) => `"${bond.name}"`);
        return new ModelError(
          `BondGraph: ${element.label} has no free port, it is bonded by ${names.join(", ")}; ` +
            "branch with a 0- or a 1-junction",
        );
      }
      offers.push([...new Set(open)].join(" or "));
    }
    return new ModelError(
      `BondGraph: the bond ${a.label} → ${b.label} does not fit: ${a.label} has dimension ${offers[0]}, ` +
        `${b.label} has ${offers[1]}${wanted === undefined ? "" : `, the bond has ${wanted}`}; ` +
        "put a TF with ports of both dimensions between them",
    );
  }
}
