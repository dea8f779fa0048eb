export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its upper left corner; y points down. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const centerOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

export const shiftPoint = ({ x, y }: Point, dx: number, dy: number): Point => ({ x: x + dx, y: y + dy });

export const shiftBox = <T extends Box>(box: T, dx: number, dy: number): T => ({
  ...box,
  x: box.x + dx,
  y: box.y + dy,
});

export const grow = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Whether the insides of two rectangles meet. */
export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Where the way from the middle of a box towards a point leaves it. */
export function leaveBox(box: Box, towards: Point): Point {
  const { x, y } = centerOf(box);
  const dx = towards.x - x;
  const dy = towards.y - y;
  if (dx === 0 && dy === 0) return { x, y };
  const scale = Math.min(box.width / 2 / Math.abs(dx), box.height / 2 / Math.abs(dy));
  return { x: x + dx * scale, y: y + dy * scale };
}

const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Whether two segments cross at an inner point of both, or lie on each other. */
export function segmentsCross(a: Point, b: Point, c: Point, d: Point): boolean {
  const [c1, d1, a1, b1] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (c1 * d1 < 0 && a1 * b1 < 0) return true;
  if (c1 !== 0 || d1 !== 0) return false;
  const key = Math.abs(b.x - a.x) >= Math.abs(b.y - a.y) ? "x" : "y";
  const low = Math.max(Math.min(a[key], b[key]), Math.min(c[key], d[key]));
  const high = Math.min(Math.max(a[key], b[key]), Math.max(c[key], d[key]));
  return high > low;
}

/** Whether a segment enters the inside of a box. */
export function segmentMeetsBox(a: Point, b: Point, box: Box): boolean {
  let low = 0;
  let high = 1;
  for (const [start, delta, from, size] of [
    [a.x, b.x - a.x, box.x, box.width],
    [a.y, b.y - a.y, box.y, box.height],
  ]) {
    if (delta === 0) {
      if (start <= from || start >= from + size) return false;
      continue;
    }
    const first = (from - start) / delta;
    const second = (from + size - start) / delta;
    low = Math.max(low, Math.min(first, second));
    high = Math.min(high, Math.max(first, second));
  }
  return low < high;
}
