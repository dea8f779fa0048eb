import type { Bond } from "../Bond.ts";
import type { BondGraph } from "../BondGraph.ts";
import type { Element } from "../Element.ts";
import type { Stroke } from "./Causality.ts";

/** Two ends that decide the same variable: found at an element, with the bonds that bring it. */
export interface Conflict {
  readonly element: Element;
  readonly bonds: readonly Bond[];
}

const OTHER = { from: "to", to: "from" } as const;

/** Strokes under work: what follows from each is drawn at once, and can be taken back. */
export class StrokeBoard {
  readonly strokes = new Map<Bond, Stroke>();
  /** The elements whose choice led to a stroke. */
  private readonly causes = new Map<Bond, readonly Element[]>();
  private readonly trail: Bond[] = [];
  private readonly bondsOf = new Map<Element, readonly Bond[]>();

  constructor(graph: BondGraph) {
    for (const element of graph.elements) this.bondsOf.set(element, graph.bondsOf(element));
  }

  listBonds(element: Element): readonly Bond[] {
    return this.bondsOf.get(element) as readonly Bond[];
  }

  getCauses(bond: Bond): readonly Element[] {
    return this.causes.get(bond) ?? [];
  }

  /** Whether `element` gets the effort of the bond (true), gives it (false), or nothing is decided yet. */
  getsEffort(element: Element, bond: Bond): boolean | undefined {
    const stroke = this.strokes.get(bond);
    return stroke === undefined ? undefined : bond[stroke].element === element;
  }

  /** Lets an element get or give the effort of a bond, with all that follows; tells the first contradiction. */
  decide(element: Element, bond: Bond, getsEffort: boolean, causes: readonly Element[]): Conflict | undefined {
    const queue: Element[] = [];
    const first = this.draw(element, bond, getsEffort, causes, queue);
    if (first) return first;
    for (let next = queue.pop(); next; next = queue.pop()) {
      const conflict = this.propagate(next, queue);
      if (conflict) return conflict;
    }
    return undefined;
  }

  get mark(): number {
    return this.trail.length;
  }

  /** Takes back everything that was drawn since the mark. */
  undo(mark: number): void {
    for (const bond of this.trail.splice(mark)) {
      this.strokes.delete(bond);
      this.causes.delete(bond);
    }
  }

  private draw(
    element: Element,
    bond: Bond,
    getsEffort: boolean,
    causes: readonly Element[],
    queue: Element[],
  ): Conflict | undefined {
    const own: Stroke = bond.from.element === element ? "from" : "to";
    const stroke = getsEffort ? own : OTHER[own];
    const present = this.strokes.get(bond);
    if (present === stroke) return undefined;
    if (present !== undefined) return { element, bonds: [bond] };
    this.strokes.set(bond, stroke);
    this.causes.set(bond, causes);
    this.trail.push(bond);
    queue.push(bond[OTHER[own]].element, element);
    return undefined;
  }

  private propagate(element: Element, queue: Element[]): Conflict | undefined {
    switch (element.kind) {
      case "0":
        return this.propagateJunction(element, true, queue);
      case "1":
        return this.propagateJunction(element, false, queue);
      case "TF":
      case "MTF":
        return this.propagatePair(element, false, queue);
      case "GY":
      case "MGY":
        return this.propagatePair(element, true, queue);
      case "DS":
        return this.propagateSum(element, queue);
      default:
        return undefined;
    }
  }

  /** A 0-junction gets its effort from exactly one bond (`strong` true); a 1-junction its flow. */
  private propagateJunction(element: Element, strong: boolean, queue: Element[]): Conflict | undefined {
    const bonds = this.listBonds(element);
    const deciding = bonds.filter((bond) => this.getsEffort(element, bond) === strong);
    const open = bonds.filter((bond) => this.getsEffort(element, bond) === undefined);
    if (deciding.length > 1) return { element, bonds: deciding };
    if (deciding.length === 1) {
      const causes = this.getCauses(deciding[0]);
      for (const bond of open) this.draw(element, bond, !strong, causes, queue);
      return undefined;
    }
    if (open.length === 0) return { element, bonds };
    if (open.length === 1 && bonds.length > 1) {
      const causes = [...new Set(bonds.flatMap((bond) => this.getCauses(bond)))];
      this.draw(element, open[0], strong, causes, queue);
    }
    return undefined;
  }

  /** A transformer passes effort one way and flow the other; a gyrator gets efforts at both ends, or flows. */
  private propagatePair(element: Element, isSame: boolean, queue: Element[]): Conflict | undefined {
    const bonds = this.listBonds(element);
    if (element.ports?.length !== 2 || bonds.length !== 2) return undefined;
    const [a, b] = bonds.map((bond) => this.getsEffort(element, bond));
    if (a === undefined && b === undefined) return undefined;
    if (a !== undefined && b !== undefined) return (a === b) === isSame ? undefined : { element, bonds };
    const [known, open, gets] = a === undefined ? [bonds[1], bonds[0], b] : [bonds[0], bonds[1], a];
    this.draw(element, open, isSame ? (gets as boolean) : !gets, this.getCauses(known), queue);
    return undefined;
  }

  /** A direct sum passes what its whole has to all parts, and what all parts have in common to the whole. */
  private propagateSum(element: Element, queue: Element[]): Conflict | undefined {
    const bonds = this.listBonds(element);
    const isWhole = (bond: Bond) => (bond.from.element === element ? bond.from : bond.to).port === 0;
    const whole = bonds.find(isWhole);
    const parts = bonds.filter((bond) => !isWhole(bond));
    if (!whole) return undefined;
    const gets = this.getsEffort(element, whole);
    if (gets !== undefined) {
      for (const bond of parts) {
        const conflict = this.draw(element, bond, !gets, this.getCauses(whole), queue);
        if (conflict) return conflict;
      }
      return undefined;
    }
    const states = parts.map((bond) => this.getsEffort(element, bond));
    if (states.length === 0 || states[0] === undefined || states.some((state) => state !== states[0])) return undefined;
    const causes = [...new Set(parts.flatMap((bond) => this.getCauses(bond)))];
    return this.draw(element, whole, !states[0], causes, queue);
  }
}
