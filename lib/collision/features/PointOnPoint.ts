import { CorePoint } from "./CorePoint.ts";
import { CornerEdges } from "./CornerEdges.ts";
import { calcDot, calcMaterialVelocity, FeaturePair } from "./FeaturePair.ts";
import type { BodyFrame, PlacedShape } from "./PlacedShape.ts";

/** Two corners of two cores, at least one of which is rounded: two spheres, or a sphere on the corner of a box. */
export class PointOnPoint extends FeaturePair {
  private readonly a: CorePoint;
  private readonly b: CorePoint;
  private readonly radiusA: number;
  private readonly radiusB: number;
  private readonly edgesA: CornerEdges;
  private readonly edgesB: CornerEdges;
  private distance = 0;
  private readonly normal = new Float64Array(3);
  private readonly turn = new Float64Array(3);

  constructor(name: string, bodyA: PlacedShape, bodyB: PlacedShape, a: number, b: number) {
    super(name);
    this.a = new CorePoint(bodyA, a);
    this.b = new CorePoint(bodyB, b);
    this.radiusA = bodyA.shape.radius;
    this.radiusB = bodyB.shape.radius;
    this.edgesA = new CornerEdges(bodyA, a);
    this.edgesB = new CornerEdges(bodyB, b);
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
    calcMaterialVelocity(b, this.b.p, 0, this.b.v);
    this.edgesA.addRoom(a, this.a.p, this.b.p, this.b.v, out);
    calcMaterialVelocity(a, this.a.p, 0, this.a.v);
    this.edgesB.addRoom(b, this.b.p, this.a.p, this.a.v, out);
  }
}
