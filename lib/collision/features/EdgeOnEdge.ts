import { CoreEdge } from "./CoreEdge.ts";
import { calcCross, calcDot, calcMaterialVelocity, FeaturePair } from "./FeaturePair.ts";
import type { BodyFrame, PlacedShape } from "./PlacedShape.ts";

/** Edges with a smaller sine between them are side by side: where they cross, and the normal, say nothing then. */
const PARALLEL = 0.01;

/**
 * Two straight edges that cross. The normal is across both, `n = ±[e_A, e_B]/|[e_A, e_B]|`; the nearest points `a + s e_A` and
 * `b + t e_B` run along the edges with `ṡ`, `ṫ` so that their difference stays along the normal.
 */
export class EdgeOnEdge extends FeaturePair {
  private readonly edgeA: CoreEdge;
  private readonly edgeB: CoreEdge;
  private readonly sign: number;
  private readonly radiusA: number;
  private readonly radiusB: number;
  /** `[e_A, e_B]`, its length, places along the edges, distance of the cores. */
  private readonly across = new Float64Array(3);
  private sine = 0;
  private s = 0;
  private t = 0;
  private distance = 0;
  /** How fast the places run. */
  private sineRate = 0;
  private sRate = 0;
  private tRate = 0;
  private readonly pointA = new Float64Array(3);
  private readonly pointB = new Float64Array(3);
  private readonly velocityA = new Float64Array(3);
  private readonly velocityB = new Float64Array(3);
  private readonly normal = new Float64Array(3);
  private readonly turn = new Float64Array(3);
  private readonly u = new Float64Array(3);

  constructor(name: string, bodyA: PlacedShape, bodyB: PlacedShape, a: number, b: number, isReversed: boolean) {
    super(name);
    this.edgeA = new CoreEdge(bodyA, a);
    this.edgeB = new CoreEdge(bodyB, b);
    this.sign = isReversed ? -1 : 1;
    this.radiusA = bodyA.shape.radius;
    this.radiusB = bodyB.shape.radius;
  }

  override track(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { edgeA, edgeB, across: c, sign, u, pointA, pointB, normal, radiusA, radiusB } = this;
    edgeA.find(a);
    edgeB.find(b);
    calcCross(edgeA.e, edgeB.e, c);
    const square = calcDot(c, c);
    this.sine = Math.sqrt(square);
    for (let i = 0; i < 3; i++) u[i] = edgeB.p[i] - edgeA.p[i];
    // [u, e_B]·c and [u, e_A]·c over c².
    this.s = calcTriple(u, edgeB.e, c) / square;
    this.t = calcTriple(u, edgeA.e, c) / square;
    this.distance = (sign * calcDot(u, c)) / this.sine;
    for (let i = 0; i < 3; i++) {
      const n = (sign * c[i]) / this.sine;
      normal[i] = n;
      pointA[i] = edgeA.p[i] + this.s * edgeA.e[i];
      pointB[i] = edgeB.p[i] + this.t * edgeB.e[i];
      out[i] = pointA[i] + radiusA * n;
      out[3 + i] = pointB[i] - radiusB * n;
      out[6 + i] = n;
    }
    out[18] = this.distance - radiusA - radiusB;
  }

  override calcVelocities(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { edgeA, edgeB, velocityA, velocityB, turn, radiusA, radiusB } = this;
    this.calcRates(a, b);
    for (let i = 0; i < 3; i++) {
      out[9 + i] = velocityA[i] + this.sRate * edgeA.e[i] + radiusA * turn[i];
      out[12 + i] = velocityB[i] + this.tRate * edgeB.e[i] - radiusB * turn[i];
      out[15 + i] = turn[i];
    }
  }

  /** `ṅ` into `turn`, `ṡ` and `ṫ`, velocities of the material. */
  private calcRates(a: BodyFrame, b: BodyFrame): void {
    const { edgeA, edgeB, pointA, pointB, velocityA, velocityB, u, turn, normal, sign, sine, across: c } = this;
    calcCross(a.w, edgeA.e, u);
    calcCross(u, edgeB.e, turn);
    calcCross(b.w, edgeB.e, u);
    calcCross(edgeA.e, u, u);
    for (let i = 0; i < 3; i++) turn[i] = (sign * (turn[i] + u[i])) / sine;
    const along = calcDot(turn, normal);
    this.sineRate = along * sine;
    for (let i = 0; i < 3; i++) turn[i] -= along * normal[i];
    calcMaterialVelocity(a, pointA, 0, velocityA);
    calcMaterialVelocity(b, pointB, 0, velocityB);
    for (let i = 0; i < 3; i++) u[i] = velocityB[i] - velocityA[i] - this.distance * turn[i];
    const square = sine * sine;
    this.sRate = calcTriple(u, edgeB.e, c) / square;
    this.tRate = calcTriple(u, edgeA.e, c) / square;
  }

  override calcRoom(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { edgeA, edgeB, s, t } = this;
    this.calcRates(a, b);
    out[0] = s;
    out[1] = this.sRate;
    if (edgeA.length - s < out[0]) {
      out[0] = edgeA.length - s;
      out[1] = -this.sRate;
    }
    if (t < out[0]) {
      out[0] = t;
      out[1] = this.tRate;
    }
    if (edgeB.length - t < out[0]) {
      out[0] = edgeB.length - t;
      out[1] = -this.tRate;
    }
    const length = Math.min(edgeA.length, edgeB.length);
    const turn = length * (this.sine - PARALLEL);
    if (turn < out[0]) {
      out[0] = turn;
      out[1] = length * this.sineRate;
    }
  }

  override get cornersA(): readonly number[] {
    return this.edgeA.corners;
  }

  override get cornersB(): readonly number[] {
    return this.edgeB.corners;
  }

  override get hasPlane(): boolean {
    return true;
  }
}

/** `[a, b]·c` */
const calcTriple = (a: Float64Array, b: Float64Array, c: Float64Array): number =>
  (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] + (a[0] * b[1] - a[1] * b[0]) * c[2];
