import type { BodyShape } from "../BodyShape.ts";
import type { Collisions } from "../Collisions.ts";

/** Friction and restitution of all pairs of shapes: one number for each pair of materials that there are. */
export class LawTable {
  private readonly kinds: Int32Array;
  private readonly count: number;
  private readonly frictions: Float64Array;
  private readonly restitutions: Float64Array;

  constructor(collisions: Collisions) {
    const { shapes } = collisions;
    const known = new Map<string, BodyShape>();
    for (const shape of shapes) {
      const key = findKey(shape);
      if (!known.has(key)) known.set(key, shape);
    }
    const keys = [...known.keys()];
    this.count = keys.length;
    this.kinds = Int32Array.from(shapes, (shape) => keys.indexOf(findKey(shape)));
    const list = [...known.values()];
    const laws = list.flatMap((a) => list.map((b) => collisions.findLaws(a.index, b.index)));
    this.frictions = Float64Array.from(laws, ({ friction }) => friction);
    this.restitutions = Float64Array.from(laws, ({ restitution }) => restitution);
  }

  getFriction(a: number, b: number): number {
    return this.frictions[this.kinds[a] * this.count + this.kinds[b]];
  }

  getRestitution(a: number, b: number): number {
    return this.restitutions[this.kinds[a] * this.count + this.kinds[b]];
  }
}

/** Materials that say the same are one. */
const findKey = ({ material: { name, friction, restitution } }: BodyShape): string =>
  JSON.stringify([name, friction, restitution]);
