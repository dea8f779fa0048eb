import type { ContactFeature } from "./ContactFeature.ts";

/** How far outside of a side a corner may be and still be on it, as a part of the length of the side. */
const ON_SIDE = 1e-12;

/**
 * The part of a polygon or a line that lies over another one: cut by one side after the other [Sutherland]. Each
 * corner knows what it is on both: a corner over a face, a corner of the face under the inside of what is cut, or two edges
 * that cross.
 */
export class FeatureClip {
  count = 0;
  /** Corners of what is left, three numbers each; names of what they are on the feature that is cut, and on the other. */
  points: Float64Array;
  names: Int32Array;
  others: Int32Array;
  /** What the edge after each corner is: −1 if it is one of the feature itself, else the side that made it. */
  private sides: Int32Array;
  /** And its name on the feature itself. */
  private edges: Int32Array;
  private nextPoints: Float64Array;
  private nextNames: Int32Array;
  private nextOthers: Int32Array;
  private nextSides: Int32Array;
  private nextEdges: Int32Array;
  private nextCount = 0;
  /** Over the side that cuts; after `calcHeights` over the other feature. */
  readonly heights: Float64Array;
  private tolerance = Number.NaN;
  private readonly across = new Float64Array(3);

  constructor(most: number) {
    // Rounding may leave a corner more than there should be.
    const room = most + 2;
    this.points = new Float64Array(3 * room);
    this.nextPoints = new Float64Array(3 * room);
    this.heights = new Float64Array(room);
    this.names = new Int32Array(room);
    this.others = new Int32Array(room);
    this.sides = new Int32Array(room);
    this.edges = new Int32Array(room);
    this.nextNames = new Int32Array(room);
    this.nextOthers = new Int32Array(room);
    this.nextSides = new Int32Array(room);
    this.nextEdges = new Int32Array(room);
  }

  /** What is left of a polygon or a line over a polygon; false if nothing. */
  cut(what: ContactFeature, by: ContactFeature): boolean {
    const { across } = this;
    const { points: q, normal: m } = by;
    this.begin(what, by);
    for (let j = 0; j < by.count && this.count > 0; j++) {
      const from = 3 * j;
      const to = 3 * ((j + 1) % by.count);
      const x = q[to] - q[from];
      const y = q[to + 1] - q[from + 1];
      const z = q[to + 2] - q[from + 2];
      // Outwards, across the side: anticlockwise about the normal.
      const length = Math.sqrt(x * x + y * y + z * z);
      across[0] = (y * m[2] - z * m[1]) / length;
      across[1] = (z * m[0] - x * m[2]) / length;
      across[2] = (x * m[1] - y * m[0]) / length;
      this.tolerance = ON_SIDE * length;
      this.cutSide(what, by, j, from);
    }
    return this.count > 0;
  }

  /** What is left of a line beside another one that is nearly parallel to it; false if they are not, or nothing is left. */
  cutLines(what: ContactFeature, by: ContactFeature, sine: number): boolean {
    const { across } = this;
    const { points: p } = what;
    const { points: q } = by;
    let uu = 0;
    let vv = 0;
    let uv = 0;
    for (let i = 0; i < 3; i++) {
      across[i] = q[3 + i] - q[i];
      const v = p[3 + i] - p[i];
      uu += across[i] * across[i];
      vv += v * v;
      uv += across[i] * v;
    }
    if (uu * vv - uv * uv > sine * sine * uu * vv) return false;
    const length = Math.sqrt(uu);
    for (let i = 0; i < 3; i++) across[i] /= length;
    this.begin(what, by);
    this.tolerance = ON_SIDE * length;
    this.cutSide(what, by, 1, 3);
    for (let i = 0; i < 3; i++) across[i] = -across[i];
    if (this.count > 0) this.cutSide(what, by, 0, 0);
    return this.count > 0;
  }

  /** How high the corners are over a feature along the unit vector n: over the plane of a polygon, or the place beside on a line. */
  calcHeights(over: ContactFeature, n: Float64Array): void {
    const { points: p, heights: h } = this;
    const { points: q, normal: m } = over;
    const ux = q[3] - q[0];
    const uy = q[4] - q[1];
    const uz = q[5] - q[2];
    const uu = ux * ux + uy * uy + uz * uz;
    const mn = m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
    for (let k = 0; k < this.count; k++) {
      const x = p[3 * k] - q[0];
      const y = p[3 * k + 1] - q[1];
      const z = p[3 * k + 2] - q[2];
      const s = (ux * x + uy * y + uz * z) / uu;
      h[k] =
        over.count > 2
          ? (m[0] * x + m[1] * y + m[2] * z) / mn
          : n[0] * (x - s * ux) + n[1] * (y - s * uy) + n[2] * (z - s * uz);
    }
  }

  private begin(what: ContactFeature, by: ContactFeature): void {
    this.count = what.count;
    for (let k = 0; k < what.count; k++) {
      for (let i = 0; i < 3; i++) this.points[3 * k + i] = what.points[3 * k + i];
      this.names[k] = what.names[k];
      this.others[k] = by.face;
      this.sides[k] = -1;
      this.edges[k] = what.getEdge(k);
    }
  }

  /** Cuts off what is outside of side j, which goes through the point at `at` and has the normal `across`. */
  private cutSide(what: ContactFeature, by: ContactFeature, j: number, at: number): void {
    const { points: p, heights: h, across: m, count, tolerance } = this;
    const { points: q } = by;
    for (let k = 0; k < count; k++) {
      const i = 3 * k;
      h[k] = m[0] * (p[i] - q[at]) + m[1] * (p[i + 1] - q[at + 1]) + m[2] * (p[i + 2] - q[at + 2]);
    }
    this.nextCount = 0;
    const isLine = what.count === 2;
    for (let k = 0; k < count; k++) {
      const next = (k + 1) % count;
      const isIn = h[k] <= tolerance;
      const isNextIn = h[next] <= tolerance;
      if (isIn) this.keep(k);
      // A line has one edge, not one there and one back.
      if (isIn === isNextIn || (isLine && k === count - 1)) continue;
      this.cross(what, by, j, k, next, isIn);
    }
    this.swap();
  }

  private keep(k: number): void {
    const to = this.nextCount++;
    for (let i = 0; i < 3; i++) this.nextPoints[3 * to + i] = this.points[3 * k + i];
    this.nextNames[to] = this.names[k];
    this.nextOthers[to] = this.others[k];
    this.nextSides[to] = this.sides[k];
    this.nextEdges[to] = this.edges[k];
  }

  /** Where the edge after corner k meets side j. */
  private cross(
    what: ContactFeature,
    by: ContactFeature,
    j: number,
    k: number,
    next: number,
    isLeaving: boolean,
  ): void {
    const { points: p, heights: h, sides } = this;
    const s = h[k] / (h[k] - h[next]);
    const to = this.nextCount++;
    for (let i = 0; i < 3; i++) this.nextPoints[3 * to + i] = p[3 * k + i] + s * (p[3 * next + i] - p[3 * k + i]);
    const side = sides[k];
    if (by.count === 2) {
      // The end of a line.
      this.nextNames[to] = what.face;
      this.nextOthers[to] = by.names[j];
    } else if (side < 0) {
      this.nextNames[to] = this.edges[k];
      this.nextOthers[to] = by.getEdge(j);
    } else {
      // Two sides meet: a corner of the other polygon.
      this.nextNames[to] = what.face;
      this.nextOthers[to] = by.names[(side + 1) % by.count === j ? j : side];
    }
    // Where the edge leaves, the cut goes on along the side; where it comes back, along itself.
    this.nextSides[to] = isLeaving ? j : side;
    this.nextEdges[to] = this.edges[k];
  }

  private swap(): void {
    const { points, names, others, sides, edges } = this;
    this.points = this.nextPoints;
    this.names = this.nextNames;
    this.others = this.nextOthers;
    this.sides = this.nextSides;
    this.edges = this.nextEdges;
    this.nextPoints = points;
    this.nextNames = names;
    this.nextOthers = others;
    this.nextSides = sides;
    this.nextEdges = edges;
    this.count = this.nextCount;
  }
}
