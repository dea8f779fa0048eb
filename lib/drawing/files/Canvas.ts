/** A picture of pixels on which polygons are filled with smooth edges. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of each pixel, row by row. */
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(3 * width * height).fill(255);
  }

  /**
   * Fills closed polygons (x and y in turn) with a colour `#rrggbb`. Each edge leaves in every row the area that it cuts off
   * from the pixels to its right; sums along the rows are then the coverage. What is covered twice counts once.
   */
  fill(polygons: readonly ArrayLike<number>[], color: string): void {
    const bounds = this.findBounds(polygons);
    if (!bounds) return;
    const { left, top, right, bottom } = bounds;
    const columns = right - left + 2;
    const cover = new Float64Array(columns * (bottom - top));
    for (const points of polygons) {
      for (let i = 0; i < points.length; i += 2) {
        const j = (i + 2) % points.length;
        const limit = (x: number) => Math.min(columns - 2, Math.max(0, x - left));
        addEdge(
          cover,
          columns,
          bottom - top,
          limit(points[i]),
          points[i + 1] - top,
          limit(points[j]),
          points[j + 1] - top,
        );
      }
    }
    const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    for (let y = top; y < bottom; y++) {
      let sum = 0;
      for (let x = left; x < right; x++) {
        sum += cover[(y - top) * columns + x - left];
        const share = Math.min(1, Math.abs(sum));
        if (share < 1 / 512) continue;
        const at = 3 * (y * this.width + x);
        for (let k = 0; k < 3; k++) this.pixels[at + k] += Math.round(share * (rgb[k] - this.pixels[at + k]));
      }
    }
  }

  private findBounds(polygons: readonly ArrayLike<number>[]) {
    let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const points of polygons) {
      for (let i = 0; i < points.length; i += 2) {
        left = Math.min(left, points[i]);
        right = Math.max(right, points[i]);
        top = Math.min(top, points[i + 1]);
        bottom = Math.max(bottom, points[i + 1]);
      }
    }
    const bounds = {
      left: Math.max(0, Math.floor(left)),
      top: Math.max(0, Math.floor(top)),
      right: Math.min(this.width, Math.ceil(right)),
      bottom: Math.min(this.height, Math.ceil(bottom)),
    };
    return bounds.left < bounds.right && bounds.top < bounds.bottom ? bounds : undefined;
  }
}

/** Adds the differences of coverage along an edge; `cover` has two spare columns at the right. */
function addEdge(
  cover: Float64Array,
  columns: number,
  rows: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): void {
  if (y0 === y1) return;
  const sign = y0 < y1 ? 1 : -1;
  const [topX, topY, bottomX, bottomY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (bottomX - topX) / (bottomY - topY);
  const start = Math.max(0, topY);
  let x = topX + slope * (start - topY);
  for (let row = Math.floor(start); row < Math.min(rows, Math.ceil(bottomY)); row++) {
    const dy = Math.min(row + 1, bottomY) - Math.max(row, start);
    if (dy <= 0) continue;
    const next = x + slope * dy;
    spread(cover, row * columns, Math.min(x, next), Math.max(x, next), sign * dy);
    x = next;
  }
}

/** Spreads the height `d` of a piece of an edge from `low` to `high` over the pixels of a row. */
function spread(cover: Float64Array, row: number, low: number, high: number, d: number): void {
  const first = Math.floor(low);
  const last = Math.floor(high);
  if (first === last || high === low) {
    const share = (low + high) / 2 - first;
    cover[row + first] += d * (1 - share);
    cover[row + first + 1] += d * share;
    return;
  }
  // The integral over x of the part of the piece that lies to the left, as differences from pixel to pixel.
  let before = 0;
  for (let x = first; x <= last; x++) {
    const from = Math.max(low, x);
    const to = Math.min(high, x + 1);
    const left = (from - low) / (high - low);
    const right = (to - low) / (high - low);
    const covered = d * (((left + right) / 2) * (to - from) + (x + 1 - to));
    cover[row + x] += covered - before;
    before = covered;
  }
  cover[row + last + 1] += d - before;
}
