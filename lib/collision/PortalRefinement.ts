import { type MinkowskiDifference, STRIDE } from "./MinkowskiDifference.ts";
import type { NormalPolish } from "./NormalPolish.ts";
import { APART, type SimplexDescent } from "./SimplexDescent.ts";
import { calcAreas, crossEdges } from "./triangles.ts";

/** Places of the corners of the portal in the list of points. */
const PORTAL = Int32Array.of(1, 2, 3);

const STEPS = 200;
const ROUNDS = 50;
/** A portal that no point is farther out than this part of the scale is part of the surface. */
const ON_SURFACE = 1e-14;
/** How far the ray begins behind the origin, as a part of the depth. */
const BEHIND = 1e-3;

/*
 * A ray from a point inside of the Minkowski difference through the origin leaves it through some triangle of its points, the
 * portal. The farthest point along the normal of the portal divides it into three, of which the ray goes through one, until
 * the portal is on the surface. The origin is inside if it is behind that plane.
 *
 * Improved in three ways. The plane where the ray leaves is not the nearest one: the next ray goes from the origin along its
 * normal, which meets a plane that is no farther, until the ray is across its plane. So the depth is a least one among its
 * neighbours, if not always of all. Apart, the nearest point of the portal is where a descent to the nearest points
 * begins. And where the ray goes through a corner or an edge of the portal it is moved a little.
 */
/** Minkowski portal refinement [Snethen; Neumayr]: the way out of an overlap, with triangles only, from the centres of the shapes. */
export class PortalRefinement {
  /** From A to B, in the axes of A. */
  readonly normal = new Float64Array(3);
  readonly pointA = new Float64Array(3);
  distance = Number.NaN;
  private readonly difference: MinkowskiDifference;
  private readonly descent: SimplexDescent;
  private readonly polish: NormalPolish;
  /** Where the ray begins, the three corners of the portal, and the newest point. */
  private readonly points = new Float64Array(STRIDE * 5);
  private readonly names = new Int32Array(5);
  private count = 0;
  /** Normal of the portal, any length while it is looked for. */
  private readonly n = new Float64Array(3);
  private readonly shares = new Float64Array(3);
  private readonly foot = new Float64Array(3);
  private depth = Number.NaN;

  constructor(difference: MinkowskiDifference, descent: SimplexDescent, polish: NormalPolish) {
    this.difference = difference;
    this.descent = descent;
    this.polish = polish;
  }

  /** After the poses of the difference were set. Whether an answer was found. */
  calc(): boolean {
    const { points: p, difference, n } = this;
    difference.calcCenter(p);
    this.distance = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      this.count = 0;
      let isHit = this.findPortal();
      for (let k = 1; k < 4 && this.count < 4 && isHit; k++) {
        // Through a corner or an edge: aside by a little, another way each time.
        for (let i = 0; i < 3; i++) p[i] += 1e-7 * k * difference.scale * (1 + ((i + k) % 3));
        isHit = this.findPortal();
      }
      if (!isHit || !this.refine()) return round === 0 ? this.descend() : true;
      if (-this.depth <= this.distance + 1e-15 * difference.scale) return true;
      this.keep();
      for (let i = 0; i < 3; i++) p[i] = -BEHIND * this.depth * n[i];
    }
    return true;
  }

  /** Three points that the ray goes between; false if the origin is seen to be outside, fewer than three if it is met on the way. */
  private findPortal(): boolean {
    const { points: p, n } = this;
    this.count = 1;
    for (let i = 0; i < 3; i++) n[i] = -p[i];
    if (!this.add(1)) return false;
    this.cross(1, 0);
    if (n[0] === 0 && n[1] === 0 && n[2] === 0) return true;
    if (!this.add(2)) return false;
    crossEdges(p, 0, 1, 2, n);
    if (n[0] * p[0] + n[1] * p[1] + n[2] * p[2] > 0) {
      this.swap();
      for (let i = 0; i < 3; i++) n[i] = -n[i];
    }
    for (let step = 0; step < STEPS; step++) {
      if (!this.add(3)) return false;
      if (this.isBehind(1, 3)) {
        this.copy(3, 2);
        crossEdges(p, 0, 1, 2, n);
      } else if (this.isBehind(3, 2)) {
        this.copy(3, 1);
        crossEdges(p, 0, 1, 2, n);
      } else {
        this.count = 4;
        return true;
      }
    }
    return true;
  }

  /** Moves the portal outwards to the surface; whether the origin is behind it. */
  private refine(): boolean {
    const { points: p, n, difference } = this;
    if (this.count < 4) return false;
    for (let step = 0; step < STEPS; step++) {
      crossEdges(p, 1, 2, 3, n);
      const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      if (!(length > 0)) return false;
      for (let i = 0; i < 3; i++) n[i] /= length;
      this.depth = n[0] * p[STRIDE] + n[1] * p[STRIDE + 1] + n[2] * p[STRIDE + 2];
      if (!this.add(4)) return false;
      const k = 4 * STRIDE;
      const beyond = n[0] * p[k] + n[1] * p[k + 1] + n[2] * p[k + 2] - this.depth;
      if (beyond <= ON_SURFACE * difference.scale) break;
      // Which of the three parts the ray goes through.
      if (this.isBefore(1)) this.copy(4, this.isBefore(2) ? 1 : 3);
      else this.copy(4, this.isBefore(3) ? 2 : 1);
    }
    return this.depth >= 0;
  }

  /** Keeps the plane of the portal, or what Newton's method makes of it. */
  private keep(): void {
    const { normal, pointA, n, points: p, polish, names, shares } = this;
    this.distance = -this.depth;
    for (let i = 0; i < 3; i++) normal[i] = n[i];
    this.calcShares();
    for (let i = 0; i < 3; i++) {
      pointA[i] = 0;
      for (let k = 0; k < 3; k++) pointA[i] += shares[k] * p[STRIDE * (k + 1) + 3 + i];
    }
    if (this.difference.isPolyhedral) return;
    polish.start(n);
    for (let k = 1; k < 4; k++) polish.addBranch(names[k]);
    if (polish.run() && polish.value <= this.depth) this.readPolish();
  }

  /** Shares of the corners of the portal in the foot of the origin. */
  private calcShares(): void {
    const { n, points: p, shares, foot } = this;
    for (let i = 0; i < 3; i++) foot[i] = this.depth * n[i];
    calcAreas(p, PORTAL, 0, n, foot, shares);
    for (let i = 0; i < 3; i++) shares[i] = Math.max(0, shares[i]);
    const sum = shares[0] + shares[1] + shares[2];
    for (let i = 0; i < 3; i++) shares[i] = sum > 0 ? shares[i] / sum : 1 / 3;
  }

  /** To the nearest points of shapes that are apart, from the corners of the portal that are known. */
  private descend(): boolean {
    const { descent, points: p, normal } = this;
    const { simplex } = descent;
    simplex.count = Math.max(1, Math.min(3, this.count - 1));
    for (let k = 0; k < simplex.count; k++) {
      simplex.names[k] = this.names[k + 1];
      for (let i = 0; i < STRIDE; i++) simplex.points[STRIDE * k + i] = p[STRIDE * (k + 1) + i];
    }
    if (!simplex.reduce() || descent.run(0, 1e-11) !== APART) return false;
    const length = Math.sqrt(simplex.square);
    this.distance = length;
    for (let i = 0; i < 3; i++) normal[i] = -simplex.v[i] / length;
    simplex.calcPointA(this.pointA);
    if (this.difference.isPolyhedral) return true;
    this.polish.start(normal);
    for (let k = 0; k < simplex.count; k++) this.polish.addBranch(simplex.names[k]);
    if (!this.polish.run() || !(this.polish.value < 0)) return false;
    this.readPolish();
    return true;
  }

  private readPolish(): void {
    const { polish, normal, pointA } = this;
    this.distance = -polish.value;
    for (let i = 0; i < 3; i++) {
      normal[i] = polish.normal[i];
      pointA[i] = polish.pointA[i];
    }
  }

  /** The farthest point along `n`; false if even that does not reach the origin, which is outside then. */
  private add(slot: number): boolean {
    const { n, points: p, difference } = this;
    for (let i = 0; i < 3; i++) difference.direction[i] = n[i];
    this.names[slot] = difference.calcSupport(p, slot);
    if (slot < 4) this.count = slot + 1;
    const k = STRIDE * slot;
    return n[0] * p[k] + n[1] * p[k + 1] + n[2] * p[k + 2] > 0;
  }

  /** `n = p_a × p_b`. */
  private cross(a: number, b: number): void {
    const { n, points: p } = this;
    const i = STRIDE * a;
    const j = STRIDE * b;
    n[0] = p[i + 1] * p[j + 2] - p[i + 2] * p[j + 1];
    n[1] = p[i + 2] * p[j] - p[i] * p[j + 2];
    n[2] = p[i] * p[j + 1] - p[i + 1] * p[j];
  }

  /** Whether the plane through the ray's line, origin and two corners has the beginning of the ray behind it. */
  private isBehind(a: number, b: number): boolean {
    const { points: p } = this;
    const i = STRIDE * a;
    const j = STRIDE * b;
    return (
      p[0] * (p[i + 1] * p[j + 2] - p[i + 2] * p[j + 1]) +
        p[1] * (p[i + 2] * p[j] - p[i] * p[j + 2]) +
        p[2] * (p[i] * p[j + 1] - p[i + 1] * p[j]) <
      0
    );
  }

  /** On which side of the plane of the ray and the newest point a corner is. */
  private isBefore(a: number): boolean {
    const { points: p } = this;
    const i = STRIDE * a;
    const k = STRIDE * 4;
    return (
      p[i] * (p[k + 1] * p[2] - p[k + 2] * p[1]) +
        p[i + 1] * (p[k + 2] * p[0] - p[k] * p[2]) +
        p[i + 2] * (p[k] * p[1] - p[k + 1] * p[0]) >
      0
    );
  }

  private copy(from: number, to: number): void {
    this.names[to] = this.names[from];
    for (let i = 0; i < STRIDE; i++) this.points[STRIDE * to + i] = this.points[STRIDE * from + i];
  }

  private swap(): void {
    this.copy(1, 4);
    this.copy(2, 1);
    this.copy(4, 2);
  }
}
