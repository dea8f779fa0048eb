import { type MinkowskiDifference, STRIDE } from "./MinkowskiDifference.ts";
import { Simplex } from "./Simplex.ts";

/** How a descent ended: apart, with matching bounds of the distance; overlapping; or neither is certain. */
export const APART = 1;
export const INSIDE = 2;
export const UNSURE = 3;

const STEPS = 200;
/** Bounds of the distance that are closer than this part of the scale cannot come closer. */
const ROUNDING = 1e-15;
/** Closer to the origin than this part of the scale is touching: the way to it has no direction any more. */
const TOUCHING = 1e-13;

/*
 * The nearest point v of the simplex is an upper bound |v| of the distance; the plane across v through the farthest point w
 * towards the origin is a lower bound v·w/|v|. The farthest point joins the simplex until both agree, or the simplex
 * contains the origin.
 */
/** The algorithm of Gilbert, Johnson and Keerthi [Gilbert]: the point of a Minkowski difference nearest to the origin. */
export class SimplexDescent {
  readonly simplex = new Simplex();
  /** Lower bound of the distance, m. */
  lower = Number.NaN;
  private readonly difference: MinkowskiDifference;

  constructor(difference: MinkowskiDifference) {
    this.difference = difference;
  }

  /** Begins anew, at the farthest point against `direction`. */
  startFrom(direction: Float64Array): void {
    const { simplex, difference } = this;
    for (let i = 0; i < 3; i++) difference.direction[i] = -direction[i];
    simplex.names[0] = difference.calcSupport(simplex.points, 0);
    simplex.count = 1;
    simplex.reduce();
  }

  /** Goes on with the vertices of the last solution, where they are now. */
  resume(): void {
    const { simplex, difference } = this;
    for (let k = 0; k < simplex.count; k++) difference.calcBranch(simplex.names[k], simplex.points, k);
    simplex.reduce();
  }

  /** Descends from where `startFrom` or `resume` began, or from where it stopped, until the bounds are as close as wanted. */
  run(wanted: number, accepted: number): number {
    const { simplex, difference } = this;
    const { direction, scale } = difference;
    const { points, names, v } = simplex;
    const touching = TOUCHING * scale;
    const close = Math.max(wanted, ROUNDING) * scale;
    this.lower = Number.NEGATIVE_INFINITY;
    for (let step = 0; step < STEPS; step++) {
      const square = simplex.square;
      if (!(square > touching * touching)) return INSIDE;
      const length = Math.sqrt(square);
      direction[0] = -v[0];
      direction[1] = -v[1];
      direction[2] = -v[2];
      const count = simplex.count;
      const name = difference.calcSupport(points, count);
      const k = STRIDE * count;
      const lower = (v[0] * points[k] + v[1] * points[k + 1] + v[2] * points[k + 2]) / length;
      if (lower > this.lower) this.lower = lower;
      if (length - lower <= close || (difference.isPolyhedral && isKnown(names, count, name))) break;
      names[count] = name;
      simplex.count = count + 1;
      if (!simplex.reduce()) return INSIDE;
      if (simplex.square >= square) break;
    }
    return Math.sqrt(simplex.square) - this.lower <= Math.max(close, accepted * scale) ? APART : UNSURE;
  }
}

function isKnown(names: Int32Array, count: number, name: number): boolean {
  for (let k = 0; k < count; k++) if (names[k] === name) return true;
  return false;
}
