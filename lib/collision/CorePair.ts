import type { ConvexShape } from "./ConvexShape.ts";
import { CurvedExpansion } from "./CurvedExpansion.ts";
import { MinkowskiDifference } from "./MinkowskiDifference.ts";
import { NormalPolish } from "./NormalPolish.ts";
import { PolytopeExpansion } from "./PolytopeExpansion.ts";
import { PortalRefinement } from "./PortalRefinement.ts";
import { RobustSearch } from "./RobustSearch.ts";
import { APART, INSIDE, SimplexDescent, UNSURE } from "./SimplexDescent.ts";

/** What the last query left for the next one: nothing, nearest points, a surface around the origin, a normal. */
const NOTHING = 0;
const SIMPLEX = 1;
const SURFACE = 2;
const NORMAL = 3;

/** How distances without a formula are found. */
export type DistanceMethod = "gjk" | "mpr";

/** Parts of the scale: bounds of the distance that agree, of polyhedra and of others; near enough for Newton's method. */
const ACCEPTED = 1e-12;
const ACCEPTED_CURVED = 1e-10;
const NEAR = 1e-6;

/**
 * The signed distance of the cores of any two shapes, in the axes of A: by descent where they are apart, by expansion where
 * they overlap, both with bounds from below and above that have to agree; a robust search where they do not.
 */
export class CorePair {
  readonly difference: MinkowskiDifference;
  /** From A to B. */
  readonly normal = new Float64Array(3);
  readonly pointA = new Float64Array(3);
  distance = Number.NaN;
  /** How often the robust search was needed. */
  fallbackCount = 0;
  private memory = NOTHING;
  /** How far the cores are apart at most, where they are not certain to overlap. */
  private upper = Number.NaN;
  private readonly descent: SimplexDescent;
  private readonly expansion: PolytopeExpansion;
  private readonly polish: NormalPolish;
  private readonly curved: CurvedExpansion;
  private readonly robust: RobustSearch;
  private readonly portal: PortalRefinement | undefined;
  private readonly start = new Float64Array(3);

  constructor(a: ConvexShape, b: ConvexShape, method: DistanceMethod = "gjk") {
    this.difference = new MinkowskiDifference(a, b);
    this.descent = new SimplexDescent(this.difference);
    this.expansion = new PolytopeExpansion(this.difference);
    this.polish = new NormalPolish(this.difference);
    this.curved = new CurvedExpansion(this.difference, this.expansion.polytope, this.polish);
    this.robust = new RobustSearch(this.difference, this.polish);
    if (method === "mpr") this.portal = new PortalRefinement(this.difference, this.descent, this.polish);
  }

  /** The next query begins from nothing. */
  forget(): void {
    this.memory = NOTHING;
    this.normal.fill(0);
    this.difference.forget();
  }

  /** After the poses of the difference were set. */
  calc(): void {
    if (this.portal?.calc()) {
      this.distance = this.portal.distance;
      this.keep(this.portal.normal, this.portal.pointA);
      return;
    }
    if (this.resume()) return;
    if (this.memory !== SIMPLEX) this.begin();
    const state = this.difference.isPolyhedral ? this.descend() : this.descendCurved();
    if (state === APART) return;
    this.upper = state === INSIDE ? 0 : Math.sqrt(this.descent.simplex.square);
    // Points that are all in one place may not do for a start: others then.
    const isFound = this.expand() || (this.beginAnew() && this.expand());
    if (!isFound) this.search(!this.difference.isPolyhedral);
  }

  /** Everything anew by the slow way; `isHinted` says that the answer so far is a direction that separates no worse. */
  search(isHinted = false): void {
    this.fallbackCount++;
    this.memory = NOTHING;
    this.robust.calc(this.normal);
    // What an expansion has found, if not proved, has better points.
    if (isHinted && this.robust.distance <= this.distance + ACCEPTED * this.difference.scale) return;
    this.distance = this.robust.distance;
    this.keep(this.robust.normal, this.robust.pointA);
  }

  /** What was true at the last poses is tried first; whether that was all. */
  private resume(): boolean {
    const { expansion, descent, polish, normal } = this;
    if (this.memory === SURFACE) {
      if (expansion.resume() && expansion.run()) {
        this.distance = -expansion.depth;
        this.keep(expansion.normal, expansion.pointA);
        return true;
      }
      this.memory = NOTHING;
    } else if (this.memory === SIMPLEX) descent.resume();
    else if (this.memory === NORMAL) {
      // The branches are those of the last solution.
      for (let i = 0; i < 3; i++) polish.normal[i] = normal[i];
      if (polish.run() && polish.value < 0) {
        this.readPolish();
        return true;
      }
    }
    return false;
  }

  /** Along the line of the centres, or the last normal. */
  private begin(): void {
    const { start, normal } = this;
    if (this.memory === NORMAL) for (let i = 0; i < 3; i++) start[i] = -normal[i];
    else this.difference.calcCenter(start);
    if (start[0] === 0 && start[1] === 0 && start[2] === 0) start[0] = 1;
    this.descent.startFrom(start);
  }

  private beginAnew(): boolean {
    this.memory = NOTHING;
    this.begin();
    return true;
  }

  private descend(): number {
    const state = this.descent.run(0, ACCEPTED);
    this.memory = state === APART ? SIMPLEX : NOTHING;
    if (state === APART) this.readDescent();
    return state;
  }

  /** Until Newton's method takes over; where it does not, as far as rounding allows. */
  private descendCurved(): number {
    const { descent } = this;
    this.memory = NOTHING;
    let state = descent.run(NEAR, NEAR);
    if (state === INSIDE) return state;
    this.readDescent();
    if (this.tryPolish()) {
      this.memory = NORMAL;
      return APART;
    }
    state = descent.run(0, ACCEPTED_CURVED);
    if (state === INSIDE) return state;
    this.readDescent();
    if (this.tryPolish()) {
      this.memory = NORMAL;
      return APART;
    }
    // The direction of a very short way is vague; a surface around the place is not.
    return this.distance > NEAR * this.difference.scale ? state : UNSURE;
  }

  private readDescent(): void {
    const { simplex } = this.descent;
    const { normal } = this;
    const length = Math.sqrt(simplex.square);
    this.distance = length;
    for (let i = 0; i < 3; i++) normal[i] = -simplex.v[i] / length;
    simplex.calcPointA(this.pointA);
  }

  /**
   * Newton's method from where a descent ended. Of shapes that are apart its solution is the only one: the farthest points
   * along the normal are a bound from below, the mean of them one from above, and both are equal.
   */
  private tryPolish(): boolean {
    const { polish, descent, normal } = this;
    const { names, count } = descent.simplex;
    polish.start(normal);
    for (let k = 0; k < count; k++) polish.addBranch(names[k]);
    if (!polish.run() || !(polish.value < 0)) return false;
    this.readPolish();
    return true;
  }

  private readPolish(): void {
    const { polish } = this;
    this.distance = -polish.value;
    this.keep(polish.normal, polish.pointA);
  }

  /** From the points of the descent. */
  private expand(): boolean {
    const { expansion, curved, descent, difference } = this;
    if (!expansion.start(descent.simplex)) return false;
    if (difference.isPolyhedral) {
      if (!expansion.run()) return false;
      this.distance = -expansion.depth;
      this.keep(expansion.normal, expansion.pointA);
      this.memory = this.distance <= 0 ? SURFACE : NOTHING;
    } else {
      const isFound = curved.run();
      this.distance = -curved.depth;
      this.keep(curved.normal, curved.pointA);
      this.memory = NORMAL;
      if (!isFound) return false;
    }
    // Where the origin is outside, planes are a bound from below only.
    const accepted = difference.isPolyhedral ? ACCEPTED : ACCEPTED_CURVED;
    return this.distance <= 0 || this.upper - this.distance <= accepted * difference.scale;
  }

  private keep(normal: Float64Array, pointA: Float64Array): void {
    for (let i = 0; i < 3; i++) {
      this.normal[i] = normal[i];
      this.pointA[i] = pointA[i];
    }
  }
}
