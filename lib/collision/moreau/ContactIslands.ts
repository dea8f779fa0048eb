import { BODY_A, BODY_B, type ContactPoints, LINKS } from "./ContactPoints.ts";

/** Contact points by islands: what touches one another, directly or through others, is one; bases join nothing. */
export class ContactIslands {
  /** Places of contact points, island by island, and where each island begins; one more than there are. */
  order = new Int32Array(64);
  starts = new Int32Array(64);
  count = 0;
  private readonly parents: Int32Array;
  private readonly numbers: Int32Array;

  /** `movingCount`: bodies with smaller places move. */
  constructor(movingCount: number) {
    this.parents = new Int32Array(movingCount);
    this.numbers = new Int32Array(movingCount);
  }

  find({ count, links }: ContactPoints): void {
    const { parents, numbers } = this;
    const moving = parents.length;
    for (let i = 0; i < moving; i++) {
      parents[i] = i;
      numbers[i] = -1;
    }
    for (let i = 0; i < count; i++) {
      const a = links[i * LINKS + BODY_A];
      const b = links[i * LINKS + BODY_B];
      if (a >= moving || b >= moving) continue;
      const first = this.findTop(a);
      const second = this.findTop(b);
      if (first !== second) parents[Math.max(first, second)] = Math.min(first, second);
    }
    this.reserve(count);
    const { order, starts } = this;
    this.count = 0;
    starts.fill(0, 0, count + 2);
    // Islands in the order of their first points: how many points each has, then where they go.
    for (let i = 0; i < count; i++) {
      const top = this.findOwner(links, i);
      if (numbers[top] < 0) numbers[top] = this.count++;
      starts[numbers[top] + 2]++;
    }
    for (let k = 2; k < this.count + 2; k++) starts[k] += starts[k - 1];
    for (let i = 0; i < count; i++) order[starts[numbers[this.findOwner(links, i)] + 1]++] = i;
  }

  private findOwner(links: Int32Array, i: number): number {
    const a = links[i * LINKS + BODY_A];
    return this.findTop(a < this.parents.length ? a : links[i * LINKS + BODY_B]);
  }

  private findTop(body: number): number {
    const { parents } = this;
    let top = body;
    while (parents[top] !== top) {
      parents[top] = parents[parents[top]];
      top = parents[top];
    }
    return top;
  }

  private reserve(count: number): void {
    if (this.order.length >= count + 2) return;
    this.order = new Int32Array(2 * count + 2);
    this.starts = new Int32Array(2 * count + 2);
  }
}
