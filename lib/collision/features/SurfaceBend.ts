import type { ConvexShape } from "../ConvexShape.ts";
import { calcCurvature } from "../calcCurvature.ts";
import { findSupport } from "../findSupport.ts";
import type { Pose } from "../Pose.ts";
import { calcCross, calcDot } from "./FeaturePair.ts";

/** Corners that are this much nearer than others, by sizes, and directions this near to one another, are alike. */
const ALIKE = 1e-9;

/**
 * How a surface is bent where its outward normal is given: how far the point with that normal moves as the normal turns. On
 * round and pointed parts that is a symmetric matrix, `dx = H dn`; on a straight line nothing is said about the way along it, and
 * the normal does not turn along it; on a face the normal does not turn at all.
 */
export class SurfaceBend {
  kind: "round" | "line" | "face" = "round";
  /** `H` in world axes, of what is round: xx, yy, zz, xy, xz, yz. */
  readonly matrix = new Float64Array(6);
  /** Of a line: its direction in world axes, the one across it in the surface, and the radius across it. */
  readonly along = new Float64Array(3);
  readonly across = new Float64Array(3);
  radius = 0;
  private readonly shape: ConvexShape;
  private readonly d = new Float64Array(3);
  private readonly p = new Float64Array(3);
  private readonly own = new Float64Array(6);

  constructor(shape: ConvexShape) {
    this.shape = shape;
  }

  /** Finds it for the outward normal `sign n` at the surface's point `x`. */
  find(pose: Pose, n: Float64Array, sign: number, x: Float64Array): void {
    const { d, shape, own } = this;
    const { T } = pose;
    for (let i = 0; i < 3; i++) d[i] = sign * (T[i] * n[0] + T[3 + i] * n[1] + T[6 + i] * n[2]);
    own.fill(0);
    if (shape.vertices.length > 0) this.kind = this.findCorners();
    else if (shape.kind !== "ellipsoid") this.kind = this.findTurned(pose, x);
    else calcCurvature(shape, 0, d, own);
    if (this.kind === "line") {
      for (let i = 0; i < 3; i++)
        this.p[i] = T[3 * i] * this.along[0] + T[3 * i + 1] * this.along[1] + T[3 * i + 2] * this.along[2];
      this.along.set(this.p);
      calcCross(n, this.along, this.across);
      this.radius += shape.radius;
    } else this.place(T, n);
  }

  /** A corner, an edge or a face. */
  private findCorners(): SurfaceBend["kind"] {
    const { d, p, shape, along } = this;
    const { vertices } = shape;
    const from = findSupport(shape, d, 0, p);
    const most = calcDot(d, p);
    let count = 1;
    for (let i = 0; i < vertices.length; i += 3) {
      if (
        i === 3 * from ||
        most - (d[0] * vertices[i] + d[1] * vertices[i + 1] + d[2] * vertices[i + 2]) > ALIKE * shape.reach
      )
        continue;
      count++;
      for (let k = 0; k < 3; k++) along[k] = vertices[i + k] - p[k];
    }
    if (count === 1) return "round";
    this.radius = 0;
    const length = Math.sqrt(calcDot(along, along));
    for (let k = 0; k < 3; k++) along[k] /= length;
    return count === 2 ? "line" : "face";
  }

  /** Cylinders and cones: ends, rims, flanks, tips. */
  private findTurned({ r, T }: Pose, x: Float64Array): SurfaceBend["kind"] {
    const { d, p, own, shape, along } = this;
    const { axis, extents, kind } = shape;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const around = Math.sqrt(d[u] * d[u] + d[v] * d[v]);
    if (around < ALIKE && (kind === "cylinder" || d[axis] < 0)) return "face";
    const side = kind === "cone" ? Math.sqrt(extents[0] * extents[0] + 4 * extents[1] * extents[1]) : 1;
    const slope = kind === "cone" ? (2 * extents[1] * d[axis] - extents[0] * around) / side : d[axis];
    if (Math.abs(slope) > ALIKE) {
      calcCurvature(shape, slope > 0 ? 1 : 0, d, own);
      return "round";
    }
    for (let i = 0; i < 3; i++) p[i] = T[i] * (x[0] - r[0]) + T[3 + i] * (x[1] - r[1]) + T[6 + i] * (x[2] - r[2]);
    // Along the flank, from the rim towards the tip.
    along[axis] = around;
    along[u] = (-d[axis] * d[u]) / around;
    along[v] = (-d[axis] * d[v]) / around;
    const distance = kind === "cylinder" ? extents[0] : Math.sqrt(p[u] * p[u] + p[v] * p[v]);
    this.radius = distance / around;
    return "line";
  }

  /** `H` from the shape's axes to the world's, with what the rounding adds. */
  private place(T: Float64Array, n: Float64Array): void {
    const { own, matrix, shape } = this;
    for (let k = 0; k < 6; k++) {
      const i = k < 3 ? k : k === 5 ? 1 : 0;
      const j = k < 3 ? k : k === 3 ? 1 : 2;
      let sum = shape.radius * ((i === j ? 1 : 0) - n[i] * n[j]);
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) sum += T[3 * i + a] * T[3 * j + b] * own[a === b ? a : 2 + a + b];
      }
      matrix[k] = sum;
    }
  }

  /** Adds `factor · H u` to `out`, of what is round; of a line what goes across it. */
  addWay(u: Float64Array, factor: number, out: Float64Array): void {
    if (this.kind === "line") {
      const { across, radius } = this;
      const way = factor * radius * calcDot(across, u);
      for (let i = 0; i < 3; i++) out[i] += way * across[i];
      return;
    }
    const { matrix: m } = this;
    out[0] += factor * (m[0] * u[0] + m[3] * u[1] + m[4] * u[2]);
    out[1] += factor * (m[3] * u[0] + m[1] * u[1] + m[5] * u[2]);
    out[2] += factor * (m[4] * u[0] + m[5] * u[1] + m[2] * u[2]);
  }
}
