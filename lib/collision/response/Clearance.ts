import { RIM_CORNERS } from "../calcRimCorner.ts";
import { CorePoint, RIM } from "../features/CorePoint.ts";
import { calcDot, calcMaterialVelocity, type FeaturePair, placePoint } from "../features/FeaturePair.ts";
import { type BodyFrame, type PlacedShape, toBody } from "../features/PlacedShape.ts";
import { countBranches } from "../findSupport.ts";

/**
 * How far two shapes are from touching elsewhere than where contacts stand for them. Two convex bodies do not overlap if a plane is
 * between them; while they touch, that is the plane of a face that one touches, or the one along two edges that cross. So it
 * is the height of the lowest corner over such a plane, of the plane that leaves most. Corners of contacts may be below it by a
 * `slack`: their own gaps are watched.
 */
export class Clearance {
  private readonly sideA: Side;
  private readonly sideB: Side;
  private readonly slack: number;
  private planes: readonly FeaturePair[] = [];
  private readonly result = new Float64Array(19);
  private readonly point = new Float64Array(3);
  private readonly normal = new Float64Array(3);
  private readonly velocity = new Float64Array(3);
  private readonly other = new Float64Array(3);
  /** The lowest corner of B and the highest of A. */
  private readonly lowest = new Float64Array(3);
  private readonly highest = new Float64Array(3);

  constructor(a: PlacedShape, b: PlacedShape, slack: number) {
    this.sideA = createSide(a);
    this.sideB = createSide(b);
    this.slack = slack;
  }

  /** Takes the features that contacts stand for. */
  choose(features: readonly FeaturePair[]): void {
    this.planes = features.filter(({ hasPlane }) => hasPlane);
    mark(
      this.sideA,
      features.flatMap((f) => f.cornersA),
    );
    mark(
      this.sideB,
      features.flatMap((f) => f.cornersB),
    );
  }

  /** The height and its rate into `out`; infinite where nothing is left that could touch. */
  calc(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { planes, result } = this;
    out[0] = planes.length > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    out[1] = 0;
    for (let k = 0; k < planes.length; k++) {
      planes[k].track(a, b, result);
      const { side } = planes[k];
      for (let i = 0; i < 3; i++) this.normal[i] = result[6 + i];
      const height = this.calcHeight(a, b, side);
      if (height <= out[0]) continue;
      out[0] = height;
      planes[k].calcVelocities(a, b, result);
      out[1] = this.calcRate(a, b, side);
    }
  }

  /** How far the lowest of B is above the plane, or above the highest of A, along the normal. */
  private calcHeight(a: BodyFrame, b: BodyFrame, side: number): number {
    const { result } = this;
    const above = side >= 0 ? this.findLowest(b, this.sideB, 1, 0, this.lowest) : 0;
    const below = side <= 0 ? this.findLowest(a, this.sideA, -1, 3, this.highest) : 0;
    // Those of A are measured from B's point, and those of B from A's, which are the gap apart.
    return above + below - (side === 0 ? result[18] : 0);
  }

  /** Height of the lowest point of a body over the point at `result[at]`; the point is written to `out`. */
  private findLowest(
    frame: BodyFrame,
    { corners, curved, taken, radius }: Side,
    sign: number,
    at: number,
    out: Float64Array,
  ): number {
    const { point, normal: n, result: r, slack } = this;
    let least = Number.POSITIVE_INFINITY;
    const count = corners.length + curved.length;
    for (let k = 0; k < count; k++) {
      if (corners.length > 0) placePoint(frame, corners[k], point);
      else {
        curved[k].find(frame, n, -sign);
        point.set(curved[k].p);
      }
      const way = n[0] * (point[0] - r[at]) + n[1] * (point[1] - r[at + 1]) + n[2] * (point[2] - r[at + 2]);
      const height = sign * way - radius + (taken[k] === 1 ? slack : 0);
      if (height >= least) continue;
      least = height;
      out.set(point);
    }
    return least;
  }

  /** How fast that changes: a face turns with its body, the plane of two edges does not. Points of rims do not change height. */
  private calcRate(a: BodyFrame, b: BodyFrame, side: number): number {
    const { lowest, highest, velocity, other, normal, result } = this;
    const [p, q] = side < 0 ? [highest, highest] : side > 0 ? [lowest, lowest] : [lowest, highest];
    calcMaterialVelocity(b, p, 0, velocity);
    calcMaterialVelocity(a, q, 0, other);
    let rate = calcDot(normal, velocity) - calcDot(normal, other);
    if (side === 0) for (let i = 0; i < 3; i++) rate += result[15 + i] * (lowest[i] - highest[i]);
    return rate;
  }
}

/** What one of the shapes is made of: corners in the axes of its body, or points of rims and ellipsoids; and which have contacts. */
interface Side {
  readonly corners: readonly Float64Array[];
  readonly curved: readonly CorePoint[];
  readonly taken: Uint8Array;
  readonly radius: number;
}

function createSide(body: PlacedShape): Side {
  const { shape } = body;
  const count = countBranches(shape);
  const isCurved = shape.vertices.length === 0;
  return {
    corners: isCurved ? [] : Array.from({ length: count }, (_, i) => toBody(body, shape.vertices, 3 * i, false)),
    curved: isCurved ? Array.from({ length: count }, (_, i) => new CorePoint(body, i)) : [],
    taken: new Uint8Array(count),
    radius: shape.radius,
  };
}

/** Notes which have contacts; corners of a rim count for the rim. */
function mark({ taken, curved }: Side, numbers: readonly number[]): void {
  taken.fill(0);
  for (const number of numbers) {
    if (curved.length > 0 && number >= RIM) taken[number - RIM >= RIM_CORNERS ? 1 : 0] = 1;
    else taken[number] = 1;
  }
}
