import { STRIDE } from "./MinkowskiDifference.ts";
import { calcAreas, crossEdges, squareOf } from "./triangles.ts";

/**
 * A triangle lower than this part of its distance from the origin is taken for its edges: its plane would be tilted by
 * rounding, and the way to its inside is no shorter to the last digit.
 */
const SLIVER = 1e-10;

/*
 * The point of a simplex nearest to the origin lies on a face that the origin sees, or the origin is inside. So a
 * tetrahedron asks its visible triangles, a triangle with the foot of the origin outside asks the edges on that side, and the
 * shortest answer counts. All differences are taken relative to a corner or to the foot: small simplices far from the
 * origin, which smooth shapes end in, keep their digits.
 */
/** Up to four points of a Minkowski difference, and the point of their hull that is nearest to the origin. */
export class Simplex {
  /** Room for one point more: a new one is tried before it is kept. */
  readonly points = new Float64Array(STRIDE * 5);
  readonly names = new Int32Array(5);
  count = 0;
  /** The nearest point, and its square length. */
  readonly v = new Float64Array(3);
  square = Number.NaN;
  /** Shares of the points in the nearest one. */
  readonly shares = new Float64Array(4);
  /** The best so far of one search: square, point, shares; how many points, which. */
  private readonly best = new Float64Array(7);
  private readonly chosen = new Int32Array(4);
  /** Of the triangle that is looked at: its corners, its normal, the foot of the origin and the areas around it. */
  private readonly corners = new Int32Array(3);
  private readonly normal = new Float64Array(3);
  private readonly foot = new Float64Array(3);
  private readonly areas = new Float64Array(3);

  /** Finds the nearest point and keeps the points it depends on; false if the origin is inside of a tetrahedron. */
  reduce(): boolean {
    const { best, chosen, points, names, v, shares } = this;
    best[0] = Number.POSITIVE_INFINITY;
    if (this.count === 4) {
      // The side without the newest point faces away: the search came from there.
      const isOutside = +this.trySide(0, 1, 3, 2) | +this.trySide(0, 2, 3, 1) | +this.trySide(1, 2, 3, 0);
      if (isOutside === 0) return false;
    } else if (this.count === 3) this.tryTriangle(0, 1, 2);
    else if (this.count === 2) this.tryEdge(0, 1);
    else this.tryPoint(0);
    const count = chosen[0];
    for (let k = 0; k < count; k++) {
      const from = chosen[k + 1];
      shares[k] = best[4 + k];
      if (from === k) continue;
      names[k] = names[from];
      for (let i = 0; i < STRIDE; i++) points[STRIDE * k + i] = points[STRIDE * from + i];
    }
    this.count = count;
    v[0] = best[1];
    v[1] = best[2];
    v[2] = best[3];
    this.square = best[0];
    return true;
  }

  /** Where on A the nearest point comes from. */
  calcPointA(out: Float64Array): void {
    const { points, shares } = this;
    for (let i = 0; i < 3; i++) {
      out[i] = 0;
      for (let k = 0; k < this.count; k++) out[i] += shares[k] * points[STRIDE * k + 3 + i];
    }
  }

  private tryPoint(a: number): void {
    const { points: p, best, chosen } = this;
    const i = STRIDE * a;
    const square = p[i] * p[i] + p[i + 1] * p[i + 1] + p[i + 2] * p[i + 2];
    if (square >= best[0]) return;
    best[0] = square;
    best[1] = p[i];
    best[2] = p[i + 1];
    best[3] = p[i + 2];
    best[4] = 1;
    chosen[0] = 1;
    chosen[1] = a;
  }

  private tryEdge(a: number, b: number): void {
    const { points: p, best, chosen } = this;
    const i = STRIDE * a;
    const j = STRIDE * b;
    const ex = p[j] - p[i];
    const ey = p[j + 1] - p[i + 1];
    const ez = p[j + 2] - p[i + 2];
    const ee = ex * ex + ey * ey + ez * ez;
    const s = -(p[i] * ex + p[i + 1] * ey + p[i + 2] * ez) / ee;
    if (!(s > 0) || s >= 1) {
      this.tryPoint(s >= 1 ? b : a);
      return;
    }
    let x = p[i] + s * ex;
    let y = p[i + 1] + s * ey;
    let z = p[i + 2] + s * ez;
    // Rounding leaves a part along the edge, which would tilt the direction of a short way.
    const along = (x * ex + y * ey + z * ez) / ee;
    x -= along * ex;
    y -= along * ey;
    z -= along * ez;
    const square = x * x + y * y + z * z;
    if (square >= best[0]) return;
    best[0] = square;
    best[1] = x;
    best[2] = y;
    best[3] = z;
    best[4] = 1 - s;
    best[5] = s;
    chosen[0] = 2;
    chosen[1] = a;
    chosen[2] = b;
  }

  private tryTriangle(a: number, b: number, c: number): void {
    const { points: p, best, chosen, corners, normal: n, foot, areas } = this;
    crossEdges(p, a, b, c, n);
    const i = STRIDE * a;
    const nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    const longest = Math.max(squareOf(p, a, b), squareOf(p, a, c), squareOf(p, b, c));
    const size = p[i] * p[i] + p[i + 1] * p[i + 1] + p[i + 2] * p[i + 2] + longest;
    if (!(nn > SLIVER * SLIVER * longest * size)) {
      this.tryEdge(a, b);
      this.tryEdge(a, c);
      this.tryEdge(b, c);
      return;
    }
    const share = (p[i] * n[0] + p[i + 1] * n[1] + p[i + 2] * n[2]) / nn;
    const x = share * n[0];
    const y = share * n[1];
    const z = share * n[2];
    foot[0] = x;
    foot[1] = y;
    foot[2] = z;
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
    calcAreas(p, corners, 0, n, foot, areas);
    const la = areas[0];
    const lb = areas[1];
    const lc = areas[2];
    if (la > 0 && lb > 0 && lc > 0) {
      const square = x * x + y * y + z * z;
      if (square >= best[0]) return;
      const sum = 1 / (la + lb + lc);
      best[0] = square;
      best[1] = x;
      best[2] = y;
      best[3] = z;
      best[4] = la * sum;
      best[5] = lb * sum;
      best[6] = lc * sum;
      chosen[0] = 3;
      chosen[1] = a;
      chosen[2] = b;
      chosen[3] = c;
      return;
    }
    if (la <= 0) this.tryEdge(b, c);
    if (lb <= 0) this.tryEdge(a, c);
    if (lc <= 0) this.tryEdge(a, b);
  }

  /** Asks the triangle a, b, c if the origin is not on the side of d. */
  private trySide(a: number, b: number, c: number, d: number): boolean {
    const { points: p, normal: n } = this;
    const i = STRIDE * a;
    const l = STRIDE * d;
    crossEdges(p, a, b, c, n);
    const origin = -(p[i] * n[0] + p[i + 1] * n[1] + p[i + 2] * n[2]);
    const opposite = (p[l] - p[i]) * n[0] + (p[l + 1] - p[i + 1]) * n[1] + (p[l + 2] - p[i + 2]) * n[2];
    if (origin * opposite > 0) return false;
    this.tryTriangle(a, b, c);
    return true;
  }
}
