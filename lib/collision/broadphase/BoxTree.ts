import { extendList } from "./extendList.ts";

/**
 * A tree of boxes in flat arrays. Every node stands before all that is below it, the first child right after it: what is near
 * in space is near in memory. Which box is at which leaf is found by halving the boxes at a median of their middles along the
 * longest extent of these, so far-off or very different boxes spoil nothing. Boxes that move a little keep their leaves:
 * then the tree is refitted only, from the leaves up. Nothing is allocated after `resize`, but for more overlaps than ever.
 */
export class BoxTree {
  /** How many boxes there are. */
  count = 0;
  /** How many nodes were compared by the last search. */
  visits = 0;
  /** Two numbers of boxes for each pair that the last search found. */
  overlaps: Int32Array<ArrayBufferLike> = new Int32Array(64);
  overlapCount = 0;
  /** `[min x, y, z, max x, y, z]` of every node. */
  private bounds = new Float64Array(0);
  /** The second child of each node; of a leaf, `−1 −` the number of its box. */
  private seconds = new Int32Array(0);
  /** Boxes in the order of their leaves. */
  private order = new Int32Array(0);
  private middles = new Float64Array(0);
  /** Pairs of nodes that wait: at most three more for each of the levels, which are fewer than 32. */
  private readonly stack = new Int32Array(256);

  /** Room for the boxes with these numbers; call `arrange` next. */
  resize(boxes: ArrayLike<number>, count: number): void {
    this.count = count;
    if (this.order.length < count) {
      const room = Math.max(count, 2 * this.order.length);
      this.order = new Int32Array(room);
      this.seconds = new Int32Array(2 * room);
      this.bounds = new Float64Array(12 * room);
    }
    for (let i = 0; i < count; i++) this.order[i] = boxes[i];
  }

  /** Puts the boxes to leaves anew; `boxes` holds six numbers for each. Then `refit`. */
  arrange(boxes: Float64Array): void {
    const { count, order } = this;
    if (this.middles.length < boxes.length / 2) this.middles = new Float64Array(boxes.length / 2);
    for (let i = 0; i < count; i++) {
      const box = order[i];
      for (let k = 0; k < 3; k++) this.middles[3 * box + k] = findMiddle(boxes[6 * box + k], boxes[6 * box + 3 + k]);
    }
    if (count > 0) this.split(0, 0, count);
  }

  /** Gives the boxes `from … to − 1` of the order to the leaves below a node. */
  private split(node: number, from: number, to: number): void {
    const size = to - from;
    if (size === 1) {
      this.seconds[node] = -1 - this.order[from];
      return;
    }
    const middle = from + (size >> 1);
    const second = node + 2 * (size >> 1);
    this.seconds[node] = second;
    this.select(this.findLongest(from, to), from, to - 1, middle);
    this.split(node + 1, from, middle);
    this.split(second, middle, to);
  }

  private findLongest(from: number, to: number): number {
    const { middles, order } = this;
    let axis = 0;
    let longest = -1;
    for (let k = 0; k < 3; k++) {
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      for (let i = from; i < to; i++) {
        const x = middles[3 * order[i] + k];
        if (x < min) min = x;
        if (x > max) max = x;
      }
      if (max - min <= longest) continue;
      longest = max - min;
      axis = k;
    }
    return axis;
  }

  /** Partitions `first … last` of the order so that what belongs before the place `rank` is there (Hoare's selection). */
  private select(axis: number, first: number, last: number, rank: number): void {
    const { middles, order } = this;
    let low = first;
    let high = last;
    while (low < high) {
      const pivot = middles[3 * order[(low + high) >> 1] + axis];
      let i = low;
      let j = high;
      while (i <= j) {
        while (middles[3 * order[i] + axis] < pivot) i++;
        while (middles[3 * order[j] + axis] > pivot) j--;
        if (i > j) break;
        const box = order[i];
        order[i] = order[j];
        order[j] = box;
        i++;
        j--;
      }
      if (rank <= j) high = j;
      else if (rank >= i) low = i;
      else return;
    }
  }

  /** Brings the nodes up to date with the boxes. */
  refit(boxes: Float64Array): void {
    const { count, bounds, seconds } = this;
    for (let node = 2 * count - 2; node >= 0; node--) {
      const to = 6 * node;
      const second = seconds[node];
      if (second < 0) {
        const from = 6 * (-1 - second);
        for (let k = 0; k < 6; k++) bounds[to + k] = boxes[from + k];
        continue;
      }
      const a = to + 6;
      const b = 6 * second;
      for (let k = 0; k < 3; k++) {
        bounds[to + k] = bounds[a + k] < bounds[b + k] ? bounds[a + k] : bounds[b + k];
        bounds[to + 3 + k] = bounds[a + 3 + k] > bounds[b + 3 + k] ? bounds[a + 3 + k] : bounds[b + 3 + k];
      }
    }
  }

  /** Lists the pairs of boxes that overlap or touch in `overlaps`, in any order, and returns how many there are. */
  findOverlaps(): number {
    const { stack, seconds } = this;
    this.overlapCount = 0;
    this.visits = 0;
    if (this.count < 2) return 0;
    // Nodes that are to be compared with each other; twice the same: what is below it among itself.
    let depth = 1;
    stack[0] = stack[1] = 0;
    while (depth > 0) {
      depth--;
      const a = stack[2 * depth];
      const b = stack[2 * depth + 1];
      const nextA = seconds[a];
      const nextB = seconds[b];
      if (a === b) {
        if (seconds[nextA] >= 0) depth = push(stack, nextA, nextA, depth);
        if (seconds[a + 1] >= 0) depth = push(stack, a + 1, a + 1, depth);
        depth = this.compare(a + 1, nextA, depth);
      } else if (nextA < 0) {
        depth = this.compare(a, nextB, depth);
        depth = this.compare(a, b + 1, depth);
      } else if (nextB < 0) {
        depth = this.compare(nextA, b, depth);
        depth = this.compare(a + 1, b, depth);
      } else {
        depth = this.compare(nextA, nextB, depth);
        depth = this.compare(nextA, b + 1, depth);
        depth = this.compare(a + 1, nextB, depth);
        depth = this.compare(a + 1, b + 1, depth);
      }
    }
    return this.overlapCount;
  }

  /** Nodes that overlap are a pair if both are leaves, and else go to the stack; returns its new depth. */
  private compare(first: number, second: number, depth: number): number {
    const { bounds, seconds } = this;
    this.visits++;
    const a = 6 * first;
    const b = 6 * second;
    if (
      bounds[a] > bounds[b + 3] ||
      bounds[a + 3] < bounds[b] ||
      bounds[a + 1] > bounds[b + 4] ||
      bounds[a + 4] < bounds[b + 1] ||
      bounds[a + 2] > bounds[b + 5] ||
      bounds[a + 5] < bounds[b + 2]
    )
      return depth;
    if (seconds[first] >= 0 || seconds[second] >= 0) return push(this.stack, first, second, depth);
    const at = 2 * this.overlapCount;
    if (at === this.overlaps.length) this.overlaps = extendList(this.overlaps, 2 * at);
    this.overlaps[at] = -1 - seconds[first];
    this.overlaps[at + 1] = -1 - seconds[second];
    this.overlapCount++;
    return depth;
  }
}

function push(stack: Int32Array, a: number, b: number, depth: number): number {
  stack[2 * depth] = a;
  stack[2 * depth + 1] = b;
  return depth + 1;
}

/** Half-spaces and the like have no middle: any place will do. */
function findMiddle(min: number, max: number): number {
  const middle = 0.5 * (min + max);
  if (Number.isFinite(middle)) return middle;
  if (Number.isFinite(min)) return min;
  return Number.isFinite(max) ? max : 0;
}
