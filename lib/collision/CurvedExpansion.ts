import { type ExpandingPolytope, MOST_POINTS } from "./ExpandingPolytope.ts";
import { type MinkowskiDifference, STRIDE } from "./MinkowskiDifference.ts";
import type { NormalPolish } from "./NormalPolish.ts";

/** Parts of the scale: the surface is near enough for Newton's method; bounds agree. */
const NEAR = 2e-3;
const ROUNDING = 1e-13;
/**
 * Triangles on the branches of a solution whose normals are within this of the cosine one from it belong to it, as long as
 * nothing contradicts.
 */
const ALIKE = 0.02;
/** Solutions that are remembered: shapes about one axis, or about one centre, have a whole ring or sphere of them. */
const MOST_SOLUTIONS = 160;

/*
 * A curved difference would need a great many triangles for twelve digits. So the surface only has to tell where the
 * nearest place may be; Newton's method finds each. What is left to look at are triangles that are nearer than the best
 * solution and face another way; they are refined until there are none.
 */
/** The way out of an overlap for shapes that are not both polyhedra. */
export class CurvedExpansion {
  /** The unit vector along which the shapes separate soonest, the depth, and where A is left. */
  readonly normal = new Float64Array(3);
  readonly pointA = new Float64Array(3);
  depth = Number.NaN;
  /** Of the triangle that is looked at: the farthest point along its normal. */
  private upper = Number.NaN;
  /** Whether the normal is a solution of Newton's method. */
  private isSolved = false;
  /** Normals of all solutions, which explain the triangles around them. */
  private readonly solutions = new Float64Array(3 * MOST_SOLUTIONS);
  /** Names of the branches that meet there, three each. */
  private readonly branches = new Int32Array(3 * MOST_SOLUTIONS);
  private solutionCount = 0;
  private alike = ALIKE;
  private readonly difference: MinkowskiDifference;
  private readonly polytope: ExpandingPolytope;
  private readonly polish: NormalPolish;

  constructor(difference: MinkowskiDifference, polytope: ExpandingPolytope, polish: NormalPolish) {
    this.difference = difference;
    this.polytope = polytope;
    this.polish = polish;
  }

  /** Goes on from the tetrahedron that the polytope is; whether nothing is left to look at. */
  run(): boolean {
    const { polytope, difference } = this;
    const { planes, points } = polytope;
    const { direction, scale } = difference;
    this.depth = Number.POSITIVE_INFINITY;
    this.isSolved = false;
    this.solutionCount = 0;
    this.alike = ALIKE;
    for (;;) {
      const f = this.findNearest();
      if (f < 0) {
        if (!this.findContradiction()) return this.isSolved || this.readPlane(polytope.findNearest());
        // A solution was believed to be alone and is not: less is believed of all.
        this.alike /= 8;
        this.solutionCount = 0;
        continue;
      }
      const offset = planes[4 * f + 3];
      for (let i = 0; i < 3; i++) direction[i] = planes[4 * f + i];
      const slot = polytope.pointCount;
      const name = difference.calcSupport(points, slot);
      const k = STRIDE * slot;
      const upper = direction[0] * points[k] + direction[1] * points[k + 1] + direction[2] * points[k + 2];
      if (upper - offset <= ROUNDING * scale) return this.readPlane(f);
      // A solution is not given up for rounding.
      if (upper < this.depth - (this.isSolved ? ROUNDING * scale : 0)) {
        this.depth = upper;
        this.keep(direction, points, k + 3);
      }
      if (upper - offset <= NEAR * scale) {
        this.upper = upper;
        this.tryPolish(f, name);
      }
      polytope.names[slot] = name;
      if (slot + 1 === MOST_POINTS || !polytope.expand(f)) {
        if (!this.isSolved) polytope.calcFoot(polytope.findNearest(), this.pointA);
        return false;
      }
    }
  }

  /** The branches that meet at the nearest place are those of the corners of the triangle and of the farthest point. */
  private tryPolish(f: number, name: number): void {
    const { polish, polytope, difference } = this;
    const { scale } = difference;
    const { planes, corners, names } = polytope;
    for (let i = 0; i < 3; i++) difference.direction[i] = planes[4 * f + i];
    polish.start(difference.direction);
    polish.addBranch(name);
    for (let i = 0; i < 3; i++) polish.addBranch(names[corners[3 * f + i]]);
    if (!polish.run() || !(polish.value <= this.upper + ROUNDING * scale)) return;
    if (this.solutionCount < MOST_SOLUTIONS) {
      const at = 3 * this.solutionCount++;
      for (let i = 0; i < 3; i++) {
        this.solutions[at + i] = polish.normal[i];
        this.branches[at + i] = polish.names[Math.min(i, polish.count - 1)];
      }
    }
    if (!(polish.value <= this.depth + ROUNDING * scale)) return;
    this.depth = polish.value;
    this.keep(polish.normal, polish.pointA, 0);
    this.isSolved = true;
  }

  /** A direction, and the point of A in the list that begins at `at`. */
  private keep(normal: Float64Array, points: Float64Array, at: number): void {
    this.isSolved = false;
    for (let i = 0; i < 3; i++) this.normal[i] = normal[i];
    for (let i = 0; i < 3; i++) this.pointA[i] = points[at + i];
  }

  /** The way out is across a flat or straight part, to rounding: its plane tells where. */
  private readPlane(f: number): boolean {
    const { polytope, normal } = this;
    this.depth = polytope.planes[4 * f + 3];
    for (let i = 0; i < 3; i++) normal[i] = polytope.planes[4 * f + i];
    return polytope.calcFoot(f, this.pointA);
  }

  /** The nearest triangle that no solution explains; −1 if there is none. */
  private findNearest(): number {
    const { polytope } = this;
    const { faces, planes } = polytope;
    let found = -1;
    let least = this.depth - ROUNDING * this.difference.scale;
    for (let k = 0; k < polytope.faceCount; k++) {
      const f = faces[k];
      if (planes[4 * f + 3] >= least || this.isExplained(f)) continue;
      least = planes[4 * f + 3];
      found = f;
    }
    return found;
  }

  /** Looks along the normals that were passed over: whether one of them is a shorter way out, or the best is no solution. */
  private findContradiction(): boolean {
    const { polytope, difference } = this;
    const { faces, planes, points } = polytope;
    const { direction: n, scale } = difference;
    if (this.solutionCount === 0) return false;
    if (!this.isSolved) return true;
    const k = STRIDE * polytope.pointCount;
    for (let i = 0; i < polytope.faceCount; i++) {
      const q = 4 * faces[i];
      if (planes[q + 3] >= this.depth - ROUNDING * scale) continue;
      for (let j = 0; j < 3; j++) n[j] = planes[q + j];
      difference.calcSupport(points, polytope.pointCount);
      if (n[0] * points[k] + n[1] * points[k + 1] + n[2] * points[k + 2] < this.depth - ROUNDING * scale) return true;
    }
    return false;
  }

  private isExplained(f: number): boolean {
    const { solutions: n } = this;
    const { planes } = this.polytope;
    for (let k = 0; k < 3 * this.solutionCount; k += 3) {
      const cosine = planes[4 * f] * n[k] + planes[4 * f + 1] * n[k + 1] + planes[4 * f + 2] * n[k + 2];
      if (cosine > 1 - this.alike && this.isOn(f, k)) return true;
    }
    return false;
  }

  /** Whether all corners of a triangle are on branches of the solution that begins at k. */
  private isOn(f: number, k: number): boolean {
    const { branches } = this;
    const { names, corners } = this.polytope;
    for (let i = 0; i < 3; i++) {
      const name = names[corners[3 * f + i]];
      if (name !== branches[k] && name !== branches[k + 1] && name !== branches[k + 2]) return false;
    }
    return true;
  }
}
