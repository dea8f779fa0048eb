import { ExpandingPolytope, MOST_POINTS } from "./ExpandingPolytope.ts";
import { type MinkowskiDifference, STRIDE } from "./MinkowskiDifference.ts";
import type { Simplex } from "./Simplex.ts";

/** Parts of the scale: bounds of the depth that are closer than this agree; nearer to a plane than this is in it. */
const ROUNDING = 2e-15;
const ACCEPTED = 1e-12;
const FLAT = 1e-14;
/** A surface with more points than this is not taken over from one query to the next: a new one is smaller. */
const MOST_KEPT = 40;

/*
 * The nearest plane of the surface is a lower bound of the depth, since the surface is inside of the difference; the farthest
 * point along its normal is an upper bound. That point is added until both agree. Offsets have a sign: the origin may be a
 * little outside, so touching needs no other treatment than overlapping. A surface that is kept from the last query needs
 * not be convex any more: as long as the origin is on the inner side of all planes, the tetrahedra of origin and triangles
 * cover all directions, and the bound holds.
 */
/** The expanding polytope algorithm of van den Bergen [Bergen]: the direction in which overlapping shapes separate soonest. */
export class PolytopeExpansion {
  readonly polytope = new ExpandingPolytope();
  /** The way out: the unit normal of the nearest plane, and how far it is. */
  readonly normal = new Float64Array(3);
  depth = Number.NaN;
  /** Where on A the foot of the origin on the nearest plane comes from. */
  readonly pointA = new Float64Array(3);
  private readonly difference: MinkowskiDifference;

  constructor(difference: MinkowskiDifference) {
    this.difference = difference;
  }

  /** Begins with the points that a descent ended with, and others that make a tetrahedron of them. */
  start(simplex: Simplex): boolean {
    const { polytope } = this;
    for (let k = 0; k < STRIDE * simplex.count; k++) polytope.points[k] = simplex.points[k];
    for (let k = 0; k < simplex.count; k++) polytope.names[k] = simplex.names[k];
    let count = simplex.count;
    while (count < 4) {
      if (!this.widen(count)) return false;
      count++;
    }
    polytope.flat = FLAT * this.difference.scale;
    return polytope.start();
  }

  /** Goes on with the surface of the last query, the points where they are now; false if it does not hold any more. */
  resume(): boolean {
    const { polytope, difference } = this;
    if (polytope.pointCount > MOST_KEPT) return false;
    for (let k = 0; k < polytope.pointCount; k++) difference.calcBranch(polytope.names[k], polytope.points, k);
    polytope.flat = FLAT * difference.scale;
    return polytope.recalcPlanes();
  }

  /** Whether the depth was found, with matching bounds. */
  run(): boolean {
    const { polytope, difference, normal } = this;
    const { planes, points, names } = polytope;
    const { direction, scale } = difference;
    for (;;) {
      const f = polytope.findNearest();
      const offset = planes[4 * f + 3];
      for (let i = 0; i < 3; i++) direction[i] = planes[4 * f + i];
      const slot = polytope.pointCount;
      const name = difference.calcSupport(points, slot);
      const k = STRIDE * slot;
      const upper = direction[0] * points[k] + direction[1] * points[k + 1] + direction[2] * points[k + 2];
      const isLast = upper - offset <= ROUNDING * scale || this.isCorner(f, name) || slot + 1 === MOST_POINTS;
      if (!isLast) {
        names[slot] = name;
        if (polytope.expand(f)) continue;
      }
      for (let i = 0; i < 3; i++) normal[i] = direction[i];
      this.depth = offset;
      return isLast && upper - offset <= ACCEPTED * scale && polytope.calcFoot(f, this.pointA);
    }
  }

  private isCorner(f: number, name: number): boolean {
    const { corners, names } = this.polytope;
    return names[corners[3 * f]] === name || names[corners[3 * f + 1]] === name || names[corners[3 * f + 2]] === name;
  }

  /** Adds a point off the point, the line or the plane of the first ones: the farthest of those along both sides of some directions. */
  private widen(count: number): boolean {
    const { difference, polytope } = this;
    const { points, names } = polytope;
    let best = 0;
    // Of a plane there are two sides only.
    const trials = count === 3 ? 2 : 6;
    for (let trial = 0; trial < trials; trial++) {
      this.chooseDirection(count, trial >> 1, (trial & 1) === 0 ? 1 : -1);
      const name = difference.calcSupport(points, 4);
      const height = this.calcHeight(count);
      // Written so that no number is no height: the direction may have been zero.
      if (!(height > best)) continue;
      best = height;
      names[count] = name;
      for (let i = 0; i < STRIDE; i++) points[STRIDE * count + i] = points[STRIDE * 4 + i];
    }
    return best > FLAT * difference.scale;
  }

  /** Directions across what the first points span. */
  private chooseDirection(count: number, trial: number, sign: number): void {
    const { points: p } = this.polytope;
    const { direction: d } = this.difference;
    d[0] = d[1] = d[2] = 0;
    if (count === 1) {
      d[trial] = sign;
      return;
    }
    const x = p[STRIDE] - p[0];
    const y = p[STRIDE + 1] - p[1];
    const z = p[STRIDE + 2] - p[2];
    if (count === 3) {
      const u = p[2 * STRIDE] - p[0];
      const v = p[2 * STRIDE + 1] - p[1];
      const w = p[2 * STRIDE + 2] - p[2];
      d[0] = sign * (y * w - z * v);
      d[1] = sign * (z * u - x * w);
      d[2] = sign * (x * v - y * u);
      return;
    }
    // The edge times the axis `trial`; one of the three may be along it, and gives nothing.
    d[(trial + 1) % 3] = sign * (trial === 0 ? z : trial === 1 ? x : y);
    d[(trial + 2) % 3] = -sign * (trial === 0 ? y : trial === 1 ? z : x);
  }

  /** How far the point on trial is from the point, the line or the plane of the first ones. */
  private calcHeight(count: number): number {
    const { points: p } = this.polytope;
    const k = STRIDE * 4;
    const a = p[k] - p[0];
    const b = p[k + 1] - p[1];
    const c = p[k + 2] - p[2];
    if (count === 1) return Math.sqrt(a * a + b * b + c * c);
    const x = p[STRIDE] - p[0];
    const y = p[STRIDE + 1] - p[1];
    const z = p[STRIDE + 2] - p[2];
    if (count === 2) {
      const u = b * z - c * y;
      const v = c * x - a * z;
      const w = a * y - b * x;
      return Math.sqrt((u * u + v * v + w * w) / (x * x + y * y + z * z));
    }
    const u = p[2 * STRIDE] - p[0];
    const v = p[2 * STRIDE + 1] - p[1];
    const w = p[2 * STRIDE + 2] - p[2];
    const nx = y * w - z * v;
    const ny = z * u - x * w;
    const nz = x * v - y * u;
    return Math.abs(a * nx + b * ny + c * nz) / Math.sqrt(nx * nx + ny * ny + nz * nz);
  }
}
