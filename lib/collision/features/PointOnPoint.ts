import { CorePoint } from "./CorePoint.ts";
import { calcDot, calcMaterialVelocity, FeaturePair } from "./FeaturePair.ts";
import { type BodyFrame, type PlacedShape, toBody } from "./PlacedShape.ts";

/** Two corners of two cores, at least one of which is rounded: two spheres, or a sphere on the corner of a box. */
export class PointOnPoint extends FeaturePair {
  private readonly a: CorePoint;
  private readonly b: CorePoint;
  private readonly radiusA: number;
  private readonly radiusB: number;
  /** Unit vectors along the edges that begin at the corners, in the axes of their bodies. */
  private readonly edgesA: readonly Float64Array[];
  private readonly edgesB: readonly Float64Array[];
  private distance = 0;
  private readonly normal = new Float64Array(3);
  private readonly turn = new Float64Array(3);
  private readonly u = new Float64Array(3);
  private readonly velocity = new Float64Array(3);

  constructor(name: string, bodyA: PlacedShape, bodyB: PlacedShape, a: number, b: number) {
    super(name);
    this.a = new CorePoint(bodyA, a);
    this.b = new CorePoint(bodyB, b);
    this.radiusA = bodyA.shape.radius;
    this.radiusB = bodyB.shape.radius;
    this.edgesA = listEdges(bodyA, a);
    this.edgesB = listEdges(bodyB, b);
  }

  override track(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { normal: n, radiusA, radiusB } = this;
    this.a.find(a, n, 1);
    this.b.find(b, n, -1);
    for (let i = 0; i < 3; i++) n[i] = this.b.p[i] - this.a.p[i];
    this.distance = Math.sqrt(calcDot(n, n));
    for (let i = 0; i < 3; i++) {
      n[i] /= this.distance;
      out[i] = this.a.p[i] + radiusA * n[i];
      out[3 + i] = this.b.p[i] - radiusB * n[i];
      out[6 + i] = n[i];
    }
    out[18] = this.distance - radiusA - radiusB;
  }

  override calcVelocities(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { normal: n, turn, radiusA, radiusB } = this;
    this.a.calcVelocity(a, n, turn, 1);
    this.b.calcVelocity(b, n, turn, -1);
    for (let i = 0; i < 3; i++) turn[i] = (this.b.v[i] - this.a.v[i]) / this.distance;
    const along = calcDot(turn, n);
    for (let i = 0; i < 3; i++) {
      turn[i] -= along * n[i];
      out[9 + i] = this.a.v[i] + radiusA * turn[i];
      out[12 + i] = this.b.v[i] - radiusB * turn[i];
      out[15 + i] = turn[i];
    }
  }

  /** Beyond the corner along none of its edges. */
  override calcRoom(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    out[0] = Number.POSITIVE_INFINITY;
    out[1] = 0;
    this.addRoom(a, this.edgesA, this.a, b, this.b, out);
    this.addRoom(b, this.edgesB, this.b, a, this.a, out);
  }

  private addRoom(
    frame: BodyFrame,
    edges: readonly Float64Array[],
    corner: CorePoint,
    other: BodyFrame,
    { p }: CorePoint,
    out: Float64Array,
  ): void {
    const { T } = frame;
    const { u, velocity } = this;
    for (const edge of edges) {
      for (let i = 0; i < 3; i++) u[i] = T[3 * i] * edge[0] + T[3 * i + 1] * edge[1] + T[3 * i + 2] * edge[2];
      let room = 0;
      for (let i = 0; i < 3; i++) room -= u[i] * (p[i] - corner.p[i]);
      if (room >= out[0]) continue;
      out[0] = room;
      calcMaterialVelocity(other, p, 0, velocity);
      out[1] = -calcDot(u, velocity);
      calcMaterialVelocity(frame, p, 0, velocity);
      out[1] += calcDot(u, velocity);
    }
  }
}

function listEdges(body: PlacedShape, corner: number): Float64Array[] {
  const { vertices, neighbours, neighbourStart, kind } = body.shape;
  const others =
    kind === "segment" ? [1 - corner] : [...neighbours.subarray(neighbourStart[corner], neighbourStart[corner + 1])];
  return others.map((other) => {
    const way = [0, 1, 2].map((i) => vertices[3 * other + i] - vertices[3 * corner + i]);
    const length = Math.hypot(...way);
    return toBody(
      body,
      way.map((x) => x / length),
      0,
      true,
    );
  });
}
