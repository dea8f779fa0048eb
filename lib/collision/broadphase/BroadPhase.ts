import { checkCount, checkOptions, describe, ModelError } from "../../math/index.ts";
import { checkBits } from "../../shape/Collider.ts";
import { BoxTree } from "./BoxTree.ts";
import { extendList } from "./extendList.ts";
import { sortRange } from "./sortRange.ts";

export interface ProxyOptions {
  /** What carries it: those with one owner never meet. A whole number from 0. */
  owner: number;
  /** The groups it belongs to, one bit each. Default: the first, 1. */
  group?: number;
  /** The groups that it meets, one bit each. Default: all, −1. Both have to want to meet. */
  mask?: number;
}

/** As many as a bench has been run with, and some more. */
const MOST = 1_000_000;
const ALL = -1;

/** Rounding of a difference, as a share of what is subtracted: pairs that touch are never lost to it. */
const ROUNDING = 4e-16;

/** How much more nodes may be looked at than with boxes freshly put to leaves, before they are put there anew. */
const DECAY = 1.3;

/**
 * Finds the pairs of boxes that may meet within a step. Every box is carried along a straight way during the step, so
 * nothing that is fast is missed; boxes that pass through the same place at different instants are no pair. The tree of
 * boxes is kept from step to step; nothing is allocated unless there are more pairs than ever before.
 *
 * Pairs are listed in ascending order of their first, then of their second number, whatever went before.
 */
export class BroadPhase {
  /** Two numbers for each pair, the smaller one first; valid up to `pairCount`. */
  pairs = new Int32Array(64);
  pairCount = 0;
  private readonly tree = new BoxTree();
  /** Box at the start of the step, the way it goes, and the box around both ends, of each proxy. */
  private boxes = new Float64Array(0);
  private moves = new Float64Array(0);
  private swept = new Float64Array(0);
  private owners = new Int32Array(0);
  private groups = new Int32Array(0);
  private masks = new Int32Array(0);
  /** Where the pairs of each first number begin, and second numbers in that order. */
  private places = new Int32Array(1);
  private seconds = new Int32Array(32);
  /** Numbers in use, ascending, and how many have ever been. */
  private readonly present: number[] = [];
  private readonly spare: number[] = [];
  private last = 0;
  /** Owners that a given one does not meet, of those that have some. */
  private readonly forbidden: (number[] | undefined)[] = [];
  private isStale = true;
  private visitsAtBest = 0;

  /** How many proxies there are. */
  get count(): number {
    return this.present.length;
  }

  /** How many nodes of the tree were looked at by the last search. */
  get visits(): number {
    return this.tree.visits;
  }

  /** A new proxy, without a box: it meets nothing until it gets one. Returns its number, the least that is not in use. */
  add(options: ProxyOptions): number {
    const owner = "BroadPhase.add";
    checkOptions(owner, options, ["owner", "group", "mask"], true);
    if (this.count >= MOST) throw new ModelError(`${owner}: there are ${MOST} proxies already; remove some first`);
    const index = this.spare.length > 0 ? (this.spare.pop() as number) : this.last++;
    this.reserve(index + 1);
    this.owners[index] = checkCount(owner, "owner", options.owner, 0, MOST);
    this.groups[index] = checkBits(owner, "group", options.group ?? 1);
    this.masks[index] = checkBits(owner, "mask", options.mask ?? ALL);
    this.boxes.fill(0, 6 * index, 6 * index + 6);
    this.moves.fill(0, 3 * index, 3 * index + 3);
    // From +∞ to −∞ there is nothing.
    this.swept.fill(Number.POSITIVE_INFINITY, 6 * index, 6 * index + 3);
    this.swept.fill(Number.NEGATIVE_INFINITY, 6 * index + 3, 6 * index + 6);
    const isLast = this.count === 0 || index > this.present[this.count - 1];
    this.present.push(index);
    if (!isLast) this.present.sort((a, b) => a - b);
    this.isStale = true;
    return index;
  }

  /** Takes a proxy out; its number may be given to another one. */
  remove(index: number): void {
    this.present.splice(this.present.indexOf(this.check("remove", index)), 1);
    this.spare.push(index);
    this.spare.sort((a, b) => b - a);
    this.isStale = true;
  }

  /** Those of the two owners never meet. */
  forbid(ownerA: number, ownerB: number): void {
    const owners = [ownerA, ownerB].map((owner) => checkCount("BroadPhase.forbid", "an owner", owner, 0, MOST));
    for (const [a, b] of [owners, [...owners].reverse()]) {
      const list = this.forbidden[a] ?? [];
      this.forbidden[a] = list;
      if (!list.includes(b)) list.push(b);
    }
  }

  /**
   * The box of a proxy at the start of the step, `[min x, y, z, max x, y, z]`, and the way `[x, y, z]` that it goes until its
   * end, such as `calcSweptBox` writes them. A side may be infinite.
   */
  setMotion(index: number, box: Float64Array, move: Float64Array): void {
    if (typeof index !== "number" || !(index >= 0 && index < this.last)) this.check("setMotion", index);
    if (!(box instanceof Float64Array && move instanceof Float64Array)) refuseBox(index, box, move);
    const { boxes, moves, swept } = this;
    for (let k = 0; k < 3; k++) {
      const min = box[k];
      const max = box[k + 3];
      const way = move[k];
      if (!(min <= max) || !Number.isFinite(way)) refuseBox(index, box, move);
      boxes[6 * index + k] = min;
      boxes[6 * index + 3 + k] = max;
      moves[3 * index + k] = way;
      swept[6 * index + k] = way < 0 ? min + way : min;
      swept[6 * index + 3 + k] = way > 0 ? max + way : max;
    }
  }

  /** Lists the pairs that may meet within the step in `pairs`, and returns how many there are. */
  findPairs(): number {
    const { tree, present, swept } = this;
    const count = present.length;
    if (this.isStale) tree.resize(present, count);
    const isAnew = this.isStale || tree.visits > DECAY * this.visitsAtBest + count;
    if (isAnew) tree.arrange(swept);
    tree.refit(swept);
    tree.findOverlaps();
    if (isAnew) this.visitsAtBest = tree.visits;
    this.isStale = false;
    this.sortPairs();
    return this.pairCount;
  }

  /** Takes over the overlaps that are pairs: counted by their first numbers, then put to their places, then sorted by the second. */
  private sortPairs(): void {
    const { tree, places } = this;
    const { overlaps, overlapCount } = tree;
    places.fill(0);
    let count = 0;
    for (let i = 0; i < overlapCount; i++) {
      const a = overlaps[2 * i];
      const b = overlaps[2 * i + 1];
      if (!this.mayMeet(a, b)) continue;
      const first = a < b ? a : b;
      overlaps[2 * count] = first;
      overlaps[2 * count + 1] = a < b ? b : a;
      places[first + 1]++;
      count++;
    }
    this.pairCount = count;
    if (this.pairs.length < 2 * count) {
      this.pairs = new Int32Array(2 * overlaps.length);
      this.seconds = new Int32Array(overlaps.length);
    }
    const { pairs, seconds, last } = this;
    for (let i = 1; i <= last; i++) places[i] += places[i - 1];
    for (let i = 0; i < count; i++) seconds[places[overlaps[2 * i]]++] = overlaps[2 * i + 1];
    // Each place has moved on to where the next one began.
    for (let first = 0, i = 0; first < last; first++) {
      sortRange(seconds, i, places[first]);
      for (; i < places[first]; i++) {
        pairs[2 * i] = first;
        pairs[2 * i + 1] = seconds[i];
      }
    }
  }

  private mayMeet(a: number, b: number): boolean {
    const { owners, groups, masks } = this;
    if (owners[a] === owners[b]) return false;
    if ((groups[a] & masks[b]) === 0 || (groups[b] & masks[a]) === 0) return false;
    const others = owners[a] < this.forbidden.length ? this.forbidden[owners[a]] : undefined;
    if (others !== undefined) {
      for (let i = 0; i < others.length; i++) if (others[i] === owners[b]) return false;
    }
    return this.meets(a, b);
  }

  /**
   * Whether the boxes overlap at one instant `τ` between 0 and 1: along each axis `τ d ≤ max_B − min_A` and
   * `−τ d ≤ max_A − min_B` with `d` the way of A relative to B.
   */
  private meets(a: number, b: number): boolean {
    const { boxes, moves } = this;
    let from = 0;
    let to = 1;
    for (let k = 0; k < 3; k++) {
      const minA = boxes[6 * a + k];
      const maxA = boxes[6 * a + 3 + k];
      const minB = boxes[6 * b + k];
      const maxB = boxes[6 * b + 3 + k];
      const d = moves[3 * a + k] - moves[3 * b + k];
      const ahead = maxB - minA + ROUNDING * (Math.abs(maxB) + Math.abs(minA));
      const behind = maxA - minB + ROUNDING * (Math.abs(maxA) + Math.abs(minB));
      if (d === 0) {
        if (ahead < 0 || behind < 0) return false;
      } else if (d > 0) {
        if (ahead < to * d) to = ahead / d;
        if (-behind > from * d) from = -behind / d;
      } else {
        if (behind < -to * d) to = behind / -d;
        if (-ahead > -from * d) from = ahead / d;
      }
    }
    return from <= to + 1e-15;
  }

  private reserve(size: number): void {
    if (this.owners.length >= size) return;
    const room = Math.max(16, 2 * this.owners.length, size);
    this.boxes = extendList(this.boxes, 6 * room);
    this.moves = extendList(this.moves, 3 * room);
    this.swept = extendList(this.swept, 6 * room);
    this.owners = extendList(this.owners, room);
    this.groups = extendList(this.groups, room);
    this.masks = extendList(this.masks, room);
    this.places = new Int32Array(room + 1);
  }

  private check(method: string, index: unknown): number {
    if (this.present.includes(index as number)) return index as number;
    throw new ModelError(`BroadPhase.${method}: there is no proxy ${describe(index)}; give a number that add returned`);
  }
}

function refuseBox(index: number, box: unknown, move: unknown): never {
  throw new ModelError(
    `BroadPhase.setMotion: proxy ${index} has the box ${describe(box)} and goes ${describe(move)}; ` +
      "give three least and three greatest coordinates, and a finite way, as Float64Arrays (a pose that is NaN?)",
  );
}
