import type { ConvexShape } from "./ConvexShape.ts";
import type { Polyhedron } from "./hull/Polyhedron.ts";
import { type MinkowskiDifference, STRIDE } from "./MinkowskiDifference.ts";
import type { NormalPolish } from "./NormalPolish.ts";
import { SimplexDescent } from "./SimplexDescent.ts";

/** Directions spread evenly by the golden angle, for shapes that are not polyhedra. */
const SPREAD = 500;

/**
 * The signed distance by trying directions, slowly: of two polyhedra all normals of faces and all products of edges, which
 * are all there can be where they overlap; of others many directions, each improved by Newton's method. Where a direction
 * separates the shapes, a descent from there finds the distance. It always has an answer.
 */
export class RobustSearch {
  /** From A to B, in the axes of A. */
  readonly normal = new Float64Array(3);
  readonly pointA = new Float64Array(3);
  distance = Number.NaN;
  private readonly difference: MinkowskiDifference;
  private readonly polish: NormalPolish;
  private readonly descent: SimplexDescent;
  private readonly point = new Float64Array(STRIDE);
  private readonly trial = new Float64Array(3);

  constructor(difference: MinkowskiDifference, polish: NormalPolish) {
    this.difference = difference;
    this.polish = polish;
    this.descent = new SimplexDescent(difference);
  }

  /** `hint` is the best direction that other searches have found, or zero. */
  calc(hint: Float64Array): void {
    this.distance = Number.NEGATIVE_INFINITY;
    this.trial.set(hint);
    this.judge();
    const { a, b } = this.difference;
    if (a.polyhedron && b.polyhedron) this.tryAxes(a.polyhedron, b.polyhedron);
    else this.trySpread();
    if (this.distance > 0) this.descend();
  }

  /**
   * Keeps the direction in `trial`, of any length, if the shapes are farther apart along it than along all before. Returns
   * the name of the branch that is farthest along it.
   */
  private judge(): number {
    const { trial, normal, pointA, point, difference } = this;
    const length = Math.sqrt(trial[0] * trial[0] + trial[1] * trial[1] + trial[2] * trial[2]);
    if (!(length > 0)) return 0;
    for (let i = 0; i < 3; i++) difference.direction[i] = trial[i] / length;
    const n = difference.direction;
    const name = difference.calcSupport(point, 0);
    const value = -(n[0] * point[0] + n[1] * point[1] + n[2] * point[2]);
    if (!(value > this.distance)) return name;
    this.distance = value;
    for (let i = 0; i < 3; i++) {
      normal[i] = n[i];
      // Faces may meet anywhere: half way between the places that were found on A and on B.
      pointA[i] = point[3 + i] - 0.5 * (point[i] + value * n[i]);
    }
    return name;
  }

  private tryAxes(a: Polyhedron, b: Polyhedron): void {
    const { trial } = this;
    const { R } = this.difference;
    for (let f = 0; f < a.faceCount; f++) {
      for (let i = 0; i < 3; i++) trial[i] = a.planes[4 * f + i];
      this.judge();
    }
    for (let f = 0; f < b.faceCount; f++) {
      const n = b.planes.subarray(4 * f, 4 * f + 3);
      for (let i = 0; i < 3; i++) trial[i] = -(R[3 * i] * n[0] + R[3 * i + 1] * n[1] + R[3 * i + 2] * n[2]);
      this.judge();
    }
    const edgesB = listEdges(b).map((e) =>
      [0, 1, 2].map((i) => R[3 * i] * e[0] + R[3 * i + 1] * e[1] + R[3 * i + 2] * e[2]),
    );
    for (const [ux, uy, uz] of listEdges(a)) {
      for (const [vx, vy, vz] of edgesB) {
        for (const sign of [1, -1]) {
          trial[0] = sign * (uy * vz - uz * vy);
          trial[1] = sign * (uz * vx - ux * vz);
          trial[2] = sign * (ux * vy - uy * vx);
          // Products of parallel edges are rounding; faces take their place.
          if (Math.hypot(...trial) > 1e-9 * Math.hypot(ux, uy, uz) * Math.hypot(vx, vy, vz)) this.judge();
        }
      }
    }
  }

  private trySpread(): void {
    const { trial, polish } = this;
    for (let i = 0; i < SPREAD; i++) {
      const z = 1 - (2 * i + 1) / SPREAD;
      const angle = i * Math.PI * (3 - Math.sqrt(5));
      const r = Math.sqrt(1 - z * z);
      trial.set([r * Math.cos(angle), r * Math.sin(angle), z]);
      polish.start(trial);
      polish.addBranch(this.judge());
      polish.run();
      trial.set(polish.normal);
      this.judge();
    }
    for (const shape of [this.difference.a, this.difference.b]) this.tryFlat(shape, shape === this.difference.a);
  }

  /** Flat faces of one shape, whose normals no search comes upon: those of polyhedra, the ends of cylinders and cones. */
  private tryFlat({ polyhedron, kind, axis }: ConvexShape, isA: boolean): void {
    const { trial } = this;
    const { R } = this.difference;
    const normals: number[][] = [];
    for (let f = 0; polyhedron && f < polyhedron.faceCount; f++) {
      normals.push([...polyhedron.planes.subarray(4 * f, 4 * f + 3)]);
    }
    if (kind === "cylinder" || kind === "cone") {
      for (const sign of [1, -1]) normals.push([0, 1, 2].map((i) => (i === axis ? sign : 0)));
    }
    for (const n of normals) {
      if (isA) trial.set(n);
      else trial.set([0, 1, 2].map((i) => -(R[3 * i] * n[0] + R[3 * i + 1] * n[1] + R[3 * i + 2] * n[2])));
      this.judge();
    }
  }

  /** The nearest points of shapes that a direction separates, from there. */
  private descend(): void {
    const { descent, normal, pointA } = this;
    descent.startFrom(normal.map((x) => -x));
    descent.run(0, 0);
    const { simplex } = descent;
    const length = Math.sqrt(simplex.square);
    if (!(length > this.distance)) return;
    this.distance = length;
    for (let i = 0; i < 3; i++) normal[i] = -simplex.v[i] / length;
    simplex.calcPointA(pointA);
  }
}

/** Directions of the edges, each once. */
function listEdges({ vertices, neighbourStart, neighbours }: Polyhedron): number[][] {
  const out: number[][] = [];
  for (let i = 0; i + 1 < neighbourStart.length; i++) {
    for (const j of neighbours.subarray(neighbourStart[i], neighbourStart[i + 1])) {
      if (i < j) out.push([0, 1, 2].map((k) => vertices[3 * j + k] - vertices[3 * i + k]));
    }
  }
  return out;
}
