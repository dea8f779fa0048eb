import { RIM_CORNERS } from "../calcRimCorner.ts";
import { CorePoint, RIM } from "../features/CorePoint.ts";
import { calcDot, calcMaterialVelocity, type FeaturePair, placePoint } from "../features/FeaturePair.ts";
import { type BodyFrame, type PlacedShape, toBody } from "../features/PlacedShape.ts";
import { countBranches } from "../findSupport.ts";

/**
 * How far the rest of two shapes is from touching: all corners but those that contacts stand for. Two convex bodies do not overlap
 * if a plane is between them; while they touch, that is the plane of a face that one touches, or the one along two edges that
 * cross. So it is the height of the lowest of the other corners over such a plane, of the plane that leaves most.
 */
export class Clearance {
  private readonly a: PlacedShape;
  private readonly b: PlacedShape;
  private readonly cornersA: readonly Float64Array[];
  private readonly cornersB: readonly Float64Array[];
  private planes: readonly FeaturePair[] = [];
  /** Points of rims and ellipsoids, and those that are left. */
  private readonly curvedA: readonly CorePoint[];
  private readonly curvedB: readonly CorePoint[];
  private bentA: readonly CorePoint[] = [];
  private bentB: readonly CorePoint[] = [];
  /** Corners that are left, in the axes of the bodies. */
  private restA: readonly Float64Array[] = [];
  private restB: readonly Float64Array[] = [];
  private readonly result = new Float64Array(19);
  private readonly point = new Float64Array(3);
  private readonly origin = new Float64Array(3);
  private readonly normal = new Float64Array(3);
  private readonly velocity = new Float64Array(3);
  /** The lowest corner of a plane: its height, and how fast that changes. */
  private height = 0;
  private rate = 0;

  constructor(a: PlacedShape, b: PlacedShape) {
    this.a = a;
    this.b = b;
    this.cornersA = listCorners(a);
    this.cornersB = listCorners(b);
    this.curvedA = listCurved(a);
    this.curvedB = listCurved(b);
  }

  /** Takes the features that contacts stand for. */
  choose(features: readonly FeaturePair[]): void {
    this.planes = features.filter(({ hasPlane }) => hasPlane);
    const [takenA, takenB] = [features.flatMap((f) => f.cornersA), features.flatMap((f) => f.cornersB)];
    this.restA = this.cornersA.filter((_, i) => !takenA.includes(i));
    this.restB = this.cornersB.filter((_, i) => !takenB.includes(i));
    this.bentA = this.curvedA.filter(({ branch }) => !isTaken(branch, takenA));
    this.bentB = this.curvedB.filter(({ branch }) => !isTaken(branch, takenB));
  }

  /** The height and its rate into `out`; infinite where nothing is left that could touch. */
  calc(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { planes, result, origin, normal } = this;
    out[0] = planes.length > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    out[1] = 0;
    for (let k = 0; k < planes.length; k++) {
      planes[k].track(a, b, result);
      const { side } = planes[k];
      for (let i = 0; i < 3; i++) normal[i] = result[6 + i];
      this.height = Number.POSITIVE_INFINITY;
      if (side >= 0) {
        for (let i = 0; i < 3; i++) origin[i] = result[i];
        this.calcLowest(a, b, this.restB, this.bentB, 1, this.b.shape.radius);
      }
      if (side <= 0) {
        for (let i = 0; i < 3; i++) origin[i] = result[3 + i];
        this.calcLowest(b, a, this.restA, this.bentA, -1, this.a.shape.radius);
      }
      if (this.height <= out[0]) continue;
      out[0] = this.height;
      out[1] = this.rate;
    }
  }

  /** Corners of the body `over` above the plane through `origin`, which moves with the body `under`. */
  private calcLowest(
    under: BodyFrame,
    over: BodyFrame,
    corners: readonly Float64Array[],
    curved: readonly CorePoint[],
    sign: number,
    radius: number,
  ): void {
    const { point, normal } = this;
    for (let k = 0; k < corners.length; k++) {
      placePoint(over, corners[k], point);
      this.compare(under, over, point, sign, radius);
    }
    for (let k = 0; k < curved.length; k++) {
      curved[k].find(over, normal, -sign);
      this.compare(under, over, curved[k].p, sign, radius);
    }
  }

  /** Takes a point if it is lower; that of a rim runs along it, which does not change its height. */
  private compare(under: BodyFrame, over: BodyFrame, point: Float64Array, sign: number, radius: number): void {
    const { origin, normal, velocity } = this;
    let height = -radius;
    for (let i = 0; i < 3; i++) height += sign * normal[i] * (point[i] - origin[i]);
    if (height >= this.height) return;
    this.height = height;
    calcMaterialVelocity(over, point, 0, velocity);
    this.rate = sign * calcDot(normal, velocity);
    calcMaterialVelocity(under, point, 0, velocity);
    this.rate -= sign * calcDot(normal, velocity);
  }
}

const listCorners = (body: PlacedShape): Float64Array[] =>
  Array.from({ length: body.shape.vertices.length / 3 }, (_, i) => toBody(body, body.shape.vertices, 3 * i, false));

const listCurved = (body: PlacedShape): CorePoint[] =>
  body.shape.vertices.length > 0
    ? []
    : Array.from({ length: countBranches(body.shape) }, (_, i) => new CorePoint(body, i));

/** Whether a contact stands for a branch of a curved core, or for corners of the same rim. */
const isTaken = (branch: number, taken: readonly number[]): boolean =>
  taken.some((other) => other === branch || (other >= RIM && (other - RIM >= RIM_CORNERS ? 1 : 0) === branch));
