import type { DrawnBond, DrawnElement } from "../../bondgraph/export/DrawingModel.ts";

/** Elements with the bonds between them, ready to be walked. */
export class Net {
  readonly elements: readonly DrawnElement[];
  readonly bonds: readonly DrawnBond[];
  readonly #byId: ReadonlyMap<string, DrawnElement>;
  readonly #bondsOf = new Map<string, DrawnBond[]>();

  /** Bonds that end outside are left out. */
  constructor(elements: readonly DrawnElement[], bonds: readonly DrawnBond[]) {
    this.elements = elements;
    this.#byId = new Map(elements.map((element) => [element.id, element]));
    this.bonds = bonds.filter(({ from, to }) => this.#byId.has(from) && this.#byId.has(to));
    for (const { id } of elements) this.#bondsOf.set(id, []);
    for (const bond of this.bonds) for (const id of [bond.from, bond.to]) this.#bondsOf.get(id)?.push(bond);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  element(id: string): DrawnElement {
    return this.#byId.get(id) as DrawnElement;
  }

  bondsOf(id: string): readonly DrawnBond[] {
    return this.#bondsOf.get(id) ?? [];
  }

  /** Ids of what an element is bonded to, in the order of its bonds. */
  neighboursOf(id: string): string[] {
    return this.bondsOf(id).map(({ from, to }) => (from === id ? to : from));
  }

  /** The shortest way between two elements, both included; empty if there is none. */
  findPath(from: string, to: string): string[] {
    const before = new Map<string, string>([[from, from]]);
    const queue = [from];
    for (const id of queue) {
      if (id === to) break;
      for (const next of this.neighboursOf(id)) {
        if (before.has(next)) continue;
        before.set(next, id);
        queue.push(next);
      }
    }
    if (!before.has(to)) return [];
    const path = [to];
    while (path[0] !== from) path.unshift(before.get(path[0]) as string);
    return path;
  }
}
