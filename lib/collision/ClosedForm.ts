import type { MinkowskiDifference } from "./MinkowskiDifference.ts";
import { calcPointToCore, hasPointDistance } from "./pointToCore.ts";
import { calcSegmentToSegment } from "./segmentToSegment.ts";

/** The signed distance of two cores by a formula, in the axes of A: a point and anything simple, or two segments. */
export class ClosedForm {
  /** From A to B. */
  readonly normal = new Float64Array(3);
  readonly pointA = new Float64Array(3);
  distance = Number.NaN;
  private readonly difference: MinkowskiDifference;
  private readonly kind: "B is a point" | "A is a point" | "segments";
  /** Distance, normal, point. */
  private readonly found = new Float64Array(7);
  private readonly point = new Float64Array(3);
  private readonly middle = new Float64Array(3);
  private readonly halfA = new Float64Array(3);
  private readonly halfB = new Float64Array(3);

  private constructor(difference: MinkowskiDifference, kind: ClosedForm["kind"]) {
    this.difference = difference;
    this.kind = kind;
  }

  /** The formula of a pair, if there is one. */
  static find(difference: MinkowskiDifference): ClosedForm | undefined {
    const { a, b } = difference;
    if (b.kind === "point" && hasPointDistance(a)) return new ClosedForm(difference, "B is a point");
    if (a.kind === "point" && hasPointDistance(b)) return new ClosedForm(difference, "A is a point");
    return a.kind === "segment" && b.kind === "segment" ? new ClosedForm(difference, "segments") : undefined;
  }

  /** After the poses of the difference were set. */
  calc(): void {
    const { normal, pointA, found } = this;
    if (this.kind === "A is a point") {
      this.calcFromB();
      return;
    }
    if (this.kind === "segments") this.calcSegments();
    else calcPointToCore(this.difference.a, this.difference.t, found);
    this.distance = found[0];
    for (let i = 0; i < 3; i++) {
      normal[i] = found[1 + i];
      pointA[i] = found[4 + i];
    }
  }

  /** The origin of A in B's axes; the normal of B points to it. */
  private calcFromB(): void {
    const { normal, pointA, found, point } = this;
    const { R, t, b } = this.difference;
    for (let i = 0; i < 3; i++) point[i] = -(R[i] * t[0] + R[3 + i] * t[1] + R[6 + i] * t[2]);
    calcPointToCore(b, point, found);
    this.distance = found[0];
    for (let i = 0; i < 3; i++) {
      normal[i] = -(R[3 * i] * found[1] + R[3 * i + 1] * found[2] + R[3 * i + 2] * found[3]);
      pointA[i] = 0;
    }
  }

  private calcSegments(): void {
    const { middle, halfA, halfB, found } = this;
    const { a, b, R, t } = this.difference;
    halfA[a.axis] = a.extents[1];
    for (let i = 0; i < 3; i++) halfB[i] = R[3 * i + b.axis] * b.extents[1];
    calcSegmentToSegment(middle, halfA, t, halfB, found);
  }
}
