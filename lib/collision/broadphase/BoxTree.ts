/**
 * A tree of boxes in flat arrays. It has the shape of a heap: node `i` has the children `2i + 1` and `2i + 2`, leaves are
 * the last `n` nodes. Which box is at which leaf is found by halving the boxes at a median of their middles along the
 * longest extent of these, so far-off or very different boxes spoil nothing. Boxes that move a little keep their leaves:
 * then the tree is refitted only, from the leaves up. Nothing is allocated after `resize`.
 */
export class BoxTree {
  /** How many boxes there are. */
  count = 0;
  /** How many nodes were looked at since the tree was made or refitted. */
  visits = 0;
  /** `[min x, y, z, max x, y, z]` of every node. */
  private bounds = new Float64Array(0);
  /** The box at each leaf, and the largest number of a box below each inner node. */
  private numbers = new Int32Array(0);
  /** Boxes in the order of their leaves, from the least to the greatest. */
  private order = new Int32Array(0);
  private middles = new Float64Array(0);
  /** Second children that wait on a way down: at most one for each level. */
  private readonly stack = new Int32Array(64);

  /** Room for the boxes with these numbers, in ascending order; call `arrange` next. */
  resize(boxes: ArrayLike<number>, count: number): void {
    this.count = count;
    if (this.order.length < count) {
      const room = Math.max(count, 2 * this.order.length);
      this.order = new Int32Array(room);
      this.numbers = new Int32Array(2 * room);
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
      this.numbers[node] = this.order[from];
      return;
    }
    const middle = from + countLeft(size);
    this.select(this.findLongest(from, to), from, to - 1, middle);
    this.split(2 * node + 1, from, middle);
    this.split(2 * node + 2, middle, to);
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
    const { count, bounds, numbers } = this;
    this.visits = 0;
    for (let node = count - 1; node < 2 * count - 1; node++) {
      const from = 6 * numbers[node];
      const to = 6 * node;
      for (let k = 0; k < 6; k++) bounds[to + k] = boxes[from + k];
    }
    for (let node = count - 2; node >= 0; node--) {
      const a = 6 * (2 * node + 1);
      const to = 6 * node;
      // The second child lies beside the first.
      for (let k = 0; k < 3; k++) {
        const min = bounds[a + k];
        const max = bounds[a + 3 + k];
        bounds[to + k] = min < bounds[a + 6 + k] ? min : bounds[a + 6 + k];
        bounds[to + 3 + k] = max > bounds[a + 9 + k] ? max : bounds[a + 9 + k];
      }
      const first = numbers[2 * node + 1];
      const second = numbers[2 * node + 2];
      numbers[node] = first > second ? first : second;
    }
  }

  /** Writes the numbers of boxes that touch a box, of those with greater numbers, into `out`; returns how many. */
  findAfter(box: number, boxes: Float64Array, out: Int32Array): number {
    const { bounds, numbers, stack } = this;
    const leaf = this.count - 1;
    const at = 6 * box;
    const x0 = boxes[at];
    const y0 = boxes[at + 1];
    const z0 = boxes[at + 2];
    const x1 = boxes[at + 3];
    const y1 = boxes[at + 4];
    const z1 = boxes[at + 5];
    let found = 0;
    let visits = 0;
    let depth = 0;
    let node = 0;
    for (;;) {
      visits++;
      const b = 6 * node;
      const meets =
        numbers[node] > box &&
        bounds[b] <= x1 &&
        bounds[b + 3] >= x0 &&
        bounds[b + 1] <= y1 &&
        bounds[b + 4] >= y0 &&
        bounds[b + 2] <= z1 &&
        bounds[b + 5] >= z0;
      if (meets && node < leaf) {
        stack[depth++] = 2 * node + 2;
        node = 2 * node + 1;
        continue;
      }
      if (meets) out[found++] = numbers[node];
      if (depth === 0) break;
      node = stack[--depth];
    }
    this.visits += visits;
    return found;
  }
}

/** How many of `n` leaves lie below the first child of the root, in the shape of a heap. */
function countLeft(n: number): number {
  // The last level that is full; leaves beyond its number stand in pairs one level lower, from the left.
  const full = 1 << (31 - Math.clz32(n));
  return full / 2 + Math.min(n - full, full / 2);
}

/** Half-spaces and the like have no middle: any place will do. */
function findMiddle(min: number, max: number): number {
  const middle = 0.5 * (min + max);
  if (Number.isFinite(middle)) return middle;
  if (Number.isFinite(min)) return min;
  return Number.isFinite(max) ? max : 0;
}
