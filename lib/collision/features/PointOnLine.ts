import { CoreEdge } from "./CoreEdge.ts";
import { CorePoint } from "./CorePoint.ts";
import { CornerEdges } from "./CornerEdges.ts";
import { calcCross, calcDot, calcMaterialVelocity, FeaturePair } from "./FeaturePair.ts";
import { type BodyFrame, type PlacedShape, toBody } from "./PlacedShape.ts";

/**
 * A corner of one core beside an edge of the other, at least one of which is rounded: the ball at the end of a capsule on the
 * edge of a box. The foot `q` of the corner `p` runs along the edge, and the normal is along `p − q`.
 */
export class PointOnLine extends FeaturePair {
  private readonly edge: CoreEdge;
  private readonly point: CorePoint;
  private readonly isLineOfA: boolean;
  private readonly radiusOfLine: number;
  private readonly radiusOfPoint: number;
  /** Of the faces beside the edge: the unit vectors in them, away from it, own axes. */
  private readonly faces: readonly Float64Array[];
  private readonly corner: CornerEdges;
  private s = 0;
  private sRate = 0;
  private distance = 0;
  /** From the foot to the point, of length one, and how that turns. */
  private readonly way = new Float64Array(3);
  private readonly turn = new Float64Array(3);
  private readonly foot = new Float64Array(3);
  private readonly velocity = new Float64Array(3);
  private readonly footVelocity = new Float64Array(3);
  private readonly u = new Float64Array(3);

  /** `a` and `b` are the features: the code of the edge and the corner, or the other way round. */
  constructor(name: string, bodyA: PlacedShape, bodyB: PlacedShape, a: number, b: number, isLineOfA: boolean) {
    super(name);
    const [long, pointed] = isLineOfA ? [bodyA, bodyB] : [bodyB, bodyA];
    this.isLineOfA = isLineOfA;
    this.edge = new CoreEdge(long, isLineOfA ? a : b);
    this.point = new CorePoint(pointed, isLineOfA ? b : a);
    this.radiusOfLine = long.shape.radius;
    this.radiusOfPoint = pointed.shape.radius;
    this.faces = listInward(long, this.edge);
    this.corner = new CornerEdges(pointed, isLineOfA ? b : a);
  }

  override track(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { edge, point, isLineOfA, way, foot, radiusOfLine, radiusOfPoint } = this;
    edge.find(isLineOfA ? a : b);
    point.find(isLineOfA ? b : a, way, 1);
    let s = 0;
    for (let i = 0; i < 3; i++) s += edge.e[i] * (point.p[i] - edge.p[i]);
    this.s = s;
    for (let i = 0; i < 3; i++) {
      foot[i] = edge.p[i] + s * edge.e[i];
      way[i] = point.p[i] - foot[i];
    }
    this.distance = Math.sqrt(calcDot(way, way));
    const onLine = isLineOfA ? 0 : 3;
    const sign = isLineOfA ? 1 : -1;
    for (let i = 0; i < 3; i++) {
      way[i] /= this.distance;
      out[onLine + i] = foot[i] + radiusOfLine * way[i];
      out[3 - onLine + i] = point.p[i] - radiusOfPoint * way[i];
      out[6 + i] = sign * way[i];
    }
    out[18] = this.distance - radiusOfLine - radiusOfPoint;
  }

  /** `ṡ = e·(ṗ − v(q)) + (p − q)·[ω, e]`, from `(p − q)·e = 0`. */
  private calcRates(a: BodyFrame, b: BodyFrame): void {
    const { edge, point, isLineOfA, way, turn, foot, velocity, footVelocity, u } = this;
    const long = isLineOfA ? a : b;
    point.calcVelocity(isLineOfA ? b : a, way, turn, 1);
    calcMaterialVelocity(long, foot, 0, velocity);
    calcCross(long.w, edge.e, u);
    this.sRate = this.distance * calcDot(way, u);
    for (let i = 0; i < 3; i++) this.sRate += edge.e[i] * (point.v[i] - velocity[i]);
    for (let i = 0; i < 3; i++) {
      velocity[i] += this.sRate * edge.e[i];
      footVelocity[i] = velocity[i];
      turn[i] = (point.v[i] - velocity[i]) / this.distance;
    }
    const along = calcDot(turn, way);
    for (let i = 0; i < 3; i++) turn[i] -= along * way[i];
  }

  override calcVelocities(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { point, isLineOfA, turn, velocity, radiusOfLine, radiusOfPoint } = this;
    this.calcRates(a, b);
    const onLine = isLineOfA ? 9 : 12;
    const sign = isLineOfA ? 1 : -1;
    for (let i = 0; i < 3; i++) {
      out[onLine + i] = velocity[i] + radiusOfLine * turn[i];
      out[21 - onLine + i] = point.v[i] - radiusOfPoint * turn[i];
      out[15 + i] = sign * turn[i];
    }
  }

  /** Between the ends of the edge, and not over one of the faces beside it. */
  override calcRoom(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { edge, point, s, faces, u, foot, velocity } = this;
    const long = this.isLineOfA ? a : b;
    const { T } = long;
    this.calcRates(a, b);
    out[0] = s;
    out[1] = this.sRate;
    if (edge.length - s < out[0]) {
      out[0] = edge.length - s;
      out[1] = -this.sRate;
    }
    calcMaterialVelocity(long, point.p, 0, velocity);
    for (const inward of faces) {
      for (let i = 0; i < 3; i++) u[i] = T[3 * i] * inward[0] + T[3 * i + 1] * inward[1] + T[3 * i + 2] * inward[2];
      let room = 0;
      let rate = 0;
      for (let i = 0; i < 3; i++) {
        room -= u[i] * (point.p[i] - edge.p[i]);
        rate -= u[i] * (point.v[i] - velocity[i]);
      }
      if (room >= out[0]) continue;
      out[0] = room;
      out[1] = rate;
    }
    this.corner.addRoom(this.isLineOfA ? b : a, point.p, foot, this.footVelocity, out);
  }
}

/** For each face beside an edge the unit vector in the face that points away from the edge, in the body's axes. */
function listInward(body: PlacedShape, { corners: [first, second] }: CoreEdge): Float64Array[] {
  const { polyhedron } = body.shape;
  if (!polyhedron) return [];
  const { faceStart, faceVertices, vertices, planes } = polyhedron;
  const list: Float64Array[] = [];
  for (let f = 0; f < polyhedron.faceCount; f++) {
    const corners = [...faceVertices.subarray(faceStart[f], faceStart[f + 1])];
    const place = corners.indexOf(first);
    const { length } = corners;
    if (place < 0 || ![1, length - 1].some((step) => corners[(place + step) % length] === second)) continue;
    const isForward = corners[(place + 1) % length] === second;
    const [from, to] = isForward ? [first, second] : [second, first];
    const edge = [0, 1, 2].map((i) => vertices[3 * to + i] - vertices[3 * from + i]);
    const [x, y, z] = planes.subarray(4 * f, 4 * f + 3);
    // [normal, edge] points inwards where corners go anticlockwise.
    const across = [y * edge[2] - z * edge[1], z * edge[0] - x * edge[2], x * edge[1] - y * edge[0]];
    const size = Math.hypot(...across);
    list.push(
      toBody(
        body,
        across.map((value) => value / size),
        0,
        true,
      ),
    );
  }
  return list;
}
