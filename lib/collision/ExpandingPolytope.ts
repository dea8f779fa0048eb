import { STRIDE } from "./MinkowskiDifference.ts";
import { calcAreas, crossEdges, squareOf } from "./triangles.ts";

/** Room for points and for triangles: a closed surface on n points has 2 n − 4 of them. */
export const MOST_POINTS = 320;
const MOST_FACES = 2 * MOST_POINTS;
/** How much farther a corner may be from a plane that the foot of the origin is looked for in. */
const FOOT = 100;

/**
 * A closed surface of triangles on points of a Minkowski difference, which grows by a point at a time. Edge i of triangle f is
 * number 3 f + i and goes from its corner i to the next; `twins` holds the number of the same edge in the triangle beyond.
 */
export class ExpandingPolytope {
  readonly points = new Float64Array(STRIDE * MOST_POINTS);
  readonly names = new Int32Array(MOST_POINTS);
  pointCount = 0;
  readonly corners = new Int32Array(3 * MOST_FACES);
  readonly twins = new Int32Array(3 * MOST_FACES);
  /** Unit normal, outwards, and distance from the origin; negative if the origin is outside. */
  readonly planes = new Float64Array(4 * MOST_FACES);
  /** Numbers of the triangles that are there; those of the others follow them. */
  readonly faces = Int32Array.from({ length: MOST_FACES }, (_, f) => f);
  faceCount = 0;
  private readonly places = this.faces.slice();
  /** Triangles that the newest point sees: they stay until the search is over, which goes over their edges. */
  private readonly isRemoved = new Uint8Array(MOST_FACES);
  private readonly removed = new Int32Array(MOST_FACES);
  private removedCount = 0;
  private readonly shares = new Float64Array(3);
  private readonly normal = new Float64Array(3);
  private readonly foot = new Float64Array(3);
  /** Of the rim of the hole, while a point is added: the first triangle made and the last; 0 or more if the rim is one. */
  private first = -1;
  private last = -1;
  private isBroken = false;
  /** Points nearer to a plane than this are in it, m. */
  flat = Number.NaN;

  /** The tetrahedron of the first four points; false if it has no volume. */
  start(): boolean {
    this.faceCount = 0;
    this.pointCount = 4;
    const side = this.findSide();
    if (side === 0) return false;
    const b = side < 0 ? 1 : 2;
    const c = 3 - b;
    const f0 = this.addFace(0, b, c);
    const f1 = this.addFace(0, 3, b);
    const f2 = this.addFace(b, 3, c);
    const f3 = this.addFace(c, 3, 0);
    this.join(3 * f0, 3 * f1 + 2);
    this.join(3 * f0 + 1, 3 * f2 + 2);
    this.join(3 * f0 + 2, 3 * f3 + 2);
    this.join(3 * f1 + 1, 3 * f2);
    this.join(3 * f2 + 1, 3 * f3);
    this.join(3 * f3 + 1, 3 * f1);
    return this.calcPlane(f0) && this.calcPlane(f1) && this.calcPlane(f2) && this.calcPlane(f3);
  }

  /** Planes of all triangles, after the points have moved; false if the origin is no longer inside of all of them. */
  recalcPlanes(): boolean {
    for (let k = 0; k < this.faceCount; k++) {
      const f = this.faces[k];
      if (!this.calcPlane(f) || !(this.planes[4 * f + 3] >= 0)) return false;
    }
    return true;
  }

  /** The triangle whose plane is nearest to the origin, in the sense of the sign. */
  findNearest(): number {
    const { planes, faces } = this;
    let found = faces[0];
    let least = planes[4 * found + 3];
    for (let k = 1; k < this.faceCount; k++) {
      const f = faces[k];
      const offset = planes[4 * f + 3];
      if (offset < least) {
        least = offset;
        found = f;
      }
    }
    return found;
  }

  /** Joins the newest point, which is outside of triangle f, to the surface; false if rounding spoilt it. */
  expand(f: number): boolean {
    const apex = this.pointCount++;
    this.first = this.last = -1;
    this.isBroken = false;
    this.removedCount = 0;
    this.mark(f);
    this.cross(3 * f, apex);
    this.cross(3 * f + 1, apex);
    this.cross(3 * f + 2, apex);
    this.removeMarked();
    if (this.isBroken || this.first < 0) return false;
    const { corners, first, last } = this;
    if (corners[3 * last + 1] !== corners[3 * first]) return false;
    this.join(3 * last + 1, 3 * first + 2);
    return true;
  }

  /** Goes over an edge of a triangle that was taken away: takes the one beyond too if the apex sees it, or makes a new one. */
  private cross(edge: number, apex: number): void {
    const { twins, corners, planes, points } = this;
    const twin = twins[edge];
    const f = (twin / 3) | 0;
    if (this.isRemoved[f] === 1 || this.isBroken) return;
    const p = STRIDE * apex;
    const q = 4 * f;
    const height =
      planes[q] * points[p] + planes[q + 1] * points[p + 1] + planes[q + 2] * points[p + 2] - planes[q + 3];
    if (height > this.flat) {
      this.mark(f);
      const i = twin - 3 * f;
      this.cross(3 * f + ((i + 1) % 3), apex);
      this.cross(3 * f + ((i + 2) % 3), apex);
      return;
    }
    if (this.faceCount === MOST_FACES) {
      this.isBroken = true;
      return;
    }
    const from = corners[3 * f + ((twin - 3 * f + 1) % 3)];
    const to = corners[twin];
    const made = this.addFace(from, to, apex);
    this.join(3 * made, twin);
    if (!this.calcPlane(made)) {
      // The apex is on the line of the edge: the triangle has no width and counts as a part of the one beyond.
      for (let i = 0; i < 4; i++) planes[4 * made + i] = planes[q + i];
    }
    if (this.last < 0) this.first = made;
    else {
      if (corners[3 * this.last + 1] !== from) this.isBroken = true;
      this.join(3 * this.last + 1, 3 * made + 2);
    }
    this.last = made;
  }

  /**
   * Where on A the foot of the origin on the plane of triangle f comes from. A face of the difference may be cut into several
   * triangles: the foot is in this one or in one beside it in the same plane, and the walk goes there.
   */
  calcFoot(f: number, out: Float64Array): boolean {
    const { corners, points: p, planes, twins, shares, normal: n, foot } = this;
    const depth = planes[4 * f + 3];
    for (let i = 0; i < 3; i++) {
      n[i] = planes[4 * f + i];
      foot[i] = depth * n[i];
    }
    let at = f;
    for (let step = 0; step < 30; step++) {
      calcAreas(p, corners, 3 * at, n, foot, shares);
      let least = shares[1] < shares[0] ? 1 : 0;
      if (shares[2] < shares[least]) least = 2;
      const twin = twins[3 * at + ((least + 1) % 3)];
      const beyond = (twin / 3) | 0;
      const k = STRIDE * corners[3 * beyond + ((twin - 3 * beyond + 2) % 3)];
      const isFlat = Math.abs(n[0] * p[k] + n[1] * p[k + 1] + n[2] * p[k + 2] - depth) <= FOOT * this.flat;
      if (shares[least] >= 0 || step === 29 || !isFlat) break;
      at = beyond;
    }
    const sum = Math.max(0, shares[0]) + Math.max(0, shares[1]) + Math.max(0, shares[2]);
    if (!(sum > 0)) return false;
    out[0] = out[1] = out[2] = 0;
    for (let k = 0; k < 3; k++) {
      const share = Math.max(0, shares[k]) / sum;
      const from = STRIDE * corners[3 * at + k] + 3;
      for (let i = 0; i < 3; i++) out[i] += share * p[from + i];
    }
    return true;
  }

  private addFace(a: number, b: number, c: number): number {
    const f = this.faces[this.faceCount++];
    this.isRemoved[f] = 0;
    this.corners[3 * f] = a;
    this.corners[3 * f + 1] = b;
    this.corners[3 * f + 2] = c;
    return f;
  }

  private join(edge: number, twin: number): void {
    this.twins[edge] = twin;
    this.twins[twin] = edge;
  }

  private mark(f: number): void {
    this.isRemoved[f] = 1;
    this.removed[this.removedCount++] = f;
  }

  private removeMarked(): void {
    const { faces, places, removed } = this;
    for (let k = 0; k < this.removedCount; k++) {
      const f = removed[k];
      const place = places[f];
      const other = faces[--this.faceCount];
      faces[place] = other;
      places[other] = place;
      faces[this.faceCount] = f;
      places[f] = this.faceCount;
    }
  }

  /** On which side of the first three points the fourth one is: 1 where they run anticlockwise, −1 behind, 0 in the plane. */
  private findSide(): number {
    const { points: p, normal: n } = this;
    const k = 3 * STRIDE;
    crossEdges(p, 0, 1, 2, n);
    const volume = (p[k] - p[0]) * n[0] + (p[k + 1] - p[1]) * n[1] + (p[k + 2] - p[2]) * n[2];
    return volume > 0 ? 1 : volume < 0 ? -1 : 0;
  }

  /** False if the triangle has no width. */
  private calcPlane(f: number): boolean {
    const { points: p, corners, planes, normal: n } = this;
    const a = corners[3 * f];
    const b = corners[3 * f + 1];
    const c = corners[3 * f + 2];
    crossEdges(p, a, b, c, n);
    const area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    // Less than rounding leaves of the product of two sides.
    if (!(area > 4e-16 * Math.sqrt(squareOf(p, a, b) * squareOf(p, a, c)))) return false;
    const i = STRIDE * a;
    const x = n[0] / area;
    const y = n[1] / area;
    const z = n[2] / area;
    planes[4 * f] = x;
    planes[4 * f + 1] = y;
    planes[4 * f + 2] = z;
    planes[4 * f + 3] = x * p[i] + y * p[i + 1] + z * p[i + 2];
    return true;
  }
}
