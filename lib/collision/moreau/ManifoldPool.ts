import { ContactManifold } from "../ContactManifold.ts";
import type { ConvexShape } from "../ConvexShape.ts";

/** Faces that are up to this angle (rad) from parallel touch at all of their corners: each has its own gap. */
const ANGLE = 0.05;

interface PoolEntry {
  a: number;
  b: number;
  first: ConvexShape;
  second: ConvexShape;
  manifold: ContactManifold;
}

/** A manifold for each pair that is near, the same from step to step; those of pairs that have parted serve others. */
export class ManifoldPool {
  /** Pairs in ascending order with their manifolds: those of the step before, and those of this one. */
  private old: PoolEntry[] = [];
  private now: PoolEntry[] = [];
  private oldCount = 0;
  private nowCount = 0;
  private next = 0;
  private readonly spare = new Map<ConvexShape, Map<ConvexShape, ContactManifold[]>>();

  begin(): void {
    const { old } = this;
    this.old = this.now;
    this.oldCount = this.nowCount;
    this.now = old;
    this.nowCount = 0;
    this.next = 0;
  }

  take(a: number, b: number, first: ConvexShape, second: ConvexShape): ContactManifold {
    const { old } = this;
    while (this.next < this.oldCount && isBefore(old[this.next], a, b)) this.release(old[this.next++]);
    const known = this.next < this.oldCount ? old[this.next] : undefined;
    const isSame = known !== undefined && known.a === a && known.b === b;
    if (isSame) this.next++;
    const manifold = isSame ? known.manifold : this.create(first, second);
    if (this.nowCount === this.now.length) this.now.push({ a, b, first, second, manifold });
    const entry = this.now[this.nowCount++];
    entry.a = a;
    entry.b = b;
    entry.first = first;
    entry.second = second;
    entry.manifold = manifold;
    return manifold;
  }

  end(): void {
    while (this.next < this.oldCount) this.release(this.old[this.next++]);
  }

  private create(first: ConvexShape, second: ConvexShape): ContactManifold {
    const made = this.spare.get(first)?.get(second)?.pop();
    if (!made) return new ContactManifold(first, second, { angle: ANGLE });
    made.pair.forget();
    return made;
  }

  private release({ first, second, manifold }: PoolEntry): void {
    const lists = this.spare.get(first) ?? new Map<ConvexShape, ContactManifold[]>();
    this.spare.set(first, lists);
    const list = lists.get(second) ?? [];
    lists.set(second, list);
    list.push(manifold);
  }
}

const isBefore = (entry: PoolEntry, a: number, b: number): boolean => entry.a < a || (entry.a === a && entry.b < b);
