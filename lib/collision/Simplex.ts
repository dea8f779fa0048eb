import { STRIDE } from "./MinkowskiDifference.ts";

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
    const { points: p, best, chosen } = this;
    const i = STRIDE * a;
    const j = STRIDE * b;
    const k = STRIDE * c;
    const ux = p[j] - p[i];
    const uy = p[j + 1] - p[i + 1];
    const uz = p[j + 2] - p[i + 2];
    const vx = p[k] - p[i];
    const vy = p[k + 1] - p[i + 1];
    const vz = p[k + 2] - p[i + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const nn = nx * nx + ny * ny + nz * nz;
    const wx = vx - ux;
    const wy = vy - uy;
    const wz = vz - uz;
    const longest = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz);
    const size = p[i] * p[i] + p[i + 1] * p[i + 1] + p[i + 2] * p[i + 2] + longest;
    if (!(nn > SLIVER * SLIVER * longest * size)) {
      this.tryEdge(a, b);
      this.tryEdge(a, c);
      this.tryEdge(b, c);
      return;
    }
    const share = (p[i] * nx + p[i + 1] * ny + p[i + 2] * nz) / nn;
    const x = share * nx;
    const y = share * ny;
    const z = share * nz;
    const ax = p[i] - x;
    const ay = p[i + 1] - y;
    const az = p[i + 2] - z;
    const bx = p[j] - x;
    const by = p[j + 1] - y;
    const bz = p[j + 2] - z;
    const cx = p[k] - x;
    const cy = p[k + 1] - y;
    const cz = p[k + 2] - z;
    const la = nx * (by * cz - bz * cy) + ny * (bz * cx - bx * cz) + nz * (bx * cy - by * cx);
    const lb = nx * (cy * az - cz * ay) + ny * (cz * ax - cx * az) + nz * (cx * ay - cy * ax);
    const lc = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
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
    const { points: p } = this;
    const i = STRIDE * a;
    const j = STRIDE * b;
    const k = STRIDE * c;
    const l = STRIDE * d;
    const ux = p[j] - p[i];
    const uy = p[j + 1] - p[i + 1];
    const uz = p[j + 2] - p[i + 2];
    const vx = p[k] - p[i];
    const vy = p[k + 1] - p[i + 1];
    const vz = p[k + 2] - p[i + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const origin = -(p[i] * nx + p[i + 1] * ny + p[i + 2] * nz);
    const opposite = (p[l] - p[i]) * nx + (p[l + 1] - p[i + 1]) * ny + (p[l + 2] - p[i + 2]) * nz;
    if (origin * opposite > 0) return false;
    this.tryTriangle(a, b, c);
    return true;
  }
}
