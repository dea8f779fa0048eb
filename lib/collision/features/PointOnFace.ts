import { CoreFace } from "./CoreFace.ts";
import { CorePoint } from "./CorePoint.ts";
import { calcCross, calcDot, calcMaterialVelocity, FeaturePair } from "./FeaturePair.ts";
import type { BodyFrame, PlacedShape } from "./PlacedShape.ts";

/**
 * A point of one core over a flat face of the other. With the outward normal `m` of the face, which turns with its body, and the
 * point `p`: the height is `h = m·(p − q)`, `ḣ = m·(v_P(p) − v_F(p))` with the velocities of the material, and the nearest points are
 * `p − (h − r_F) m` and `p − r_P m`. A corner moves with its body; a point of a rim moves along it as `m` turns.
 */
export class PointOnFace extends FeaturePair {
  private readonly face: CoreFace;
  private readonly point: CorePoint;
  /** Whether the face is A's. */
  private readonly isFaceOfA: boolean;
  private readonly radiusOfFace: number;
  private readonly radiusOfPoint: number;
  private readonly rate = new Float64Array(3);
  private readonly velocity = new Float64Array(3);
  private height = 0;

  /** `a` and `b` are the features: the face's number and the point's branch, or the other way round. */
  constructor(name: string, bodyA: PlacedShape, bodyB: PlacedShape, a: number, b: number, isFaceOfA: boolean) {
    super(name);
    const [flat, pointed] = isFaceOfA ? [bodyA, bodyB] : [bodyB, bodyA];
    this.isFaceOfA = isFaceOfA;
    this.face = new CoreFace(flat, isFaceOfA ? a : b);
    this.point = new CorePoint(pointed, isFaceOfA ? b : a);
    this.radiusOfFace = flat.shape.radius;
    this.radiusOfPoint = pointed.shape.radius;
  }

  override track(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { face, point, isFaceOfA, radiusOfFace, radiusOfPoint } = this;
    const { normal: m } = face;
    const flat = isFaceOfA ? a : b;
    face.turn(flat);
    point.find(isFaceOfA ? b : a, m, -1);
    const height = face.getHeight(flat, point.p);
    this.height = height;
    const onFace = isFaceOfA ? 0 : 3;
    const sign = isFaceOfA ? 1 : -1;
    for (let i = 0; i < 3; i++) {
      out[onFace + i] = point.p[i] - (height - radiusOfFace) * m[i];
      out[3 - onFace + i] = point.p[i] - radiusOfPoint * m[i];
      out[6 + i] = sign * m[i];
    }
    out[18] = height - radiusOfFace - radiusOfPoint;
  }

  override calcVelocities(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { face, point, isFaceOfA, rate, velocity, height, radiusOfFace, radiusOfPoint } = this;
    const { normal: m } = face;
    const flat = isFaceOfA ? a : b;
    calcCross(flat.w, m, rate);
    point.calcVelocity(isFaceOfA ? b : a, m, rate, -1);
    calcMaterialVelocity(flat, point.p, 0, velocity);
    const rise = calcDot(m, point.v) - calcDot(m, velocity);
    const onFace = isFaceOfA ? 9 : 12;
    const sign = isFaceOfA ? 1 : -1;
    for (let i = 0; i < 3; i++) {
      out[onFace + i] = point.v[i] - rise * m[i] - (height - radiusOfFace) * rate[i];
      out[21 - onFace + i] = point.v[i] - radiusOfPoint * rate[i];
      out[15 + i] = sign * rate[i];
    }
  }

  override calcRoom(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { face, point, rate } = this;
    const flat = this.isFaceOfA ? a : b;
    calcCross(flat.w, face.normal, rate);
    point.calcVelocity(this.isFaceOfA ? b : a, face.normal, rate, -1);
    face.calcRoom(flat, point.p, point.v, out);
    point.addRoom(this.isFaceOfA ? b : a, face.normal, rate, out);
  }

  override get cornersA(): readonly number[] {
    return this.isFaceOfA ? [] : [this.point.branch];
  }

  override get cornersB(): readonly number[] {
    return this.isFaceOfA ? [this.point.branch] : [];
  }

  override get hasPlane(): boolean {
    return true;
  }

  override get side(): -1 | 1 {
    return this.isFaceOfA ? 1 : -1;
  }
}
