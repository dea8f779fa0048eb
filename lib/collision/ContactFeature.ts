import type { ConvexShape } from "./ConvexShape.ts";
import { calcRimCorner, RIM_CORNERS } from "./calcRimCorner.ts";
import { findSupport } from "./findSupport.ts";
import type { Pose } from "./Pose.ts";

/** Numbers of the ends of a straight line on a flank; corners of rims have those below. */
export const LINE = 2 * RIM_CORNERS;

/**
 * What a core turns to a direction: a polygon (a face), a line (an edge, the axis of a capsule, the flank of a cylinder or a
 * cone) or a point. Corners are in world axes from a given origin, those of polygons anticlockwise seen from outside.
 */
export class ContactFeature {
  readonly shape: ConvexShape;
  /** 1: a point, 2: a line, else a polygon. */
  count = 0;
  readonly points: Float64Array;
  /** Names of the corners, the same from one query to the next as long as they are the same corners. */
  readonly names: Int32Array;
  /** Outwards, of a polygon; else the direction. */
  readonly normal = new Float64Array(3);
  /** Name of the polygon or the line as a whole; negative. */
  face = -1;
  /** Edges have names from here on. */
  readonly corners: number;
  private readonly own = new Float64Array(3);
  private readonly point = new Float64Array(3);

  constructor(shape: ConvexShape) {
    this.shape = shape;
    let most = RIM_CORNERS;
    const { polyhedron } = shape;
    for (let f = 0; polyhedron && f < polyhedron.faceCount; f++) {
      most = Math.max(most, polyhedron.faceStart[f + 1] - polyhedron.faceStart[f]);
    }
    this.points = new Float64Array(3 * most);
    this.names = new Int32Array(most);
    this.corners = Math.max(LINE + 2, shape.vertices.length / 3);
  }

  /** Name of the edge from corner k to the next. */
  getEdge(k: number): number {
    const a = this.names[k];
    const b = this.names[(k + 1) % this.count];
    return this.corners * (1 + Math.min(a, b)) + Math.max(a, b);
  }

  /** Finds what faces the unit vector `direction`; faces and lines count up to an angle with this sine. */
  find(direction: Float64Array, pose: Pose, origin: Float64Array, sine: number): void {
    const { own, normal, shape } = this;
    const { T } = pose;
    for (let i = 0; i < 3; i++) {
      own[i] = T[i] * direction[0] + T[3 + i] * direction[1] + T[6 + i] * direction[2];
      normal[i] = direction[i];
    }
    this.count = 0;
    if (shape.polyhedron) this.findFace(sine);
    else if (shape.kind === "cylinder" || shape.kind === "cone") this.findRound(sine);
    else if (shape.kind === "segment" && Math.abs(own[shape.axis]) < sine) this.addLine(0, 1, shape.vertices, 0, 3);
    if (this.count === 0) {
      this.face = -1;
      this.add(findSupport(shape, own, 0, this.point), this.point, 0);
    }
    this.place(pose, origin);
  }

  private findFace(sine: number): void {
    const { own: d, normal } = this;
    const { planes, faceCount, faceStart, faceVertices, vertices, neighbourStart, neighbours } = this.shape.polyhedron!;
    let best = 0;
    let most = -2;
    for (let f = 0; f < faceCount; f++) {
      const cosine = planes[4 * f] * d[0] + planes[4 * f + 1] * d[1] + planes[4 * f + 2] * d[2];
      if (cosine > most) {
        most = cosine;
        best = f;
      }
    }
    if (most > 0 && 1 - most * most <= sine * sine) {
      this.face = -1 - best;
      for (let k = faceStart[best]; k < faceStart[best + 1]; k++)
        this.add(faceVertices[k], vertices, 3 * faceVertices[k]);
      // In the shape's axes for now; `place` turns it.
      for (let i = 0; i < 3; i++) normal[i] = planes[4 * best + i];
      return;
    }
    const from = findSupport(this.shape, d, 0, this.point);
    let least = sine;
    let found = -1;
    for (let k = neighbourStart[from]; k < neighbourStart[from + 1]; k++) {
      const to = neighbours[k];
      const x = vertices[3 * to] - vertices[3 * from];
      const y = vertices[3 * to + 1] - vertices[3 * from + 1];
      const z = vertices[3 * to + 2] - vertices[3 * from + 2];
      const slope = Math.abs(x * d[0] + y * d[1] + z * d[2]) / Math.sqrt(x * x + y * y + z * z);
      if (slope >= least) continue;
      least = slope;
      found = to;
    }
    if (found >= 0)
      this.addLine(
        Math.min(from, found),
        Math.max(from, found),
        vertices,
        3 * Math.min(from, found),
        3 * Math.max(from, found),
      );
  }

  /** Ends and flanks of cylinders and cones. */
  private findRound(sine: number): void {
    const { own: d, point, normal } = this;
    const { axis, extents, kind } = this.shape;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const radius = extents[0];
    const half = extents[1];
    const across = Math.sqrt(d[u] * d[u] + d[v] * d[v]);
    const isUp = d[axis] > 0;
    if (across <= sine && (kind === "cylinder" || !isUp)) {
      this.face = isUp ? -2 : -1;
      for (let k = 0; k < RIM_CORNERS; k++) {
        const corner = isUp ? RIM_CORNERS + k : k;
        calcRimCorner(this.shape, corner, point);
        this.add(corner, point, 0);
      }
      normal[u] = normal[v] = 0;
      normal[axis] = isUp ? 1 : -1;
      return;
    }
    // The slope of the flank along the axis: none of a cylinder, r over the length of a cone.
    const side = Math.sqrt(radius * radius + 4 * half * half);
    const slope = kind === "cylinder" ? d[axis] : (2 * half * d[axis] - radius * across) / side;
    if (Math.abs(slope) >= sine || across === 0) return;
    this.face = -3;
    point[axis] = -half;
    point[u] = (radius * d[u]) / across;
    point[v] = (radius * d[v]) / across;
    this.add(LINE, point, 0);
    point[axis] = half;
    if (kind === "cone") point[u] = point[v] = 0;
    this.add(LINE + 1, point, 0);
  }

  private addLine(a: number, b: number, list: Float64Array, from: number, to: number): void {
    this.face = -1;
    this.add(a, list, from);
    this.add(b, list, to);
  }

  private add(name: number, list: Float64Array, at: number): void {
    this.names[this.count] = name;
    for (let i = 0; i < 3; i++) this.points[3 * this.count + i] = list[at + i];
    this.count++;
  }

  /** From the shape's axes to world axes. */
  private place({ r, T }: Pose, origin: Float64Array): void {
    const { points: p, normal } = this;
    for (let k = 0; k < 3 * this.count; k += 3) {
      const x = p[k];
      const y = p[k + 1];
      const z = p[k + 2];
      for (let i = 0; i < 3; i++) p[k + i] = r[i] - origin[i] + (T[3 * i] * x + T[3 * i + 1] * y + T[3 * i + 2] * z);
    }
    if (this.count < 3) return;
    const x = normal[0];
    const y = normal[1];
    const z = normal[2];
    for (let i = 0; i < 3; i++) normal[i] = T[3 * i] * x + T[3 * i + 1] * y + T[3 * i + 2] * z;
  }
}
