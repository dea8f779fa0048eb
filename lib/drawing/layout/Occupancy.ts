import { type Box, overlap, type Point, segmentMeetsBox } from "../geometry.ts";

const CELL = 96;
/** Pixels: the grid would fill all memory. */
const LARGEST = 1e5;

/** Boxes and segments in a grid, so that what is near is found without looking at everything. */
export class Occupancy<T> {
  readonly #boxes = new Map<string, { box: Box; owner: T }[]>();
  readonly #segments = new Map<string, { a: Point; b: Point; owner: T }[]>();

  addBox(box: Box, owner: T): void {
    for (const key of listKeys(box)) append(this.#boxes, key, { box, owner });
  }

  addSegment(a: Point, b: Point, owner: T): void {
    for (const key of listKeys(boundsOf(a, b))) append(this.#segments, key, { a, b, owner });
  }

  /** Owners of the boxes that overlap a box, each once. */
  findBoxes(box: Box): Set<T> {
    const found = new Set<T>();
    for (const key of listKeys(box)) {
      for (const entry of this.#boxes.get(key) ?? []) if (overlap(entry.box, box)) found.add(entry.owner);
    }
    return found;
  }

  /** Owners of the segments that enter a box, each once. */
  findSegments(box: Box): Set<T> {
    const found = new Set<T>();
    for (const key of listKeys(box)) {
      for (const { a, b, owner } of this.#segments.get(key) ?? []) if (segmentMeetsBox(a, b, box)) found.add(owner);
    }
    return found;
  }

  /** Segments whose surroundings a segment may meet. */
  listSegmentsNear(a: Point, b: Point): Set<{ a: Point; b: Point; owner: T }> {
    const found = new Set<{ a: Point; b: Point; owner: T }>();
    for (const key of listKeys(boundsOf(a, b))) for (const entry of this.#segments.get(key) ?? []) found.add(entry);
    return found;
  }
}

function append<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const boundsOf = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

function listKeys({ x, y, width, height }: Box): string[] {
  const keys: string[] = [];
  if (!(Math.max(Math.abs(x), Math.abs(y), width, height) <= LARGEST)) {
    throw new RangeError(`a place is no number, or lies beyond ${LARGEST} pixels`);
  }
  for (let i = Math.floor(x / CELL); i <= Math.floor((x + width) / CELL); i++) {
    for (let j = Math.floor(y / CELL); j <= Math.floor((y + height) / CELL); j++) keys.push(`${i},${j}`);
  }
  return keys;
}
